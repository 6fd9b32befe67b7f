export const WAITING_QUESTION = '[data-approval]';
export const MESSAGE_BOX = 'textarea[aria-label="Message"]';

export function focusFirst(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus();
}
