import { parsePreviewHost, siblingOrigin } from 'devonz-engine-protocol/hosts';
import { isServersPort, programPort } from '../local-port.ts';

/**
 * Redirects links, forms and `window.open` for `http://localhost:<port>` to that port's preview, because such an address refers to a
 * program here, not to the user's machine.
 */
export function keepLinksInside(page: Window & typeof globalThis): void {
  const inside = (address: string): string | null => {
    if (!URL.canParse(address, page.location.href)) return null;
    const url = new URL(address, page.location.href);
    const port = programPort(url, page.location);
    if (port === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
    if (parsePreviewHost(url.hostname) !== null && isServersPort(url, page.location)) return null;
    return `${siblingOrigin(page.location.origin, port)}${url.pathname}${url.search}${url.hash}`;
  };
  // Runs before the page's own listeners, so that a router that handles the click sees the working URL.
  page.addEventListener(
    'click',
    (event) => {
      const link = event.composedPath().find((node) => node instanceof page.HTMLAnchorElement);
      const address = link && inside(link.href);
      if (link && address) link.href = address;
    },
    { capture: true },
  );
  page.addEventListener(
    'submit',
    (event) => {
      const form = event.target;
      if (!(form instanceof page.HTMLFormElement)) return;
      const address = inside(form.getAttribute('action') ?? '');
      if (address) form.setAttribute('action', address);
    },
    { capture: true },
  );
  const open = page.open;
  page.open = (address, ...rest) => open.call(page, (address && inside(String(address))) || address, ...rest);
}
