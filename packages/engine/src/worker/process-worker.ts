/// <reference lib="webworker" />

import type { ProcessBoot, ProcessWarmUp } from '../abi/wire.ts';
import { programList } from './program-list.ts';
import { runProcess } from './run-process.ts';
import { warmUp } from './warm-up.ts';

// Entry of every process's worker. It waits for a program, so that a spare one needs no parsing when a process starts.
declare const self: DedicatedWorkerGlobalScope;

/** In milliseconds. A `boot` message waits while a program is being loaded. */
const PAUSE = 250;

/** Whether a program runs here. */
let isBooted = false;

function waitForProgram(): void {
  isBooted = false;
  self.onmessage = ({ data: message }: MessageEvent<ProcessBoot | ProcessWarmUp>) => {
    if (message.type === 'warm-up') {
      void warmUp({
        programs: message.programs,
        load: (name) => programList[name](),
        isBooted: () => isBooted,
        pause: () => new Promise((resolve) => setTimeout(resolve, PAUSE)),
      });
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

waitForProgram();
