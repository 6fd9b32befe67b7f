import { z } from 'zod';
import { chordText, parseChord } from './chord.ts';

const LONGEST = 100;
/** More than there are commands. */
const MOST = 1_000;

/** The user's own keys, by the id of a command; empty: it has none. */
export type Shortcuts = Readonly<Record<string, string>>;

/**
 * What cannot be keys is left out and the rest taken: a file may come from a newer Devonz, or have been written by hand. Whether there is a
 * command of an id is known where the commands are.
 */
export const shortcutsSchema = z.record(z.string(), z.unknown()).transform((given): Record<string, string> => {
  const found = Object.entries(given).flatMap(([id, keys]): [string, string][] => {
    if (id.length > LONGEST || typeof keys !== 'string' || keys.length > LONGEST) return [];
    const chord = keys === '' ? null : parseChord(keys);
    return keys === '' ? [[id, '']] : chord === null ? [] : [[id, chordText(chord)]];
  });
  return Object.fromEntries(found.slice(0, MOST));
});
