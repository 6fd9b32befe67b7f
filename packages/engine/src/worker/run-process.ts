import type { ProgramContext } from '../abi/program.ts';
import { createSystemCallClient } from '../abi/system-call-client.ts';
import type { ProcessBoot } from '../abi/wire.ts';
import { programList } from './program-list.ts';

export interface EndedRun {
  /** True if the program leaves nothing in this worker, which the kernel will reuse. */
  isClean: boolean;
  /** Informs the kernel, which otherwise ends the worker. */
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
  // Node reports its own uncaught errors.
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
  // A thread has already informed its parent.
  return { isClean: false, exit: () => (threadPort === undefined ? exit(exitCode) : undefined) };
}
