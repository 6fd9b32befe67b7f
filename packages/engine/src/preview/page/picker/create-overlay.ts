import { elementName } from './describe-element.ts';

export const OVERLAY_NAME = 'devonz-picker';

export interface Overlay {
  /** What events are retargeted to when they meet the overlay itself. */
  host: Element;
  /** null: nothing is outlined. `isCovered`: presses on the element are kept from it, because it would keep them from this page. */
  show(element: Element | null, isCovered: boolean): void;
  remove(): void;
}

/** Room for the label above an outline. Pixels. */
const LABEL_HEIGHT = 24;

// Important, and from within the shadow tree: no rule of the page is above that. A light line within a dark one is seen on any page.
const STYLE = `
:host { all: initial !important; position: fixed !important; inset: 0 !important; z-index: 2147483647 !important; pointer-events: none !important; }
:host::backdrop { display: none !important; }
.box { position: fixed; box-sizing: border-box; border: 2px solid #f7ab2f; outline: 1px solid #161513; background: rgba(247, 171, 47, .16); }
.box.covering { pointer-events: auto; }
.label { position: fixed; box-sizing: border-box; height: ${LABEL_HEIGHT - 2}px; max-width: calc(100vw - 4px); padding: 0 7px; border-radius: 4px; background: #161513; color: #f3efe8; font: 500 12px/${LABEL_HEIGHT - 2}px system-ui, sans-serif; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; direction: ltr; }
.size { margin-left: 8px; color: #bcb5aa; font-variant-numeric: tabular-nums; }
[hidden] { display: none; }
@media (forced-colors: active) { .box { border-color: Highlight; } .label { border: 1px solid; } }`;

/** The outline of an element, drawn over everything of the page, in a tree that neither its styles nor its scripts reach. */
export function createOverlay(page: Window & typeof globalThis): Overlay {
  const { document } = page;
  const host = document.createElement(OVERLAY_NAME);
  host.setAttribute('aria-hidden', 'true');
  // The top layer, where the page's dialogs are.
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
    // A page may remove what it does not know.
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

/** Into the page, and above what is in its top layer by now. */
function raise(host: HTMLElement, document: Document): void {
  if (!host.isConnected) document.documentElement.append(host);
  if (!('showPopover' in host)) return;
  if (host.matches(':popover-open')) host.hidePopover();
  host.showPopover();
}

/** What around the element is in the top layer: a dialog, a popover, or the whole screen's. */
function topLayerOf(element: Element): Element | null {
  return ['dialog:modal', ':popover-open', ':fullscreen'].map((selector) => closest(element, selector)).find(Boolean) ?? null;
}

function closest(element: Element, selector: string): Element | null {
  try {
    return element.closest(selector);
  } catch {
    // A browser that has no such thing.
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
  // Above the element; else below it; else within it, where all of the window is the element's.
  const bottom = top + height;
  const below = bottom + LABEL_HEIGHT <= page.innerHeight ? bottom + 2 : Math.max(2, Math.min(top + 4, page.innerHeight - LABEL_HEIGHT));
  const y = top >= LABEL_HEIGHT && top <= page.innerHeight ? top - LABEL_HEIGHT : below;
  const x = Math.max(2, Math.min(left, page.innerWidth - label.offsetWidth - 2));
  Object.assign(label.style, { left: `${x}px`, top: `${y}px` });
}

/** In the window's own coordinates, also of an element within frames. */
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
