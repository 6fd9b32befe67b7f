import { programPort } from '../local-port.ts';

/** Reported once per URL, on the console and so also to the IDE. */
const REASON =
  'is not shown here: the preview is cross-origin isolated, and this browser embeds pages of other sites there only when they send Cross-Origin-Embedder-Policy. Open the preview in Chromium, or the built app anywhere.';

/**
 * Makes frames of other sites (videos, maps, payment forms) work in a cross-origin isolated page: the browser rejects
 * sites that send no header for it, but accepts them without the user's cookies (`credentialless`). If the browser lacks
 * such frames, the console explains it.
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
      // A load that started without the attribute is rejected, so it starts again.
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
