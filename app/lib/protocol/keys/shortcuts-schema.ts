import { z } from 'zod';
import { chordText, parseChord } from './chord.ts';

const LONGEST = 100;
/** Far above the number of commands. */
const MOST = 1_000;

/** The user's own shortcuts, by command id; an empty string means that the command has no shortcut. */
export type Shortcuts = Readonly<Record<string, string>>;

/**
 * Drops invalid entries and keeps the rest: the file may come from a newer Devonz, or may be written by hand. The code that defines the
 * commands checks whether the ids exist.
 */
export const shortcutsSchema = z.record(z.string(), z.unknown()).transform((given): Record<string, string> => {
  const found = Object.entries(given).flatMap(([id, keys]): [string, string][] => {
    if (id.length > LONGEST || typeof keys !== 'string' || keys.length > LONGEST) return [];
    const chord = keys === '' ? null : parseChord(keys);
    return keys === '' ? [[id, '']] : chord === null ? [] : [[id, chordText(chord)]];
  });
  return Object.fromEntries(found.slice(0, MOST));
});
