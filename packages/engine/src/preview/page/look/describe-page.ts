import type { PageLook } from 'devonz-engine-protocol/page-look';
import { isBox, isClosed, isElement, isSeen, isText, isVisible, seenChildren, seenText, squeezed } from './seen-text.ts';

const MOST_LINES = 250;
const LONGEST_LINE = 300;
/** The maximum number of elements examined; a page may have any number. */
const MOST_ELEMENTS = 20_000;

const PLACES = new Set(['HEADER', 'NAV', 'MAIN', 'ASIDE', 'FOOTER', 'FORM', 'DIALOG', 'TABLE']);
const BLOCKS = /^(?:block|flex|grid|list-item|table|table-row|flow-root)$/;

/** Describes the visible contents of the page as text. */
export function describePage(page: Window): PageLook {
  const { document, location } = page;
  const outline = new PageOutline(page);
  if (document.body !== null) outline.add(document.body);
  return {
    title: document.title.slice(0, LONGEST_LINE),
    place: `${location.pathname}${location.search}${location.hash}`.slice(0, 1_000),
    isLoaded: document.readyState === 'complete',
    width: page.innerWidth,
    height: page.innerHeight,
    ...outline.end(),
  };
}

class PageOutline {
  readonly #page: Window;
  readonly #lines: string[] = [];
  /** The text of the unfinished line. */
  #text = '';
  #prefix = '';
  #elements = 0;
  #isCut = false;

  constructor(page: Window) {
    this.#page = page;
  }

  end(): Pick<PageLook, 'lines' | 'isCut'> {
    this.#endLine();
    return { lines: this.#lines, isCut: this.#isCut };
  }

  add(element: Element): void {
    if (this.#lines.length >= MOST_LINES || this.#elements >= MOST_ELEMENTS) {
      this.#isCut = true;
      return;
    }
    this.#elements += 1;
    const style = this.#page.getComputedStyle(element);
    if (!isSeen(this.#page, element, style)) return;
    const said = isVisible(style) ? describeElement(this.#page, element) : null;
    if (said !== null) {
      this.#line(said);
      return;
    }
    const isBlock = BLOCKS.test(style.display) || element.tagName === 'BR';
    if (isBlock) this.#endLine();
    else if (isBox(style)) this.#text += ' ';
    if (PLACES.has(element.tagName)) this.#line(`[${element.tagName.toLowerCase()}${nameOf(element)}]`);
    const heading = /^H([1-6])$/.exec(element.tagName)?.[1];
    if (heading !== undefined) this.#prefix = `${'#'.repeat(Number(heading))} `;
    if (element.tagName === 'LI') this.#prefix = '- ';
    for (const child of seenChildren(element, style)) {
      if (isElement(child)) this.add(child);
      else if (isText(child) && isVisible(style)) this.#text += child.nodeValue ?? '';
    }
    if (isBlock) this.#endLine();
    else if (/^T[DH]$/.test(element.tagName)) this.#text += ' | ';
    else if (isBox(style)) this.#text += ' ';
  }

  #line(text: string): void {
    this.#endLine();
    if (text !== '') this.#lines.push(cut(text));
  }

  #endLine(): void {
    const text = squeezed(this.#text);
    if (text !== '') this.#lines.push(cut(this.#prefix + text));
    this.#text = '';
    if (text !== '') this.#prefix = '';
  }
}

/** Returns the description of a whole element, or `null` if its children are described instead. */
function describeElement(page: Window, element: Element): string | null {
  // Names are computed only where needed, because that reads the element's whole content.
  const name = () => element.getAttribute('aria-label') || seenText(page, element) || seenText(page, element, true);
  const isOff = element.hasAttribute('disabled') ? ' (disabled)' : '';
  switch (element.tagName) {
    case 'A':
      return element.hasAttribute('href') ? `link "${name()}" to ${element.getAttribute('href')}` : null;
    case 'BUTTON':
      return `button "${name()}"${isOff}`;
    case 'DETAILS':
      return isClosed(element) ? `details "${seenText(page, element)}" (closed)` : null;
    case 'INPUT':
    case 'TEXTAREA':
    case 'SELECT':
      return describeField(page, element, isOff);
    case 'IMG': {
      const isMissing = 'naturalWidth' in element && element.naturalWidth === 0;
      return `picture "${element.getAttribute('alt') ?? ''}"${isMissing ? ' (not loaded)' : ''}`;
    }
    case 'CANVAS':
    case 'VIDEO':
    case 'IFRAME':
      return `${element.tagName.toLowerCase()} of ${element.clientWidth} × ${element.clientHeight} px`;
    case 'svg':
      return element.querySelector('title') === null ? '' : `drawing "${squeezed(element.querySelector('title')?.textContent ?? '')}"`;
    default:
      return element.getAttribute('role') === 'button' ? `button "${name()}"${isOff}` : null;
  }
}

function describeField(page: Window, element: Element, isOff: string): string {
  const type = element.tagName === 'INPUT' ? (element.getAttribute('type') ?? 'text') : element.tagName.toLowerCase();
  if (type === 'hidden') return '';
  const value = 'value' in element ? String(element.value) : '';
  if (type === 'submit' || type === 'button' || type === 'reset') return `button "${value}"${isOff}`;
  const name = labelOf(page, element);
  if (type === 'checkbox' || type === 'radio') {
    return `${type} "${name}" ${'checked' in element && element.checked === true ? 'on' : 'off'}${isOff}`;
  }
  const shown = type === 'password' ? (value === '' ? 'empty' : 'filled in') : value === '' ? 'empty' : `"${value}"`;
  return `field "${name}" (${type}), ${shown}${isOff}`;
}

function labelOf(page: Window, element: Element): string {
  const labels = 'labels' in element && element.labels instanceof NodeList ? [...element.labels] : [];
  const label = labels.map((each) => (isElement(each) ? seenText(page, each) : '')).join(' ');
  return element.getAttribute('aria-label') || label || element.getAttribute('placeholder') || element.getAttribute('name') || '';
}

function nameOf(element: Element): string {
  const name = element.getAttribute('aria-label') ?? '';
  return name === '' ? '' : ` "${squeezed(name)}"`;
}

function cut(line: string): string {
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line;
}
