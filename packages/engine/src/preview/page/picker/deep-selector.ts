import { uniqueSelector } from './unique-selector.ts';

/** Separates the path to the host of a tree from the path inside that tree. */
const INTO = ' >>> ';

/** Returns the selector of an element, preceded by those of the open shadow trees and frames that contain it. */
export function deepSelector(element: Element): string {
  const parts: string[] = [];
  for (let at: Element | null = element; at !== null; ) {
    const root: Node = at.getRootNode();
    const own: Element = at;
    if (root.nodeType === Node.DOCUMENT_NODE) {
      // The node type identifies documents of any frame.
      const document = root as Document;
      parts.unshift(uniqueSelector(own, document));
      at = document.defaultView?.frameElement ?? null;
    } else if ('host' in root) {
      const shadow = root as ShadowRoot; // Only shadow trees have a host.
      parts.unshift(uniqueSelector(own, shadow));
      at = shadow.host;
    } else break;
  }
  return parts.join(INTO);
}
