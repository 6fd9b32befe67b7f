import { tIn } from '../../../lib/i18n/t.ts';

const NAMES: Readonly<Record<string, () => string>> = {
  Ctrl: () => tIn('a key', 'Ctrl'),
  Shift: () => tIn('a key', 'Shift'),
  Alt: () => tIn('a key', 'Alt'),
  Enter: () => tIn('a key', 'Enter'),
  Space: () => tIn('a key', 'Space'),
  Tab: () => tIn('a key', 'Tab'),
  Escape: () => tIn('a key', 'Escape'),
  Backspace: () => tIn('a key', 'Backspace'),
  Delete: () => tIn('a key', 'Delete'),
  Insert: () => tIn('a key', 'Insert'),
  Home: () => tIn('a key', 'Home'),
  End: () => tIn('a key', 'End'),
  PageUp: () => tIn('a key', 'Page Up'),
  PageDown: () => tIn('a key', 'Page Down'),
  Up: () => tIn('a key', 'Up'),
  Down: () => tIn('a key', 'Down'),
  Left: () => tIn('a key', 'Left'),
  Right: () => tIn('a key', 'Right'),
};

/** Returns the label of a key on the user's keyboard, such as `Strg`. Keys without a name, such as `F` and `F2`, are unchanged. */
export function keyName(key: string): string {
  return Object.hasOwn(NAMES, key) ? (NAMES[key]?.() ?? key) : key;
}

/** Returns the labels of a stored chord: `Ctrl+Shift+F` becomes `Strg+Umschalt+F`. */
export function chordName(chord: string): string {
  return chord.split('+').map(keyName).join('+');
}
