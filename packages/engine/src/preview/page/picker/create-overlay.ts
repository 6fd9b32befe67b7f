import { elementName } from './describe-element.ts';

export const OVERLAY_NAME = 'devonz-picker';

export interface Overlay {
  /** The target of events on the overlay itself. */
  host: Element;
  /**
   * Outlines the element, or nothing for `null`. If `isCovered`, the overlay intercepts presses on the element, which would
   * otherwise not reach this page.
   */
  show(element: Element | null, isCovered: boolean): void;
  remove(): void;
}

/** The space for the label above an outline, in pixels. */
const LABEL_HEIGHT = 24;

// `!important` rules inside the shadow tree override all rules of the page. A light line inside a dark one is visible on any page.
const STYLE = `
:host { all: initial !important; position: fixed !important; inset: 0 !important; z-index: 2147483647 !important; pointer-events: none !important; }
:host::backdrop { display: none !important; }
.box { position: fixed; box-sizing: border-box; border: 2px solid #f7ab2f; outline: 1px solid #161513; background: rgba(247, 171, 47, .16); }
.box.covering { pointer-events: auto; }
.label { position: fixed; box-sizing: border-box; height: ${LABEL_HEIGHT - 2}px; max-width: calc(100vw - 4px); padding: 0 7px; border-radius: 4px; background: #161513; color: #f3efe8; font: 500 12px/${LABEL_HEIGHT - 2}px system-ui, sans-serif; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; direction: ltr; }
.size { margin-left: 8px; color: #bcb5aa; font-variant-numeric: tabular-nums; }
[hidden] { display: none; }
@media (forced-colors: active) { .box { border-color: Highlight; } .label { border: 1px solid; } }`;

/** Creates the outline of an element, drawn above the whole page, in a tree that the page's styles and scripts cannot reach. */
export function createOverlay(page: Window & typeof globalThis): Overlay {
  const { document } = page;
  const host = document.createElement(OVERLAY_NAME);
  host.setAttribute('aria-hidden', 'true');
  // The top layer, which also contains the page's dialogs.
  host.setAttribute('popover', 'manual');
  const shadow = host.attachShadow({ mode: 'closed' });
  const sheet = new page.CSSStyleSheet();
  sheet.replaceSync(STYLE);
  shadow.adoptedStyleSheets = [sheet];
  const parts = createParts(document);
  shadow.append(parts.box, parts.label);
  let shown: Element | null = null;
  let layer: Element | null = null;
  let frame = 0;
  const draw = () => {
    // A page may remove elements that it does not know.
    if (!host.isConnected) raise(host, document);
    place(parts, shown, page);
    frame = page.requestAnimationFrame(draw);
  };
  raise(host, document);
  draw();
  return {
    host,
    show(element, isCovered) {
      if (element !== shown && element !== null) {
        parts.name.textContent = elementName(element);
        const over = topLayerOf(element);
        if (over !== null && over !== layer) raise(host, document);
        layer = over;
      }
      shown = element;
      parts.box.classList.toggle('covering', isCovered);
      place(parts, shown, page);
    },
    remove() {
      page.cancelAnimationFrame(frame);
      host.remove();
    },
  };
}

interface Parts {
  box: HTMLElement;
  label: HTMLElement;
  name: HTMLElement;
  size: HTMLElement;
}

function createParts(document: Document): Parts {
  const make = (tag: string, className: string) => {
    const element = document.createElement(tag);
    element.className = className;
    return element;
  };
  const parts = { box: make('div', 'box'), label: make('div', 'label'), name: make('span', 'name'), size: make('span', 'size') };
  parts.label.append(parts.name, parts.size);
  return parts;
}

/** Inserts the host into the page, above everything else currently in the top layer. */
function raise(host: HTMLElement, document: Document): void {
  if (!host.isConnected) document.documentElement.append(host);
  if (!('showPopover' in host)) return;
  if (host.matches(':popover-open')) host.hidePopover();
  host.showPopover();
}

/** Returns the ancestor of the element that is in the top layer: a dialog, a popover, or a full-screen element. */
function topLayerOf(element: Element): Element | null {
  return ['dialog:modal', ':popover-open', ':fullscreen'].map((selector) => closest(element, selector)).find(Boolean) ?? null;
}

function closest(element: Element, selector: string): Element | null {
  try {
    return element.closest(selector);
  } catch {
    // The browser does not support the selector.
    return null;
  }
}

function place({ box, label, size }: Parts, element: Element | null, page: Window): void {
  const isShown = element?.isConnected === true;
  box.hidden = !isShown;
  label.hidden = !isShown;
  if (!isShown) return;
  const { left, top, width, height } = rectInPage(element, page);
  Object.assign(box.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  const words = `${Math.round(width)} × ${Math.round(height)}`;
  if (size.textContent !== words) size.textContent = words;
  // Places the label above the element, otherwise below it, or inside it if the element fills the window.
  const bottom = top + height;
  const below = bottom + LABEL_HEIGHT <= page.innerHeight ? bottom + 2 : Math.max(2, Math.min(top + 4, page.innerHeight - LABEL_HEIGHT));
  const y = top >= LABEL_HEIGHT && top <= page.innerHeight ? top - LABEL_HEIGHT : below;
  const x = Math.max(2, Math.min(left, page.innerWidth - label.offsetWidth - 2));
  Object.assign(label.style, { left: `${x}px`, top: `${y}px` });
}

/** Returns the rectangle in the window's coordinates, also for an element in nested frames. */
function rectInPage(element: Element, page: Window): { left: number; top: number; width: number; height: number } {
  const { left, top, width, height } = element.getBoundingClientRect();
  let [x, y] = [left, top];
  let view = element.ownerDocument.defaultView;
  while (view !== null && view !== page && view.frameElement !== null) {
    const frame = view.frameElement;
    const outer = frame.getBoundingClientRect();
    x += outer.left + frame.clientLeft;
    y += outer.top + frame.clientTop;
    view = frame.ownerDocument.defaultView;
  }
  return { left: x, top: y, width, height };
}
