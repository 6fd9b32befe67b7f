/// <reference lib="webworker" />
import type { ProcessBoot, ProcessWarmUp } from '../kernel/wire.ts';
import { programList } from './program-list.ts';
import { runProcess } from './run-process.ts';

// Entry of every process's worker. It waits: a spare one is kept so that starting a process costs no parsing.
declare const self: DedicatedWorkerGlobalScope;

self.onmessage = ({ data: message }: MessageEvent<ProcessBoot | ProcessWarmUp>) => {
  if (message.type === 'boot') {
    self.onmessage = null;
    void runProcess(message);
    return;
  }
  // A program that cannot be loaded says so when it is run.
  for (const name of message.programs) programList[name]().catch(() => {});
};
