/** Who pressed a key, or came to a field, so lately is typing. Milliseconds. */
const TYPING_MS = 1_000;
/** Times after which it is no accident. */
const MAX_THEFTS = 3;

export interface FocusGuard {
  page: Document;
  frame: HTMLIFrameElement;
  now(): number;
  /** Calls back in a task of its own. */
  defer(work: () => void): void;
  /** The page has taken the focus again and again. */
  onTheft(): void;
}

/**
 * A page may take the keyboard's focus at any time, and what the user types into the IDE would go to it: while they type, the focus
 * goes back to where it was. The pointer that has moved into the frame since the last key, and Tab, say that the user means it.
 * Returns how to stop.
 */
export function keepFocus({ page, frame, now, defer, onTheft }: FocusGuard): () => void {
  let typedAt = Number.NEGATIVE_INFINITY;
  let typedInto: HTMLElement | null = null;
  let thefts = 0;
  const note = (event: KeyboardEvent) => {
    const isLeaving = event.key === 'Tab' || event.key === 'F6' || event.ctrlKey || event.metaKey || event.altKey;
    typedAt = isLeaving ? Number.NEGATIVE_INFINITY : now();
    typedInto = event.target instanceof HTMLElement ? event.target : null;
  };
  const arrive = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || !target.matches('input, textarea, [contenteditable="true"]')) return;
    typedAt = now();
    typedInto = target;
  };
  const allow = () => {
    typedAt = Number.NEGATIVE_INFINITY;
  };
  const look = () => {
    if (page.activeElement !== frame || now() - typedAt > TYPING_MS) return;
    thefts += 1;
    // While the browser still tells of the change, `focus()` moves this document's mark and leaves the keys with the frame; and what has
    // the mark already must lose it first.
    defer(() => {
      frame.blur();
      typedInto?.blur();
      typedInto?.focus();
    });
    if (thefts === MAX_THEFTS) onTheft();
  };
  const view = page.defaultView;
  page.addEventListener('keydown', note, true);
  page.addEventListener('focusin', arrive);
  frame.addEventListener('mouseenter', allow);
  view?.addEventListener('blur', look);
  return () => {
    page.removeEventListener('keydown', note, true);
    page.removeEventListener('focusin', arrive);
    frame.removeEventListener('mouseenter', allow);
    view?.removeEventListener('blur', look);
  };
}
