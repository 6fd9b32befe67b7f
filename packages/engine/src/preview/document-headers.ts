/**
 * Returns the headers of every document that a preview's service worker creates, including the program's pages. `embedder`
 * is `credentialless` if the browser supports it (`embedder-policy`), otherwise `require-corp`.
 */
export function documentHeaders(embedder: string): Record<string, string> {
  return {
    'cross-origin-embedder-policy': embedder,
    'cross-origin-resource-policy': 'cross-origin',
    // Gives the document a process separate from the IDE's, as on the server's own pages of this origin.
    'origin-agent-cluster': '?1',
  };
}
