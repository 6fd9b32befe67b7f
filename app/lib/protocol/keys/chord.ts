/** A combination of keys that are pressed together. */
export interface Chord {
  /** Cmd on a Mac. */
  ctrl: boolean;
  shift: boolean;
  alt: boolean;
  /** A capital letter, an ASCII digit or sign, or one of `NAMED_KEYS`. */
  key: string;
}

/** Keys that have a name. `Plus` is the `+` key, because `+` joins the keys of a chord. */
const NAMED_KEYS = [
  'Enter',
  'Space',
  'Tab',
  'Escape',
  'Backspace',
  'Delete',
  'Insert',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'Up',
  'Down',
  'Left',
  'Right',
  'Plus',
  ...Array.from({ length: 24 }, (_, index) => `F${index + 1}`),
];
const NAMES: ReadonlyMap<string, string> = new Map(NAMED_KEYS.map((name) => [name.toLowerCase(), name]));
const MODIFIERS: ReadonlyMap<string, 'ctrl' | 'shift' | 'alt'> = new Map([
  ['ctrl', 'ctrl'],
  ['cmd', 'ctrl'],
  ['shift', 'shift'],
  ['alt', 'alt'],
]);

/** Whether a chord with this key can include Shift. Not with digits and signs: whether they need Shift depends on the keyboard layout. */
export function takesShift(key: string): boolean {
  return key.length > 1 ? key !== 'Plus' : /[A-Z]/.test(key);
}

/** Parses `Ctrl+Shift+F`, also as a user would type it into a settings file. Returns null if it is not a valid chord. */
export function parseChord(text: string): Chord | null {
  const parts = text.split('+').map((part) => part.trim().toLowerCase());
  const last = parts.pop() ?? '';
  const key = NAMES.get(last) ?? (/^[!-*,-~]$/.test(last) ? last.toUpperCase() : null);
  if (key === null) return null;
  const chord: Chord = { ctrl: false, shift: false, alt: false, key };
  for (const part of parts) {
    const modifier = MODIFIERS.get(part);
    if (modifier === undefined || chord[modifier]) return null;
    chord[modifier] = true;
  }
  return chord.shift && !takesShift(key) ? null : chord;
}

/** The text under which a chord is stored, shown and compared. */
export function chordText({ ctrl, shift, alt, key }: Chord): string {
  return [ctrl && 'Ctrl', shift && 'Shift', alt && 'Alt', key].filter(Boolean).join('+');
}
