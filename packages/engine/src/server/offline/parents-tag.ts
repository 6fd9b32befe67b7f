/** Returns the tag for the head of the engine's pages that lists the origins whose pages they serve. */
export function parentsTag(clientOrigins: readonly string[]): string {
  return `<meta name="devonz-parent-origins" content="${clientOrigins.join(' ')}">`;
}
