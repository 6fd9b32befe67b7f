/** Returns the app's document that a link in another document leads to, or null if it is not part of the app. */
export function linkedPage(from: string, address: string, pages: readonly string[]): string | null {
  // The host does not exist; only paths below the same folder are looked up.
  const base = new URL(from, 'https://documents.invalid/');
  const target = URL.canParse(address, base) ? new URL(address, base) : null;
  if (target === null || target.origin !== base.origin) return null;
  const page = decodeURIComponent(target.pathname.slice(1));
  return pages.includes(page) ? page : null;
}
