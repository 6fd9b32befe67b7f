import type { ExitStatus, SignalName } from './system-calls.ts';

/** Linux's numbers. */
export const signalNumbers: ReadonlyMap<SignalName, number> = new Map<SignalName, number>([
  ['SIGHUP', 1],
  ['SIGINT', 2],
  ['SIGQUIT', 3],
  ['SIGKILL', 9],
  ['SIGUSR1', 10],
  ['SIGUSR2', 12],
  ['SIGPIPE', 13],
  ['SIGTERM', 15],
  ['SIGCHLD', 17],
  ['SIGWINCH', 28],
]);

/** As a shell gives it in `$?`: 128 + n for one that a signal ended. */
export function shellExitCode({ exitCode, signal }: ExitStatus): number {
  return exitCode ?? 128 + (signal === null ? 0 : (signalNumbers.get(signal) ?? 0));
}
