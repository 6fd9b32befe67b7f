/** Who pressed a key, or came to a field, so lately is typing. Milliseconds. */
const TYPING_MS = 1_000;
/** Times within `THEFTS_MS` after which it is no accident: a page that is loaded again may focus a field of its own. */
const MAX_THEFTS = 3;
const THEFTS_MS = 10_000;

export interface FocusGuard {
  page: Document;
  frame: HTMLIFrameElement;
  now(): number;
  /** Calls back in a task of its own. */
  defer(work: () => void): void;
  /** The user has a mouse: without one, nothing says that a finger has come into the frame. */
  hasMouse(): boolean;
  /** The page has taken the focus again and again. */
  onTheft(): void;
}

/**
 * A page may take the keyboard's focus at any time, and what the user types into the IDE would go to it: from a field, the focus
 * goes back to where it was. The pointer that has moved into the frame since the last key, and Tab, say that the user means it; so does
 * a finger, which a pause in typing stands for.
 * Returns how to stop.
 */
export function keepFocus({ page, frame, now, defer, hasMouse, onTheft }: FocusGuard): () => void {
  let typedAt = Number.NEGATIVE_INFINITY;
  let isPointerInside = false;
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
  const enter = () => {
    isPointerInside = true;
    typedAt = Number.NEGATIVE_INFINITY;
  };
  const exit = () => {
    isPointerInside = false;
  };
  const isTheft = () =>
    page.activeElement === frame && field !== null && !isLeaving && (now() - typedAt <= TYPING_MS || (hasMouse() && !isPointerInside));
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
  frame.addEventListener('mouseenter', enter);
  frame.addEventListener('mouseleave', exit);
  view?.addEventListener('blur', look);
  return () => {
    page.removeEventListener('keydown', note, true);
    page.removeEventListener('focusin', arrive);
    page.removeEventListener('focusout', lose);
    page.removeEventListener('mousedown', stay, true);
    frame.removeEventListener('mouseenter', enter);
    frame.removeEventListener('mouseleave', exit);
    view?.removeEventListener('blur', look);
  };
}
