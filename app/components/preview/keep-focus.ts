/**
 * Milliseconds after a key press or focus change in which the user counts as typing. A longer time would lock out users who move without
 * mouse and Tab, as with a screen reader's cursor.
 */
const TYPING_MS = 2_000;
/** Number of thefts within `THEFTS_MS` that is not an accident: a page may focus a field of its own when it reloads. */
const MAX_THEFTS = 3;
const THEFTS_MS = 10_000;

export interface FocusGuard {
  page: Document;
  frame: HTMLIFrameElement;
  now(): number;
  /** Calls back in a separate task. */
  defer(work: () => void): void;
  /** Called when the page has repeatedly taken the focus. */
  onTheft(): void;
}

/**
 * A page may take the keyboard focus at any time and so receive what the user types into the IDE. While the user types in a field, this
 * returns the focus to that field, unless the pointer has entered the frame since the last key, or a key such as Tab may have moved the
 * focus on purpose. Returns a function that stops the guard.
 */
export function keepFocus({ page, frame, now, defer, onTheft }: FocusGuard): () => void {
  let typedAt = Number.NEGATIVE_INFINITY;
  /** Whether the last key may move the focus on purpose. */
  let isLeaving = false;
  /** The field that has just lost the focus; it may have had it since before the guard started. */
  let field: HTMLElement | null = null;
  let thefts: number[] = [];
  const stay = () => {
    isLeaving = false;
    typedAt = now();
  };
  const note = (event: KeyboardEvent) => {
    if (event.key === 'Tab' || event.key === 'F6' || event.ctrlKey || event.metaKey || event.altKey) isLeaving = true;
    else stay();
  };
  const arrive = ({ target }: FocusEvent) => {
    if (target !== frame) stay();
  };
  const lose = ({ target }: FocusEvent) => {
    field = target instanceof HTMLElement && target.matches('input, textarea, [contenteditable="true"]') ? target : null;
  };
  const allow = () => {
    typedAt = Number.NEGATIVE_INFINITY;
  };
  const isTheft = () => page.activeElement === frame && field !== null && !isLeaving && now() - typedAt <= TYPING_MS;
  const look = () => {
    if (!isTheft()) return;
    thefts = [...thefts.filter((at) => now() - at < THEFTS_MS), now()];
    const owner = field;
    // During the event, `focus()` changes only `activeElement`, and the frame still receives the keys. An element that is already active
    // must first lose the focus.
    defer(() => {
      frame.blur();
      owner?.blur();
      owner?.focus();
    });
    if (thefts.length === MAX_THEFTS) onTheft();
  };
  const view = page.defaultView;
  page.addEventListener('keydown', note, true);
  page.addEventListener('focusin', arrive);
  page.addEventListener('focusout', lose);
  page.addEventListener('mousedown', stay, true);
  frame.addEventListener('mouseenter', allow);
  view?.addEventListener('blur', look);
  return () => {
    page.removeEventListener('keydown', note, true);
    page.removeEventListener('focusin', arrive);
    page.removeEventListener('focusout', lose);
    page.removeEventListener('mousedown', stay, true);
    frame.removeEventListener('mouseenter', allow);
    view?.removeEventListener('blur', look);
  };
}
