/// <reference lib="webworker" />

import type { ProgramName } from '../abi/program.ts';
import type { ProcessBoot, ProcessWarmUp } from '../abi/wire.ts';
import { programList } from './program-list.ts';
import { runProcess } from './run-process.ts';

// Entry of every process's worker. It waits: a spare one is kept so that starting a process costs no parsing.
declare const self: DedicatedWorkerGlobalScope;

/** Then what is still to be warmed up would only be in the program's way. */
let isBooted = false;

function waitForProgram(): void {
  isBooted = false;
  self.onmessage = ({ data: message }: MessageEvent<ProcessBoot | ProcessWarmUp>) => {
    if (message.type === 'warm-up') {
      void warmUp(message.programs);
      return;
    }
    isBooted = true;
    self.onmessage = null;
    void run(message);
  };
}

async function run(boot: ProcessBoot): Promise<void> {
  const { isClean, exit } = await runProcess(boot);
  if (isClean) waitForProgram();
  exit();
}

/** Milliseconds: whoever starts a worker may be about to use it, and a `boot` waits for the program that is being loaded. */
const PAUSE = 250;

/** One after the other, unhurried. */
async function warmUp(programs: ProgramName[]): Promise<void> {
  for (const name of programs) {
    if (isBooted) return;
    // A program that cannot be loaded says so when it is run.
    await programList[name]().catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

waitForProgram();
