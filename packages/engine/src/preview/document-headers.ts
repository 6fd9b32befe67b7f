/**
 * Returns the headers of every document that a preview's service worker creates, including the program's pages. `embedder`
 * is `credentialless` if the browser supports it (`embedder-policy`), otherwise `require-corp`.
 */
export function documentHeaders(embedder: string): Record<string, string> {
  return {
    'cross-origin-embedder-policy': embedder,
    'cross-origin-resource-policy': 'cross-origin',
    // The same as on the server's own pages of this origin: a process separate from the IDE's.
    'origin-agent-cluster': '?1',
  };
}
