import {
  type FromPicker,
  PICK_LIMITS,
  PICKER_KEYS,
  type PickedElement,
  type PickerKey,
  type ToPicker,
} from 'devonz-engine-protocol/page-pick';
import { createOverlay } from './create-overlay.ts';
import { deepSelector } from './deep-selector.ts';
import { describeStop, elementName, elementText } from './describe-element.ts';
import { elementOrigin } from './element-origin.ts';
import { documentIn, firstElement, nextElement } from './next-element.ts';
import type { Picker, PickerOptions } from './picker.ts';
import { watchFrames } from './watch-frames.ts';

/** How long events that follow a press (mainly its click) are kept from the page, in milliseconds. */
const AFTERMATH_MS = 500;
/** A finger that moves further is scrolling or drawing, in pixels. */
const PRESS_SLOP = 12;
/** The page also receives these events, so that its hover states work: a menu can open, and its items can be picked. */
const MOVES = new Set(['pointermove', 'pointerover']);

/** Outlines the element under the pointer or keyboard focus, and sends the element that is pressed. */
export function createElementPicker({ page, port, resolveStack, onEnd }: PickerOptions): Picker {
  const send = (message: FromPicker) => port.postMessage(message);
  const overlay = createOverlay(page);
  const cursor = showCursor(page);
  let at: Element | null = null;
  const isPress = watchPresses();
  let state: 'picking' | 'kept from presses' | 'kept from keys' | 'over' = 'picking';
  const go = (element: Element) => {
    at = element;
    overlay.show(element, isClosedFrame(element));
  };
  const end = () => {
    if (state === 'over') return;
    state = 'over';
    frames.stop();
    onEnd();
  };
  /** Hides the picker; the remaining events of the press or key that ended it are still kept from the page. */
  const finish = (aftermath: 'kept from presses' | 'kept from keys') => {
    state = aftermath;
    overlay.remove();
    cursor.remove();
    page.setTimeout(end, AFTERMATH_MS);
  };
  const pick = (element: Element) => {
    finish('kept from presses');
    void describePick(element, resolveStack).then((picked) => {
      send({ type: 'picked', element: picked });
      port.close();
    });
  };
  const leave = () => {
    if (state !== 'picking') return;
    finish('kept from keys');
    send({ type: 'left' });
    port.close();
  };
  const press = (key: PickerKey) => {
    if (state !== 'picking') return;
    if (key === 'Enter') {
      if (at?.isConnected) pick(at);
      return;
    }
    const next = at?.isConnected ? (nextElement(at, key) ?? at) : firstElement(page.document);
    go(next);
    next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    send({ type: 'at', element: describeStop(next) });
  };
  const onKey = (event: KeyboardEvent) => {
    const key = PICKER_KEYS.find((known) => known === event.key);
    if (event.ctrlKey || event.metaKey || event.altKey || (key === undefined && event.key !== 'Escape')) return;
    keep(event);
    if (event.type !== 'keydown') return;
    if (key === undefined) leave();
    else press(key);
  };
  const handle = (event: Event) => {
    // Events created by the page's scripts belong to the page.
    if (!event.isTrusted || state === 'over') return;
    if (isKey(event)) return onKey(event);
    const element = targetOf(event, overlay.host, at);
    if (MOVES.has(event.type)) {
      if (element !== null && state === 'picking' && !isTouch(event)) go(element);
      return;
    }
    if (state === 'kept from keys') return;
    keep(event);
    if (isPress(event) && state === 'picking' && element !== null) pick(element);
  };
  const frames = watchFrames(page.document, handle);
  port.onmessage = ({ data }: MessageEvent<ToPicker>) => (data.type === 'leave' ? leave() : press(data.key));
  port.addEventListener('close', leave);
  send({ type: 'started' });
  const leaveAtOnce = () => {
    leave();
    end();
  };
  return { handle, leave: leaveAtOnce };
}

async function describePick(element: Element, resolveStack: PickerOptions['resolveStack']): Promise<PickedElement> {
  const { components, sources } = elementOrigin(element);
  return {
    name: elementName(element),
    selector: deepSelector(element).slice(0, PICK_LIMITS.selector),
    text: elementText(element),
    components,
    sources: await Promise.all(
      sources.map(async (source) => {
        if (source.type === 'file') return source;
        return { type: source.type, stack: (await resolveStack(source.stack)).slice(0, PICK_LIMITS.stack) };
      }),
    ),
  };
}

/** Returns the target of an event, also inside open shadow trees; for an event on the overlay, the outlined element. */
function targetOf(event: Event, host: Element, at: Element | null): Element | null {
  const [target] = event.composedPath();
  if (target === host) return at;
  // Checks the node type, because each frame has its own classes.
  const isElement = target !== undefined && 'nodeType' in target && target.nodeType === Node.ELEMENT_NODE;
  return isElement ? (target as Element) : null;
}

function keep(event: Event): void {
  event.stopImmediatePropagation();
  // Touch listeners are passive, so that the page can be scrolled to the element.
  if (event.cancelable && !event.type.startsWith('touch')) event.preventDefault();
}

function isKey(event: Event): event is KeyboardEvent {
  return event.type.startsWith('key');
}

function isTouch(event: Event): boolean {
  return 'pointerType' in event && event.pointerType === 'touch';
}

/**
 * Returns a function that receives all events in order, and tells whether one is a press. A disabled button fires no click, and a screen
 * reader's press fires only a click.
 */
function watchPresses(): (event: Event) => boolean {
  let from: Place | null = null;
  return (event) => {
    if (event.type === 'pointerdown') from = placeOf(event);
    return event.type === 'click' || (event.type === 'pointerup' && isMain(event) && !hasMoved(event, from));
  };
}

interface Place {
  x: number;
  y: number;
}

function placeOf(event: Event): Place | null {
  return 'clientX' in event && 'clientY' in event ? { x: Number(event.clientX), y: Number(event.clientY) } : null;
}

function hasMoved(event: Event, from: Place | null): boolean {
  const to = isTouch(event) ? placeOf(event) : null;
  return from !== null && to !== null && Math.hypot(to.x - from.x, to.y - from.y) > PRESS_SLOP;
}

function isMain(event: Event): boolean {
  return 'isPrimary' in event && event.isPrimary === true && 'button' in event && event.button === 0;
}

/** True for a frame of another site, whose presses never reach this page. */
function isClosedFrame(element: Element): boolean {
  return element.localName === 'iframe' && documentIn(element) === null;
}

/** Uses an adopted style sheet, which is not visible among the document's elements. */
function showCursor(page: Window & typeof globalThis): { remove(): void } {
  const sheet = new page.CSSStyleSheet();
  sheet.replaceSync('*, *::before, *::after { cursor: crosshair !important; }');
  const { document } = page;
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return {
    remove() {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    },
  };
}
