import type { Variant } from './scene.ts';

/** The first line that the sandbox receives on start. */
export interface SandboxSetup {
  /** Absolute path of the folder with the project, the home folder and the neighbouring folder. */
  base: string;
  /** The only folder of PATH. */
  programs: string;
  /** The file where every started program records its arguments. */
  log: string;
  /** Precedes each command, on its own line. */
  prelude: string;
  /** Only the commands run in this world, so that all leftover processes can be killed. */
  isAlone: boolean;
}

export interface Job {
  command: string;
  /** Relative to the project. */
  folder: string;
  variant: Variant;
  milliseconds: number;
}

export interface Change {
  /** Relative to the base folder. */
  path: string;
  type: 'created' | 'changed' | 'removed' | 'touched';
  /** The content of an existing file; `null` for a folder, and for a file that was only touched. */
  content: string | null;
}

export interface Start {
  program: string;
  args: readonly string[];
  /** Its working directory, relative to the project; starts with `..` if outside. */
  folder: string;
}

export interface Outcome {
  stdout: string;
  stderr: string;
  /** `null` if it was ended by a signal or the time limit. */
  exitCode: number | null;
  changes: readonly Change[];
  /** Files below the base folder whose content was read. */
  opened: readonly string[];
  starts: readonly Start[];
}

export const LOG_START = '\u001d';
export const LOG_END = '\u001e';

/** Converts a folder of the machine to one relative to the project. */
export function folderIn(absolute: string): string {
  const found = /\/home\/project(?:\/(.*?))?\/?$/.exec(absolute);
  return found === null ? '..' : (found[1] ?? '');
}
