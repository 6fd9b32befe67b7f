import { type Chord, chordText } from '../../../lib/protocol/keys/chord.ts';

/**
 * `types`: it types into the focused element. `browser`: the browser keeps it, or should. `edits`: every text field uses it. `system`: the
 * operating system uses it.
 */
export type RefusedFor = 'types' | 'browser' | 'edits' | 'system';

const REFUSED: ReadonlyMap<string, RefusedFor> = new Map([
  ...listed('browser', [
    'Ctrl+W, Ctrl+T, Ctrl+N, Ctrl+Q, Ctrl+R, Ctrl+Shift+W, Ctrl+Shift+T, Ctrl+Shift+N, Ctrl+Shift+Q, Ctrl+Shift+R',
    'Ctrl+Tab, Ctrl+Shift+Tab, Ctrl+PageUp, Ctrl+PageDown, Ctrl+F4, F5, F6, F11, Alt+Left, Alt+Right, Alt+Home',
  ]),
  ...listed('edits', [
    'Ctrl+A, Ctrl+C, Ctrl+V, Ctrl+X, Ctrl+Y, Ctrl+Z, Ctrl+Shift+V, Ctrl+Shift+Z, Ctrl+Insert, Ctrl+Backspace, Ctrl+Delete',
    'Ctrl+Left, Ctrl+Right, Ctrl+Up, Ctrl+Down, Ctrl+Home, Ctrl+End, Ctrl+Shift+Left, Ctrl+Shift+Right, Ctrl+Shift+Home, Ctrl+Shift+End',
  ]),
  ...listed('system', ['Alt+F4, Alt+Tab, Alt+Escape, Alt+Space, Ctrl+Escape, Ctrl+Alt+Delete']),
]);

function listed(why: RefusedFor, lines: readonly string[]): [string, RefusedFor][] {
  return lines.flatMap((line) => line.split(', ').map((text): [string, RefusedFor] => [text, why]));
}

/** Returns why these keys cannot be assigned to a command, or null if they can. */
export function refusedChord(chord: Chord): RefusedFor | null {
  if (!chord.ctrl && !chord.alt && !/^F\d/.test(chord.key)) return 'types';
  return REFUSED.get(chordText(chord)) ?? null;
}
