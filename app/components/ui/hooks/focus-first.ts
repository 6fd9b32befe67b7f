export const WAITING_QUESTION = '[data-approval]';
/** By no name: that is in the user's language. */
export const MESSAGE_BOX = '.message-input textarea';

export function focusFirst(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus();
}
