const ELEMENT_NODE = 1;
const TEXT_NODE = 3;
/** Limit of elements that are examined for one text. */
const MOST_ELEMENTS = 500;

const UNSEEN = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'NOSCRIPT', 'HEAD', 'LINK', 'META', 'DATALIST']);
/** Display values of separate boxes, between whose words a reader sees a gap. */
const BOXES = /^(?:block|flex|grid|list-item|table|table-(?:row|cell|caption)|flow-root|inline-(?:block|flex|grid|table))$/;
const FOCUSABLE = 'a[href], button, input, select, textarea, summary, iframe, [contenteditable], [tabindex]:not([tabindex="-1"])';
/** Matches values of `clip` and `clip-path` that leave nothing visible, as used to hide text for screen readers. */
const CLIPPED = /^(?:rect\((?:[01](?:px)?[,\s]*){4}\)|inset\((?:50|100)%.*\)|circle\(0.*\)|polygon\((?:0(?:px|%)? 0(?:px|%)?(?:, )?)+\))$/;

/**
 * Returns whether anything of the element or its content may be visible. Ignores `visibility`, because a descendant may be visible again.
 */
export function isSeen(page: Window, element: Element, style: CSSStyleDeclaration): boolean {
  if (UNSEEN.has(element.tagName) || style.display === 'none' || style.opacity === '0') return false;
  // Decoration, such as the name of an icon. Elements that can be focused count as visible.
  if (element.getAttribute('aria-hidden') === 'true' && !element.matches(FOCUSABLE) && element.querySelector(FOCUSABLE) === null)
    return false;
  if (CLIPPED.test(style.clip) || CLIPPED.test(style.clipPath)) return false;
  return !isClippedAway(page, element, style) && !isOutOfReach(page, element, style);
}

export function isBox({ display }: CSSStyleDeclaration): boolean {
  return BOXES.test(display);
}

export function isVisible({ visibility }: CSSStyleDeclaration): boolean {
  return visibility !== 'hidden' && visibility !== 'collapse';
}

/** Returns the children that are laid out: of closed details only the summary, and none with `content-visibility: hidden`. */
export function seenChildren(element: Element, style: CSSStyleDeclaration): readonly Node[] {
  if (style.getPropertyValue('content-visibility') === 'hidden') return [];
  // Browsers hide these even if their style does not say so.
  if (element.getAttribute('hidden') === 'until-found') return [];
  if (isClosed(element)) return [...element.children].filter(({ tagName }) => tagName === 'SUMMARY').slice(0, 1);
  return [...(element.shadowRoot?.childNodes ?? []), ...element.childNodes];
}

export function isClosed(element: Element): boolean {
  return element.tagName === 'DETAILS' && !element.hasAttribute('open');
}

/** Returns the words in an element, with spaces between neighbouring boxes. `isAll` includes text that only screen readers present. */
export function seenText(page: Window, element: Element, isAll = false): string {
  let text = '';
  let elements = 0;
  const add = (each: Element) => {
    elements += 1;
    if (elements > MOST_ELEMENTS) return;
    const style = page.getComputedStyle(each);
    if (isAll ? UNSEEN.has(each.tagName) : !isSeen(page, each, style)) return;
    const isApart = isBox(style) || each.tagName === 'BR';
    if (isApart) text += ' ';
    if (each.tagName === 'IMG') text += ` ${each.getAttribute('alt') ?? ''} `;
    for (const child of isAll ? each.childNodes : seenChildren(each, style)) {
      if (isElement(child)) add(child);
      else if (child.nodeType === TEXT_NODE && (isAll || isVisible(style))) text += child.nodeValue ?? '';
    }
    if (isApart) text += ' ';
  };
  add(element);
  return squeezed(text);
}

export function isElement(node: Node): node is Element {
  return node.nodeType === ELEMENT_NODE;
}

export function isText(node: Node): boolean {
  return node.nodeType === TEXT_NODE;
}

export function squeezed(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Returns true for an element without size whose content is cut off: a folded part, or a pixel with text for screen readers. */
function isClippedAway(page: Window, element: Element, { overflowX, overflowY, display, position }: CSSStyleDeclaration): boolean {
  const isCut = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
  if (display === 'contents' || display === 'inline' || (!isCut(overflowX) && !isCut(overflowY))) return false;
  // The body's overflow applies to the window.
  if (element === page.document.body || element === page.document.documentElement) return false;
  const { width, height } = element.getBoundingClientRect();
  if (!(isCut(overflowX) && width <= 1) && !(isCut(overflowY) && height <= 1)) return false;
  // An element does not clip descendants that are positioned relative to the window or to an outer box.
  const inside = [...element.querySelectorAll('*')].slice(0, MOST_ELEMENTS).map((each) => page.getComputedStyle(each).position);
  return !inside.some((each) => each === 'fixed' || (each === 'absolute' && position === 'static'));
}

/** Returns true for an element that is moved out of the scrollable area or scaled down to nothing. */
function isOutOfReach(page: Window, element: Element, { position, transform }: CSSStyleDeclaration): boolean {
  const isMoved = position === 'absolute' || position === 'fixed' || (transform !== '' && transform !== 'none');
  if (!isMoved) return false;
  const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
  const hasSize = 'offsetWidth' in element && typeof element.offsetWidth === 'number' && element.offsetWidth > 0;
  if (width === 0 || height === 0) return hasSize && width === 0;
  if (position === 'fixed') return right <= 0 || bottom <= 0 || left >= page.innerWidth || top >= page.innerHeight;
  const { scrollWidth, clientWidth } = page.document.documentElement;
  const isBeyond = left + page.scrollX >= Math.max(scrollWidth, clientWidth, page.innerWidth);
  return right + page.scrollX <= 0 || bottom + page.scrollY <= 0 || isBeyond;
}
