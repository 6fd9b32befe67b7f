import type { PickerKey } from 'devonz-engine-protocol/page-pick';
import { OVERLAY_NAME } from './create-overlay.ts';

const UNSEEN = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'NOSCRIPT', 'HEAD', 'LINK', 'META', 'TITLE', 'BASE']);

/** Returns the element that an arrow key leads to, through open shadow trees and accessible frames, or `null`. */
export function nextElement(from: Element, key: Exclude<PickerKey, 'Enter'>): Element | null {
  switch (key) {
    case 'ArrowUp':
      return parentOf(from);
    case 'ArrowDown':
      return childrenOf(from).find(canStop) ?? null;
    case 'ArrowLeft':
      return sibling(from, -1);
    case 'ArrowRight':
      return sibling(from, 1);
  }
}

/** Returns the first element to outline in a page. */
export function firstElement(document: Document): Element {
  const { body, documentElement } = document;
  return (body && (childrenOf(body).find(canStop) ?? body)) || documentElement;
}

/** Returns the document inside a frame if the browser allows access to it. */
export function documentIn(element: Element): Document | null {
  return 'contentDocument' in element ? (element.contentDocument as Document | null) : null; // Frames and object elements.
}

function parentOf(element: Element): Element | null {
  const { parentElement } = element;
  if (parentElement !== null) return parentElement;
  const root = element.getRootNode();
  // Only shadow trees have a host.
  if ('host' in root) return root.host as Element;
  return element.ownerDocument.defaultView?.frameElement ?? null;
}

function childrenOf(element: Element): Element[] {
  const inside = documentIn(element)?.body;
  return [...(inside ? [inside] : []), ...(element.shadowRoot?.children ?? []), ...element.children];
}

function sibling(element: Element, direction: 1 | -1): Element | null {
  const parent = parentOf(element);
  if (parent === null) return null;
  const all = childrenOf(parent);
  const at = all.indexOf(element);
  const others = direction === 1 ? all.slice(at + 1) : all.slice(0, at).reverse();
  return others.find(canStop) ?? null;
}

function canStop(element: Element): boolean {
  if (UNSEEN.has(element.tagName.toUpperCase()) || element.localName === OVERLAY_NAME) return false;
  return element.ownerDocument.defaultView?.getComputedStyle(element).display !== 'none';
}
