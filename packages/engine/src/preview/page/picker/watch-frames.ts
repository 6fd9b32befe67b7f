import { documentIn } from './next-element.ts';

const EVENTS = [
  'pointerdown',
  'pointermove',
  'pointerover',
  'pointerup',
  'mousedown',
  'mouseup',
  'click',
  'dblclick',
  'auxclick',
  'contextmenu',
];
const TOUCHES = ['touchstart', 'touchend'];
const KEYS = ['keydown', 'keypress', 'keyup'];

/** Listens to the same events in accessible frames; frames added later are included once the pointer is over them. */
export function watchFrames(document: Document, handle: (event: Event) => void): { stop(): void } {
  const watched = new Map<Window, () => void>();
  const look = (element: EventTarget | null) => {
    const inner = element !== null && 'localName' in element ? documentIn(element as Element) : null; // Only elements have a local name.
    const view = inner?.defaultView;
    if (!inner || !view || watched.has(view)) return;
    watched.set(view, listen(view, onEvent));
    lookIn(inner);
  };
  const onEvent = (event: Event) => {
    if (event.type === 'pointerover') look(event.target);
    handle(event);
  };
  const lookIn = (inside: Document) => {
    for (const frame of inside.querySelectorAll('iframe, frame, object')) look(frame);
  };
  lookIn(document);
  const onOver = (event: Event) => look(event.target);
  document.addEventListener('pointerover', onOver, true);
  return {
    stop() {
      document.removeEventListener('pointerover', onOver, true);
      for (const stop of watched.values()) stop();
      watched.clear();
    },
  };
}

function listen(view: Window, onEvent: (event: Event) => void): () => void {
  const types = [...EVENTS, ...TOUCHES, ...KEYS];
  for (const type of types) view.addEventListener(type, onEvent, { capture: true, passive: TOUCHES.includes(type) });
  return () => {
    for (const type of types) view.removeEventListener(type, onEvent, true);
  };
}
