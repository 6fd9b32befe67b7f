/** The document that a link in a document leads to, as the app names it; null: to none that comes with the app. */
export function linkedPage(from: string, address: string, pages: readonly string[]): string | null {
  // Of no host: only what is below the same folder is looked for.
  const base = new URL(from, 'https://documents.invalid/');
  const target = URL.canParse(address, base) ? new URL(address, base) : null;
  if (target === null || target.origin !== base.origin) return null;
  const page = decodeURIComponent(target.pathname.slice(1));
  return pages.includes(page) ? page : null;
}
