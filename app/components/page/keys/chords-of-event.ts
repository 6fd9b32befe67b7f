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

/** What is printed on a keyboard of the United States at a place. */
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
 * The chords that a press may stand for, the likeliest first; none: it types, or is part of what an input method composes.
 *
 * Keys are distinguished by what is printed on them and not by their place: Ctrl+Z is beside Shift on one keyboard and in the middle of another,
 * and a user presses the letter that they read. Only where the keyboard gives no letter, digit or sign of ASCII the place decides, named as
 * on a keyboard of the United States: Ctrl+К of a Cyrillic one is Ctrl+R as it is for every other program; Alt+N of a Mac, a dead key, is
 * Alt+N; and the row of digits is one also where it types signs (French). So the same keys work in all layouts of a user who changes them.
 */
export function chordsOfEvent(event: PressedKey, isMac: boolean): readonly Chord[] {
  // AltGr is Ctrl+Alt on Windows, and types.
  if (event.isComposing || event.key === 'Process' || event.getModifierState('AltGraph')) return [];
  const { key, shiftKey, altKey } = event;
  const ctrl = isMac ? event.metaKey : event.ctrlKey;
  // The other one is of the system, or types as in a shell.
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
