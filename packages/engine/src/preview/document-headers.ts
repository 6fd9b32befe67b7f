/**
 * What every document has that the service worker of a preview's origin makes, the program's pages among them. `embedder` is
 * `credentialless` where the browser knows it (`embedder-policy`), else `require-corp`.
 */
export function documentHeaders(embedder: string): Record<string, string> {
  return {
    'cross-origin-embedder-policy': embedder,
    'cross-origin-resource-policy': 'cross-origin',
    // As the server's own pages of this origin say: a process apart from the IDE's.
    'origin-agent-cluster': '?1',
  };
}
