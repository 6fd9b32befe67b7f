import { PICK_LIMITS, type PickerStop } from 'devonz-engine-protocol/page-pick';

const UNREAD = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'NOSCRIPT', 'HEAD']);
/** The maximum number of text nodes examined; an element may contain any number. */
const MOST_PIECES = 2_000;
const MOST_CLASSES = 3;
/** Attributes that name an element without text. Its value is never used, because it may be a secret. */
const NAMES = ['aria-label', 'alt', 'placeholder', 'title', 'name'];

/** Returns a name like `button.primary.large`. */
export function elementName(element: Element): string {
  const classes = [...element.classList].slice(0, MOST_CLASSES);
  const more = element.classList.length > MOST_CLASSES ? '…' : '';
  return cut(`${element.localName}${classes.map((name) => `.${name}`).join('')}${more}`, PICK_LIMITS.name);
}

/** Returns the visible text of an element, or its name. */
export function elementText(element: Element): string {
  const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let text = '';
  for (let pieces = 0; pieces < MOST_PIECES && text.length <= PICK_LIMITS.text && walker.nextNode(); pieces += 1) {
    const { parentElement, textContent } = walker.currentNode;
    if (parentElement === null || UNREAD.has(parentElement.tagName) || !isShown(parentElement)) continue;
    text = squeezed(`${text} ${(textContent ?? '').slice(0, PICK_LIMITS.text + 1)}`);
  }
  const name = NAMES.map((attribute) => squeezed(element.getAttribute(attribute) ?? '')).find((found) => found !== '');
  return cut(text || name || '', PICK_LIMITS.text);
}

export function describeStop(element: Element): PickerStop {
  const { width, height } = element.getBoundingClientRect();
  return { name: elementName(element), text: elementText(element), width: Math.round(width), height: Math.round(height) };
}

/** `checkVisibility` is missing in some of the engine's browsers. */
function isShown(element: Element): boolean {
  return !('checkVisibility' in element) || element.checkVisibility();
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function cut(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
