import { findProgram } from './find-program.ts';

/** The login shells that are tried, by the names that users know them by. */
export const shellNames = ['bash', 'dash', 'zsh', 'fish', 'ash'] as const;
export type ShellName = (typeof shellNames)[number];

export interface FoundShell {
  name: ShellName;
  /** Of `ash`, the path of busybox, which runs as the shell by whose name it is called. */
  program: string;
}

export const foundShells: readonly FoundShell[] = shellNames.flatMap((name) => {
  const program = findProgram(name === 'ash' ? 'busybox' : name);
  return program === null ? [] : [{ name, program }];
});

const missing = shellNames.filter((name) => !foundShells.some((shell) => shell.name === name));

/** For a test that says so in its own name. */
export const missingShellsInWords =
  missing.length === 0 ? 'each shell is there' : `NOT TRIED, since they are not installed here: ${missing.join(', ')}`;
