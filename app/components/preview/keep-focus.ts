/**
 * Who pressed a key, or came to a field, so lately is typing. Milliseconds. Longer would shut out who moves without mouse and Tab, as
 * with a screen reader's cursor.
 */
const TYPING_MS = 2_000;
/** Times within `THEFTS_MS` after which it is no accident: a page that is loaded again may focus a field of its own. */
const MAX_THEFTS = 3;
const THEFTS_MS = 10_000;

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
 * A page may take the keyboard's focus at any time, and what the user types into the IDE would go to it: while they type in
 * a field, the focus goes back to it. The pointer that has moved into the frame since the last key, and Tab, say that the user means it.
 * Returns how to stop.
 */
export function keepFocus({ page, frame, now, defer, onTheft }: FocusGuard): () => void {
  let typedAt = Number.NEGATIVE_INFINITY;
  /** A key said that the focus shall leave. */
  let isLeaving = false;
  /** The field that has just lost the focus: it may have had it since before this began. */
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
    // While the browser still tells of the change, `focus()` moves this document's mark and leaves the keys with the frame; and what has
    // the mark already must lose it first.
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
