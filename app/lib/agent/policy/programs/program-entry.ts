import type { Reason } from '../../../protocol/texts/reason.ts';
import type { CommandLine, ReadArguments } from '../parse/arguments.ts';
import type { Judging } from './judge-use.ts';

/** Everything that the policy knows about a program. To add a program, add one entry. */
export interface ProgramEntry extends CommandLine {
  /** Returns a reason to ask that the tables cannot express; otherwise null. */
  check?: (read: ReadArguments, judging: Judging) => Reason | null;
}

/** Creates one entry for several programs with the same command line syntax. */
export function programs(names: string, entry: ProgramEntry): (readonly [string, ProgramEntry])[] {
  return names.split(' ').map((name) => [name, entry] as const);
}
