import { t } from '../../../lib/i18n/t.ts';
import type { PickEnd } from '../../../lib/picker/pick-in-page.ts';

/** Texts for picking an element. */
export const PICK_TEXT = {
  button: () => t('Pick an element'),
  tip: { off: () => t('Pick an element for the message'), on: () => t('Leave picking (Escape)') },
  on: () =>
    t(
      'Picking is on: press an element in the page, or walk with the arrow keys (up to what holds it, down into it, left and right beside it). Enter picks, Escape leaves.',
    ),
  hint: () => t('Press an element, or use arrow keys and Enter. Escape leaves.'),
  off: () => t('Picking is off.'),
  /** The element that the keyboard has moved to. */
  stop: (name: string, text: string, width: number, height: number) =>
    text === ''
      ? t('{name}, {width} by {height}', { name, width, height })
      : t('{name}, {text}, {width} by {height}', { name, text, width, height }),
  picked: (name: string) => t('{name} is in the message box. Nothing is sent yet.', { name }),
  open: (place: string) => t('Open {place}', { place }),
  dismiss: () => t('Dismiss'),
  ends: {
    silent: () => t('The page does not answer: it may hang, or not be a page of this program. Reload the preview and try again.'),
    failed: () => t('The page’s own policy (Content-Security-Policy) does not let elements be picked in it.'),
    flooded: () => t('The page sent messages without end. Nothing was picked.'),
    reloaded: () => t('Another page has been loaded. Pick again in it.'),
  } satisfies Record<Exclude<PickEnd, 'picked' | 'left'> | 'reloaded', () => string>,
} as const;
