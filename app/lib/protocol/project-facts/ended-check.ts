import type { CommandCheck } from '../tool-effect.ts';

/** A build, type check, lint run or test that a command has run to its end. */
export interface EndedCheck {
  kind: CommandCheck['kind'];
  program: string;
  /** The project or configuration that was named; empty if none was. */
  project: string;
  /** The files, folders or targets that were named; empty for a run over everything. */
  operands: readonly string[];
  hasPassed: boolean;
  /** All that it printed is in the command's output, and it reports failures: what it did not report again is gone. */
  isWhole: boolean;
}
