import { WAITING_QUESTION } from '../../ui/hooks/focus-first.ts';
import { isPressed } from './is-pressed.ts';

/** Whether it is not scrolled away: nothing is approved that the user would have to look for. */
function isSeen(button: HTMLElement): boolean {
  const pane = button.closest('[role="log"]')?.getBoundingClientRect();
  const { top, bottom } = button.getBoundingClientRect();
  return pane === undefined || (top >= pane.top && bottom <= pane.bottom);
}

/**
 * The keys on a card's Approve, pressed where nothing is written: they answer the card if it is the only one that waits and is
 * seen, and lead to the one that they would answer otherwise. False: other keys, or nothing waits.
 */
export function answersWaiting(event: KeyboardEvent): boolean {
  if (!isPressed(event, 'approve')) return false;
  const cards = [...document.querySelectorAll<HTMLElement>(WAITING_QUESTION)];
  const card = cards.find(({ dataset }) => dataset['active'] === 'true') ?? cards[0];
  if (card === undefined) return false;
  // Held down, the keys would run through every card that comes up next.
  if (event.repeat) return true;
  const button = card.querySelector<HTMLElement>('[data-command="approve"]:not(:disabled)');
  if (cards.length === 1 && button !== null && isSeen(button)) button.click();
  else card.focus();
  return true;
}
