import type { ExitStatus, SignalName } from './system-calls.ts';

/** The signal numbers of Linux. */
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

/** Returns the exit code as in a shell's `$?`: 128 + n if a signal ended the process. */
export function shellExitCode({ exitCode, signal }: ExitStatus): number {
  return exitCode ?? 128 + (signal === null ? 0 : (signalNumbers.get(signal) ?? 0));
}
