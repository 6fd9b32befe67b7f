import type { Reason } from '../../../protocol/texts/reason.ts';
import type { PossibleDirectories } from '../paths/possible-directories.ts';
import type { Launch } from './launchers.ts';
import type { ShellWord } from './shell-word.ts';

export interface PartAssignment {
  name: string;
  value: ShellWord;
  /** A `name=value` without an index, `+=` or a list. */
  isPlain: boolean;
}

export interface PartRedirect {
  operator: string;
  /** Null if there is none or the redirection is of an unusual kind. */
  target: ShellWord | null;
  text: string;
}

/** One simple command anywhere in the request, with all that is known before it runs. */
export interface CommandPart {
  /** The source text in the command. */
  text: string;
  /** The program and its operands; empty if there are only assignments or redirections. */
  words: readonly ShellWord[];
  assignments: readonly PartAssignment[];
  redirects: readonly PartRedirect[];
  place: PossibleDirectories;
  /** Set if the part asks regardless of its words. */
  asks: Reason | null;
  /** Runs another command that is a separate part, where its operands are judged. */
  wraps: boolean;
  /** Parts with the same number run in one pipeline, in list order. */
  pipeline: number;
  /** The part whose words contain this part's output. */
  within: CommandPart | null;
  /** Set if a launcher such as `npx` starts an installed package's program by name. */
  launch?: Launch;
  /** It only starts such a program, which is a separate part. */
  launches?: boolean;
  /** The command that runs this one, which is among its words. */
  wrapper?: CommandPart;
  /** Words that a `[[ … ]]` treats as paths. */
  tested?: readonly ShellWord[];
  /** Belongs to the grammar (a test, a loop variable): it runs nothing that a rule could name. */
  isGrammar?: boolean;
  /** Repeats an earlier text for another word of a loop's list. */
  isAgain?: boolean;
  /** Its definition calls itself at least twice, without end. */
  isBomb?: boolean;
}

/** Returns the program's name; null if unknown. */
export function programOf(part: CommandPart): string | null {
  const [first] = part.words;
  return first?.kind === 'literal' ? first.value : null;
}

/** Returns the values of the words; unknown words as written. */
export function roughWordsOf(part: CommandPart): string[] {
  return part.words.map((word) => (word.kind === 'unknown' ? word.text : word.value));
}
