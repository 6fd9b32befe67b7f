import type { Reason } from '../../../protocol/texts/reason.ts';
import type { PossibleDirectories } from '../paths/possible-directories.ts';
import type { ShellWord } from './shell-word.ts';

export interface PartAssignment {
  name: string;
  value: ShellWord;
  /** `name=value`, with neither an index nor `+=` nor a list. */
  isPlain: boolean;
}

export interface PartRedirect {
  operator: string;
  /** Null: none is there, or the redirection is of an odd kind. */
  target: ShellWord | null;
  text: string;
}

/** One simple command somewhere in what was asked for, with all that is known of it before it runs. */
export interface CommandPart {
  /** As it is in the command. */
  text: string;
  /** The program and its operands; empty where there are only assignments or redirections. */
  words: readonly ShellWord[];
  assignments: readonly PartAssignment[];
  redirects: readonly PartRedirect[];
  place: PossibleDirectories;
  /** Asks whatever its words are. */
  asks: Reason | null;
  /** Runs another command that is a part of its own: its operands are judged there. */
  wraps: boolean;
  /** Parts with one number run in one pipeline, in the order of the list. */
  pipeline: number;
  /** The part whose words this one's output becomes. */
  within: CommandPart | null;
  /** Its program is fetched where no installed package has it. */
  isFetched?: boolean;
  /** The command that runs this one, which is among its words. */
  wrapper?: CommandPart;
  /** Of a `[[ … ]]` the words it takes for paths. */
  tested?: readonly ShellWord[];
  /** Belongs to the grammar (a test, a loop's variable): nothing runs that a rule could name. */
  isGrammar?: boolean;
  /** The same text as before, for a further word of a loop's list. */
  isAgain?: boolean;
  /** Its definition runs itself twice and more, without end. */
  isBomb?: boolean;
}

/** The program's name where it is known. */
export function programOf(part: CommandPart): string | null {
  const [first] = part.words;
  return first?.kind === 'literal' ? first.value : null;
}

/** The values of its words where each is known; what is not is as it was written. */
export function roughWordsOf(part: CommandPart): string[] {
  return part.words.map((word) => (word.kind === 'unknown' ? word.text : word.value));
}
