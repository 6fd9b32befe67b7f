import type { Variant } from './scene.ts';

/** What the sandbox is given when it starts, in the first line. */
export interface SandboxSetup {
  /** Absolute path of the folder that holds project, home folder and neighbour. */
  base: string;
  /** The only folder of PATH. */
  programs: string;
  /** Where every program that is started writes its words. */
  log: string;
  /** Comes before each command, on a line of its own. */
  prelude: string;
  /** Nobody but the commands runs in this world, so that all that is left of one can be ended. */
  isAlone: boolean;
}

export interface Job {
  command: string;
  /** Below the project. */
  folder: string;
  variant: Variant;
  milliseconds: number;
}

export interface Change {
  /** Below the base folder. */
  path: string;
  type: 'created' | 'changed' | 'removed' | 'touched';
  /** Of a file that is there now; null for a folder, and for what was only touched. */
  content: string | null;
}

export interface Start {
  program: string;
  args: readonly string[];
  /** Where it was, below the project; `..` and the like outside of it. */
  folder: string;
}

export interface Outcome {
  stdout: string;
  stderr: string;
  /** Null: it was ended by a signal, or by the time limit. */
  exitCode: number | null;
  changes: readonly Change[];
  /** Files below the base folder whose content was read. */
  opened: readonly string[];
  starts: readonly Start[];
}

export const LOG_START = '\u001d';
export const LOG_END = '\u001e';

/** A folder of the machine as the project's own. */
export function folderIn(absolute: string): string {
  const found = /\/home\/project(?:\/(.*?))?\/?$/.exec(absolute);
  return found === null ? '..' : (found[1] ?? '');
}
