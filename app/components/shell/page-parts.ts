/** What the page does without until it can be typed in: what keys do, dialogs, palette and toasts. One part: each costs the first load some bytes. */
export { hintKeys } from '../commands/keys/hint-keys.ts';
export { pressKey } from '../commands/keys/press-key.ts';
export { DropMark } from './drop-mark.tsx';
export { Overlays } from './overlays.tsx';
