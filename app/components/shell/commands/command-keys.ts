/** What the page's keys need, in a part of its own. */

export { hintKeys } from './keys/hint-keys.ts';
export { pressKey } from './keys/press-key.ts';
