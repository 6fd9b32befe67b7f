import { type Chord, takesShift } from '../../../lib/protocol/keys/chord.ts';

export type PressedKey = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey' | 'isComposing' | 'getModifierState'
>;

const NAMES: ReadonlyMap<string, string> = new Map([
  [' ', 'Space'],
  ['+', 'Plus'],
  ['ArrowUp', 'Up'],
  ['ArrowDown', 'Down'],
  ['ArrowLeft', 'Left'],
  ['ArrowRight', 'Right'],
]);
const NAMED = /^(?:Enter|Tab|Escape|Backspace|Delete|Insert|Home|End|PageUp|PageDown|F\d\d?)$/;

/** The character of a key on a US keyboard, by its position. */
const SIGNS: ReadonlyMap<string, string> = new Map([
  ['Comma', ','],
  ['Period', '.'],
  ['Slash', '/'],
  ['Semicolon', ';'],
  ['Quote', "'"],
  ['BracketLeft', '['],
  ['BracketRight', ']'],
  ['Backslash', '\\'],
  ['Backquote', '`'],
  ['Minus', '-'],
  ['Equal', '='],
]);

/**
 * Returns the chords that a key press may mean, the most likely first; empty if it types or is part of a composition.
 *
 * Keys are identified by their character and not by their position: Ctrl+Z is next to Shift on one keyboard and in the middle of another,
 * and the user presses the letter on the key. Only if the layout gives no ASCII letter, digit or sign, the position decides, named as on a
 * US keyboard: Ctrl+К on a Cyrillic layout is Ctrl+R as for every other program; Alt+N on a Mac, a dead key, is Alt+N; and the row of
 * digits also counts as digits where it types signs (French). So the same keys work in all layouts between which a user switches.
 */
export function chordsOfEvent(event: PressedKey, isMac: boolean): readonly Chord[] {
  // AltGr is Ctrl+Alt on Windows, and types characters.
  if (event.isComposing || event.key === 'Process' || event.getModifierState('AltGraph')) return [];
  const { key, shiftKey, altKey } = event;
  const ctrl = isMac ? event.metaKey : event.ctrlKey;
  // The other modifier belongs to the system, or to a shell.
  if (isMac ? event.ctrlKey : event.metaKey) return [];
  const chordWith = (name: string): Chord => ({ ctrl, alt: altKey, shift: shiftKey && takesShift(name), key: name });
  const names = [printed(key), atPlace(event)].filter((name): name is string => name !== null);
  return [...new Set(names)].map(chordWith);
}

function printed(key: string): string | null {
  const named = NAMES.get(key) ?? (NAMED.test(key) ? key : null);
  return named ?? (/^[!-~]$/.test(key) ? key.toUpperCase() : null);
}

function atPlace({ key, code, shiftKey }: PressedKey): string | null {
  const digit = /^Digit(\d)$/.exec(code)?.[1];
  if (digit !== undefined) return shiftKey || /^\d$/.test(key) ? null : digit;
  if (printed(key) !== null) return null;
  return /^Key([A-Z])$/.exec(code)?.[1] ?? SIGNS.get(code) ?? null;
}
