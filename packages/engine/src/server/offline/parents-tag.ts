/** In the head of the engine's pages: the origins whose pages they answer. */
export function parentsTag(clientOrigins: readonly string[]): string {
  return `<meta name="devonz-parent-origins" content="${clientOrigins.join(' ')}">`;
}
