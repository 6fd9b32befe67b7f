import { WAITING_QUESTION } from '../../ui/hooks/focus-first.ts';
import { isPressed } from './is-pressed.ts';

/** Whether the button is scrolled into view: nothing is approved that the user cannot see. */
function isSeen(button: HTMLElement): boolean {
  const pane = button.closest('[role="log"]')?.getBoundingClientRect();
  const { top, bottom } = button.getBoundingClientRect();
  return pane === undefined || (top >= pane.top && bottom <= pane.bottom);
}

/**
 * Handles the Approve keys pressed outside of a text. Answers the card if it is the only one that waits and is in view; otherwise focuses
 * the one that they would answer. Returns false for other keys or if nothing waits.
 */
export function answersWaiting(event: KeyboardEvent): boolean {
  if (!isPressed(event, 'approve')) return false;
  const cards = [...document.querySelectorAll<HTMLElement>(WAITING_QUESTION)];
  const card = cards.find(({ dataset }) => dataset['active'] === 'true') ?? cards[0];
  if (card === undefined) return false;
  // Key repeat would answer every card that appears next.
  if (event.repeat) return true;
  const button = card.querySelector<HTMLElement>('[data-command="approve"]:not(:disabled)');
  if (cards.length === 1 && button !== null && isSeen(button)) button.click();
  else card.focus();
  return true;
}
