/**
 * Parts that the page does not need before the user can type: shortcuts, dialogs, palette and toasts. They are one chunk, because each
 * chunk adds some bytes to the first load.
 */
export { hintKeys } from '../commands/keys/hint-keys.ts';
export { pressKey } from '../commands/keys/press-key.ts';
export { DropMark } from './drop-mark.tsx';
export { Overlays } from './overlays.tsx';
