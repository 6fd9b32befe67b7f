import type { ProgramContext } from '../abi/program.ts';
import { createSystemCallClient } from '../abi/system-call-client.ts';
import type { ProcessBoot } from '../abi/wire.ts';
import { programList } from './program-list.ts';

export interface EndedRun {
  /** Nothing of the program is left in this worker: the kernel will use it again. */
  isClean: boolean;
  /** Tells the kernel, which ends the worker otherwise. */
  exit(): void;
}

/** Runs the program of this worker to its end. */
export async function runProcess(boot: ProcessBoot): Promise<EndedRun> {
  const { system, openChannel, startThread, keepModule, isIdle, noteClean } = createSystemCallClient(boot.port, boot.buffer);
  const { pid, parentPid, args, env, cwd, origin, threadPort } = boot;
  let isClean = false;
  const leaveClean = (): void => {
    isClean = true;
  };
  const context: ProgramContext = { pid, parentPid, args, env, cwd, origin, system, openChannel, startThread, keepModule, leaveClean };
  if (threadPort !== undefined) context.threadPort = threadPort;
  const fail = async (error: unknown): Promise<number> => {
    const text = error instanceof Error ? (error.stack ?? String(error)) : String(error);
    await system.async('write', 2, new TextEncoder().encode(`${text}\n`), null).catch(() => {});
    return 1;
  };
  const exit = (exitCode: number): void => void system.async('exit', exitCode);
  const listening = new AbortController();
  // Node tells of its own uncaught errors, as node does.
  if (boot.program !== 'node') {
    const failLate = (error: unknown): void => void fail(error).then(exit);
    const { signal } = listening;
    addEventListener('error', (event: ErrorEvent) => failLate(event.error ?? event.message), { signal });
    addEventListener('unhandledrejection', (event: PromiseRejectionEvent) => failLate(event.reason), { signal });
  }
  let exitCode: number;
  try {
    const program = await programList[boot.program]();
    exitCode = await program(context);
  } catch (error) {
    isClean = false;
    exitCode = await fail(error);
  }
  if (isClean && isIdle()) {
    listening.abort();
    return {
      isClean,
      exit() {
        noteClean();
        exit(exitCode);
      },
    };
  }
  // A thread has told who started it.
  return { isClean: false, exit: () => (threadPort === undefined ? exit(exitCode) : undefined) };
}
