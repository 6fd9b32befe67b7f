import { programPort } from '../local-port.ts';

/** Said once for each address, on the console and so to the IDE. */
const REASON =
  'is not shown here: the preview is cross-origin isolated, and this browser embeds pages of other sites there only when they send Cross-Origin-Embedder-Policy. Open the preview in Chromium, or the built app anywhere.';

/**
 * Frames of other sites (videos, maps, forms of payment) in a page that is cross-origin isolated: the browser refuses what sends no header
 * of its own for that, but takes it without the user's cookies (`credentialless`). Where it has no such frames, the console says why.
 */
export function embedFrames(page: Window & typeof globalThis): void {
  const { HTMLIFrameElement } = page;
  const isPossible = 'credentialless' in HTMLIFrameElement.prototype;
  const said = new Set<string>();
  const isElsewhere = (address: string): boolean => {
    if (!URL.canParse(address, page.document.baseURI)) return false;
    const url = new URL(address, page.document.baseURI);
    return (
      (url.protocol === 'https:' || url.protocol === 'http:') &&
      url.origin !== page.location.origin &&
      programPort(url, page.location) === null
    );
  };
  const open = (frame: HTMLIFrameElement): void => {
    const address = frame.getAttribute('src') ?? '';
    if (frame.hasAttribute('credentialless') || !isElsewhere(address)) return;
    if (isPossible) {
      frame.setAttribute('credentialless', '');
      // What has begun without it is refused: once more, with it.
      if (frame.isConnected) frame.setAttribute('src', address);
    } else if (!said.has(address)) {
      said.add(address);
      page.console.error(`${new URL(address, page.document.baseURI).href} ${REASON}`);
    }
  };
  const look = (node: Node): void => {
    if (node instanceof HTMLIFrameElement) open(node);
    else if (node instanceof page.Element) for (const frame of node.querySelectorAll('iframe')) open(frame);
  };
  const observer = new page.MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      if (type === 'attributes') look(target);
      else for (const node of addedNodes) look(node);
    }
  });
  observer.observe(page.document, { subtree: true, childList: true, attributes: true, attributeFilter: ['src'] });
}
