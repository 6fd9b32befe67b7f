import type { ProcessBoot } from '../kernel/wire.ts';
import type { ProgramContext } from './program.ts';
import { programList } from './program-list.ts';
import { createSystemCallClient } from './system-call-client.ts';

/** Runs the program of this worker to its end. The kernel ends the worker when it hears of the exit. */
export async function runProcess(boot: ProcessBoot): Promise<void> {
  const { system, openChannel, startThread } = createSystemCallClient(boot.port, boot.buffer);
  const { pid, parentPid, args, env, cwd, origin, threadPort } = boot;
  const context: ProgramContext = { pid, parentPid, args, env, cwd, origin, system, openChannel, startThread };
  if (threadPort !== undefined) context.threadPort = threadPort;
  const fail = async (error: unknown): Promise<number> => {
    const text = error instanceof Error ? (error.stack ?? String(error)) : String(error);
    await system.async('write', 2, new TextEncoder().encode(`${text}\n`), null).catch(() => {});
    return 1;
  };
  const exit = (exitCode: number): void => void system.async('exit', exitCode);
  // Node tells of its own uncaught errors, as node does.
  if (boot.program !== 'node') {
    const failLate = (error: unknown): void => void fail(error).then(exit);
    addEventListener('error', (event: ErrorEvent) => failLate(event.error ?? event.message));
    addEventListener('unhandledrejection', (event: PromiseRejectionEvent) => failLate(event.reason));
  }
  let exitCode: number;
  try {
    const program = await programList[boot.program]();
    exitCode = await program(context);
  } catch (error) {
    exitCode = await fail(error);
  }
  // A thread has told who started it.
  if (threadPort === undefined) exit(exitCode);
}
