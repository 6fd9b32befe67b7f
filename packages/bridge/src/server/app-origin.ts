/** Returns the origin in the form that browsers use, or `null` if the text is not a complete origin of a page. */
export function appOrigin(given: string): string | null {
  if (!URL.canParse(given)) return null;
  const { origin, protocol, pathname, search, hash, username } = new URL(given);
  const isWhole = pathname === '/' && search === '' && hash === '' && username === '';
  return isWhole && (protocol === 'http:' || protocol === 'https:') ? origin : null;
}
