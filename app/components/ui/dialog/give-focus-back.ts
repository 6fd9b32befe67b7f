import { focusFirst, MESSAGE_BOX } from '../hooks/focus-first.ts';

/** Returns the focus to the element that had it before something opened, or to the message box if that is gone. */
export function giveFocusBack(before: Element | null): void {
  // Keeps a focus that was moved on purpose meanwhile, to another dialog or by a command.
  if (document.activeElement !== document.body) return;
  if (before instanceof HTMLElement && before.isConnected && before !== document.body) before.focus({ preventScroll: true });
  // Does not focus where that would open an on-screen keyboard.
  else if (window.matchMedia('(hover: hover)').matches) focusFirst(MESSAGE_BOX);
}
