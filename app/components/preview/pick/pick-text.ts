import type { PickEnd } from '../../../lib/picker/pick-in-page.ts';

/** What picking an element says. */
export const PICK_TEXT = {
  button: 'Pick an element',
  tip: { off: 'Pick an element for the message', on: 'Leave picking (Escape)' },
  on: 'Picking is on: press an element in the page, or walk with the arrow keys (up to what holds it, down into it, left and right beside it). Enter picks, Escape leaves.',
  hint: 'Press an element, or use arrow keys and Enter. Escape leaves.',
  off: 'Picking is off.',
  /** What the keyboard has come to. */
  stop: (name: string, text: string, width: number, height: number) =>
    text === '' ? `${name}, ${width} by ${height}` : `${name}, ${text}, ${width} by ${height}`,
  picked: (name: string) => `${name} is in the message box. Nothing is sent yet.`,
  open: (place: string) => `Open ${place}`,
  dismiss: 'Dismiss',
  ends: {
    silent: 'The page does not answer: it may hang, or not be a page of this program. Reload the preview and try again.',
    failed: 'The page’s own policy (Content-Security-Policy) does not let elements be picked in it.',
    flooded: 'The page sent messages without end. Nothing was picked.',
    reloaded: 'Another page has been loaded. Pick again in it.',
  } satisfies Record<Exclude<PickEnd, 'picked' | 'left'> | 'reloaded', string>,
} as const;
