import type { ProgramName } from '../abi/program.ts';

export interface WarmUp {
  programs: readonly ProgramName[];
  /** Loads the program's module and its dependencies. */
  load(name: ProgramName): Promise<unknown>;
  /** Returns whether the worker runs a program, with which further loading would interfere. */
  isBooted(): boolean;
  /** Waits a while, because the worker may be about to be used. */
  pause(): Promise<unknown>;
}

/**
 * Loads programs one at a time, with pauses, until the worker is used. From then on nothing of the page is called any more, because the
 * program may replace its globals.
 */
export async function warmUp({ programs, load, isBooted, pause }: WarmUp): Promise<void> {
  for (const name of programs) {
    if (isBooted()) return;
    // A program that cannot be loaded reports it when it is run.
    await load(name).catch(() => {});
    if (isBooted()) return;
    await pause();
  }
}
