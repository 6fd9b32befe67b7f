import type { FileStatus } from '../../../abi/system-calls.ts';

const kindLetters: Record<FileStatus['kind'], string> = { file: '-', directory: 'd', symlink: 'l', pipe: 'p', terminal: 'c', socket: 's' };

/** `drwxr-xr-x`. */
export function modeText({ kind, mode }: Pick<FileStatus, 'kind' | 'mode'>): string {
  const permissions = [...'rwxrwxrwx'].map((letter, index) => ((mode & (0o400 >> index)) === 0 ? '-' : letter)).join('');
  return kindLetters[kind] + (kind === 'symlink' ? 'rwxrwxrwx' : permissions);
}

/** `755`, `u+x,go-w`, `a=rX` applied to a mode; null when it is none of them. */
export function changeMode(text: string, mode: number, isDirectory: boolean): number | null {
  if (/^[0-7]{1,4}$/.test(text)) return Number.parseInt(text, 8);
  let result = mode;
  for (const clause of text.split(',')) {
    const match = /^([ugoa]*)((?:[-+=][rwxXst]*)+)$/.exec(clause);
    if (match === null) return null;
    const [, who = '', changes = ''] = match;
    for (const [, operator = '+', letters = ''] of changes.matchAll(/([-+=])([rwxXst]*)/g)) {
      result = applyChange(result, who, operator, letters, isDirectory);
    }
  }
  return result;
}

function applyChange(mode: number, who: string, operator: string, letters: string, isDirectory: boolean): number {
  const isAll = who === '' || who.includes('a');
  const scope =
    (isAll || who.includes('u') ? 0o700 : 0) | (isAll || who.includes('g') ? 0o070 : 0) | (isAll || who.includes('o') ? 0o007 : 0);
  const isExecutable = letters.includes('x') || (letters.includes('X') && (isDirectory || (mode & 0o111) !== 0));
  const bits = (letters.includes('r') ? 0o444 : 0) | (letters.includes('w') ? 0o222 : 0) | (isExecutable ? 0o111 : 0);
  // Without `ugoa` the file mode mask (022) keeps group and others from writing.
  const chosen = bits & scope & (who === '' ? ~0o022 : ~0);
  if (operator === '+') return mode | chosen;
  if (operator === '-') return mode & ~(bits & scope);
  return (mode & ~scope) | chosen;
}
