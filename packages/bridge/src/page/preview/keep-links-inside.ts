/** `localhost` and its addresses, with a port. */
const LOCAL = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

/**
 * Returns the preview address for an address of `localhost`, or `null` for any other. `place` is the page's own
 * address, in which `pN-` names the port.
 */
export function previewAddress(address: string, place: { host: string; protocol: string }): string | null {
  if (!URL.canParse(address)) return null;
  const { hostname, port, protocol, pathname, search, hash } = new URL(address);
  if (!LOCAL.test(hostname) || !/^https?:$/.test(protocol)) return null;
  const host = place.host.replace(/^p\d+-/, `p${port === '' ? 80 : port}-`);
  return `${place.protocol}//${host}${pathname}${search}${hash}`;
}

/**
 * Redirects links to another port of `localhost` to that port's preview: a frame of an isolated page would not show the
 * original address.
 */
export function keepLinksInside(page: Window & typeof globalThis): void {
  page.addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof page.Element ? event.target.closest('a[href]') : null;
      if (!(link instanceof page.HTMLAnchorElement)) return;
      const address = previewAddress(link.href, page.location);
      if (address !== null) link.href = address;
    },
    true,
  );
}
