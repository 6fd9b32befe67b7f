import type { ProgramName } from '../abi/program.ts';

export interface WarmUp {
  programs: readonly ProgramName[];
  /** Loads what the program's module is made of. */
  load(name: ProgramName): Promise<unknown>;
  /** Whether the worker runs a program: what is still to be loaded would only be in its way. */
  isBooted(): boolean;
  /** A while: whoever started the worker may be about to use it. */
  pause(): Promise<unknown>;
}

/**
 * Loads one program after the other, unhurried, until the worker is used. Once it is, nothing of the page is called any more: its globals
 * are the program's to replace.
 */
export async function warmUp({ programs, load, isBooted, pause }: WarmUp): Promise<void> {
  for (const name of programs) {
    if (isBooted()) return;
    // A program that cannot be loaded says so when it is run.
    await load(name).catch(() => {});
    if (isBooted()) return;
    await pause();
  }
}
