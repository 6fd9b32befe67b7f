import type { CommandLine, ReadArguments } from './arguments.ts';
import type { Judging } from './judge-use.ts';
import type { ShellWord } from './shell-word.ts';

/** All that the policy knows of a program. To add one is to add one entry. */
export interface ProgramEntry extends CommandLine {
  /** Asks whatever follows. */
  asks?: string;
  /** What the tables cannot say: why this use asks, else null. */
  check?: (read: ReadArguments, judging: Judging) => string | null;
}

/** A program with a language of its own, which is read by hand. Undefined: it has no such command, and is judged like any other. */
export type ProgramJudge = (words: readonly ShellWord[], judging: Judging) => string | null;

/** The values of words where each is known; what is not becomes null. */
export function valuesOf(words: readonly ShellWord[]): (string | null)[] {
  return words.map((word) => (word.kind === 'literal' ? word.value : null));
}
