import { WorkspaceError } from '../types.ts';
import type { RunningCommand } from './running-command.ts';

export interface StartRequest {
  attempt(): Promise<RunningCommand>;
  /** The shell must report that it has begun in time; otherwise it counts as failed. */
  mustSayBegun: boolean;
  signal: AbortSignal;
  onRetry(): void;
}

/** A loaded machine needs a second or two. */
const START_MS = 15_000;

const NOT_STARTED = 'The shell did not start within 15 seconds, twice. Nothing was run. Ask the user to start the runtime again.';

/** Watchdog for the shell's start: a shell that hangs before its first report is killed and started once more, then given up. */
export async function startWithin(request: StartRequest): Promise<RunningCommand> {
  const first = await tryOnce(request);
  if (first !== null) return first;
  request.onRetry();
  const second = await tryOnce(request);
  if (second === null) throw new WorkspaceError('EUNAVAILABLE', NOT_STARTED);
  return second;
}

/** Returns null if it did not start in time. */
function tryOnce({ attempt, mustSayBegun, signal }: StartRequest): Promise<RunningCommand | null> {
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
    }, START_MS);
    attempt().then((running) => {
      if (state.isOver) return running.kill();
      state.running = running;
      // A stop ends it in its own way, and a shell that exits has answered.
      const hasStarted = () => !mustSayBegun || running.hasBegun || signal.aborted || running.info().exitCode !== null;
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
