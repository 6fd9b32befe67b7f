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

/** What follows a press that has picked (a click, above all) is still kept from the page. Milliseconds. */
const AFTERMATH_MS = 500;
/** A finger that goes further scrolls, or draws. Pixels. */
const PRESS_SLOP = 12;
/** Pass, so that the page shows what it shows under a pointer: a menu that opens there can be picked from. */
const MOVES = new Set(['pointermove', 'pointerover']);

/** Outlines what the pointer or the keyboard is at, and sends the element that is pressed. */
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
  /** Nothing is shown any more; the events that belong to the one that ended it are still kept from the page. */
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
    // What a script of the page makes is the page's own.
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

/** The element itself, in open shadow trees too; over the overlay it is what is outlined. */
function targetOf(event: Event, host: Element, at: Element | null): Element | null {
  const [target] = event.composedPath();
  if (target === host) return at;
  // Of whatever frame: each has classes of its own.
  const isElement = target !== undefined && 'nodeType' in target && target.nodeType === Node.ELEMENT_NODE;
  return isElement ? (target as Element) : null;
}

function keep(event: Event): void {
  event.stopImmediatePropagation();
  // Listeners for touches are passive: the page can be scrolled to what is to be picked.
  if (event.cancelable && !event.type.startsWith('touch')) event.preventDefault();
}

function isKey(event: Event): event is KeyboardEvent {
  return event.type.startsWith('key');
}

function isTouch(event: Event): boolean {
  return 'pointerType' in event && event.pointerType === 'touch';
}

/** Whether an event, of all in their order, is a press: a disabled button has no click; what a screen reader presses has nothing else. */
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

/** Of another site: what is pressed in it this page never hears. */
function isClosedFrame(element: Element): boolean {
  return element.localName === 'iframe' && documentIn(element) === null;
}

/** By a sheet that the document's own list of elements does not show. */
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
