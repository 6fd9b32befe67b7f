import { WorkspaceError } from '../types.ts';
import type { RunningCommand } from './running-command.ts';

export interface StartRequest {
  attempt(): Promise<RunningCommand>;
  /** Then the shell must report that it has begun in time; otherwise it counts as failed. */
  hasNotes: boolean;
  /** Milliseconds. */
  startTime: number;
  startTries: 1 | 2;
  signal: AbortSignal;
  onRetry(): void;
}

/** Watchdog for the shell's start: a shell that hangs before its first report is killed, perhaps started once more, then given up. */
export async function startWithin(request: StartRequest): Promise<RunningCommand> {
  const first = await tryOnce(request);
  if (first !== null) return first;
  const seconds = request.startTime / 1_000;
  if (request.startTries === 1)
    throw new WorkspaceError(
      'EUNAVAILABLE',
      `The shell did not start within ${seconds} seconds. Perhaps it was started; it is not started again.`,
    );
  request.onRetry();
  const second = await tryOnce(request);
  if (second === null)
    throw new WorkspaceError(
      'EUNAVAILABLE',
      `The shell did not start within ${seconds} seconds, twice. Nothing was run. Ask the user to start the runtime again.`,
    );
  return second;
}

/** Returns null if it did not start in time. */
function tryOnce({ attempt, hasNotes, startTime, signal }: StartRequest): Promise<RunningCommand | null> {
  return new Promise((resolve, reject) => {
    const state: { isOver: boolean; running: RunningCommand | null } = { isOver: false, running: null };
    const finish = (result: RunningCommand | null) => {
      state.isOver = true;
      clearTimeout(timer);
      resolve(result);
    };
    const timer = setTimeout(() => {
      state.running?.kill();
      finish(null);
    }, startTime);
    attempt().then((running) => {
      if (state.isOver) return running.kill();
      state.running = running;
      // A stop ends it in its own way, and a shell that exits has answered.
      const hasStarted = () => !hasNotes || running.hasBegun || signal.aborted || running.info().exitCode !== null;
      if (hasStarted()) return finish(running);
      const stopListening = running.onChange(() => hasStarted() && done());
      const done = () => {
        stopListening();
        signal.removeEventListener('abort', done);
        finish(running);
      };
      signal.addEventListener('abort', done);
    }, reject);
  });
}
