import type { Reason } from '../../../protocol/texts/reason.ts';
import type { CommandLine, ReadArguments } from '../parse/arguments.ts';
import type { Judging } from './judge-use.ts';

/** All that the policy knows of a program. To add one is to add one entry. */
export interface ProgramEntry extends CommandLine {
  /** What the tables cannot say: why this use asks, else null. */
  check?: (read: ReadArguments, judging: Judging) => Reason | null;
}

/** One entry for several programs that read their command lines alike. */
export function programs(names: string, entry: ProgramEntry): (readonly [string, ProgramEntry])[] {
  return names.split(' ').map((name) => [name, entry] as const);
}
