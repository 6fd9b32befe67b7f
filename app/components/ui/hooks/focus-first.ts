export const WAITING_QUESTION = '[data-approval]';
/** A selector and not a name, because names are translated. */
export const MESSAGE_BOX = '.message-input textarea';

export function focusFirst(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus();
}
