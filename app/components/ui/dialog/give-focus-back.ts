import { focusFirst, MESSAGE_BOX } from '../hooks/focus-first.ts';

/** The focus goes back to where it was before something was opened; where that is gone, to the message box. */
export function giveFocusBack(before: Element | null): void {
  // Whatever took the focus meanwhile was meant to have it: another dialog, or the place that a command names.
  if (document.activeElement !== document.body) return;
  if (before instanceof HTMLElement && before.isConnected && before !== document.body) before.focus({ preventScroll: true });
  // Not where focusing would bring up a keyboard over the page.
  else if (window.matchMedia('(hover: hover)').matches) focusFirst(MESSAGE_BOX);
}
