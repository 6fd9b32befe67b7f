import type { FileStatus } from '../../../abi/system-calls.ts';

const kindLetters: Record<FileStatus['kind'], string> = {
  file: '-',
  directory: 'd',
  symlink: 'l',
  pipe: 'p',
  terminal: 'c',
  console: 'c',
  socket: 's',
};

/** Returns a mode as text, such as `drwxr-xr-x`. */
export function modeText({ kind, mode }: Pick<FileStatus, 'kind' | 'mode'>): string {
  const letters = [...'rwxrwxrwx'].map((letter, index) => ((mode & (0o400 >> index)) === 0 ? '-' : letter));
  for (const { bit, at, letter } of SPECIAL_BITS) {
    if ((mode & bit) !== 0) letters[at] = letters[at] === 'x' ? letter : letter.toUpperCase();
  }
  return kindLetters[kind] + (kind === 'symlink' ? 'rwxrwxrwx' : letters.join(''));
}

/** Shown in place of an `x`, as a capital letter if there is no `x`. */
const SPECIAL_BITS = [
  { bit: 0o4000, at: 2, letter: 's' },
  { bit: 0o2000, at: 5, letter: 's' },
  { bit: 0o1000, at: 8, letter: 't' },
] as const;

/** Applies `755`, `u+x,go-w`, `a=rX` or `g=u` to a mode. Returns null for an invalid change. */
export function changeMode(text: string, mode: number, isDirectory: boolean): number | null {
  if (/^[0-7]{1,4}$/.test(text)) return Number.parseInt(text, 8);
  let result = mode;
  for (const clause of text.split(',')) {
    const match = /^([ugoa]*)((?:[-+=](?:[ugo]|[rwxXst]*))+)$/.exec(clause);
    if (match === null) return null;
    const [, who = '', changes = ''] = match;
    for (const [, operator = '+', letters = ''] of changes.matchAll(/([-+=])([ugo]|[rwxXst]*)/g)) {
      result = applyChange(result, who, operator, letters, isDirectory);
    }
  }
  return result;
}

function applyChange(mode: number, who: string, operator: string, letters: string, isDirectory: boolean): number {
  const isAll = who === '' || who.includes('a');
  const scope =
    (isAll || who.includes('u') ? 0o4700 : 0) | (isAll || who.includes('g') ? 0o2070 : 0) | (isAll || who.includes('o') ? 0o1007 : 0);
  const bits = bitsOf(letters, mode, isDirectory);
  // Without `ugoa`, the file mode mask (022) keeps group and others from writing.
  const chosen = bits & scope & (who === '' ? ~0o022 : ~0);
  if (operator === '+') return mode | chosen;
  if (operator === '-') return mode & ~(bits & scope);
  // A folder keeps its set-ID bits unless they are named.
  const kept = isDirectory && !letters.includes('s') ? 0o6000 : 0;
  return (mode & ~(scope & ~kept)) | chosen;
}

function bitsOf(letters: string, mode: number, isDirectory: boolean): number {
  // `g=u` copies the permissions of another class.
  const copied = 'ugo'.indexOf(letters);
  if (letters !== '' && copied !== -1) return ((mode >> (6 - copied * 3)) & 7) * 0o111;
  const isExecutable = letters.includes('x') || (letters.includes('X') && (isDirectory || (mode & 0o111) !== 0));
  return (
    (letters.includes('r') ? 0o444 : 0) |
    (letters.includes('w') ? 0o222 : 0) |
    (isExecutable ? 0o111 : 0) |
    (letters.includes('s') ? 0o6000 : 0) |
    (letters.includes('t') ? 0o1000 : 0)
  );
}
