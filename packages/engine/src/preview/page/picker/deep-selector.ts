import { uniqueSelector } from './unique-selector.ts';

/** Between the path to what holds a tree of its own and the path within it. */
const INTO = ' >>> ';

/** The selector of an element, with those of the open shadow trees and frames that it is in before it. */
export function deepSelector(element: Element): string {
  const parts: string[] = [];
  for (let at: Element | null = element; at !== null; ) {
    const root: Node = at.getRootNode();
    const own: Element = at;
    if (root.nodeType === Node.DOCUMENT_NODE) {
      // The node's type says which one it is, in whatever frame it has been made.
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
