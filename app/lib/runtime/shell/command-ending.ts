import type { CommandRequest } from '../types.ts';
import type { RunningCommand } from './running-command.ts';

export type CommandEnding = { type: 'exit'; exitCode: number } | { type: 'cancelled' | 'timeout' | 'port' | 'jobs' | 'input' };

/** After a port opens, the command is watched this long for an early exit and its first output. */
const PORT_GRACE_MS = 400;
/** How long programs that a command leaves in the background are watched. */
const JOBS_GRACE_MS = 400;
/** How long the user has to answer a command before the model learns that it waits. */
const INPUT_GRACE_MS = 20_000;

/** Ports from here on are assigned to programs that ask for any free port, as tests do for a single request; lower ones were chosen. */
const FIRST_FREE_PORT = 32_768;

function isServers({ port }: { port: number }): boolean {
  return port < FIRST_FREE_PORT;
}

/** Waits for the state of a command at which the model gets its result. */
export function waitForEnding(request: CommandRequest, running: RunningCommand): Promise<CommandEnding> {
  return new Promise((resolve) => {
    const timers = new Map<string, ReturnType<typeof setTimeout>>();
    const finish = (ending: CommandEnding) => {
      for (const timer of timers.values()) clearTimeout(timer);
      request.signal.removeEventListener('abort', onAbort);
      stopListening();
      resolve(ending);
    };
    const after = (milliseconds: number, type: 'timeout' | 'port' | 'jobs' | 'input') => {
      if (!timers.has(type))
        timers.set(
          type,
          setTimeout(() => finish({ type }), milliseconds),
        );
    };
    const onAbort = () => finish({ type: 'cancelled' });
    const during = (isSo: boolean, milliseconds: number, type: 'port' | 'jobs' | 'input') => {
      if (isSo) return after(milliseconds, type);
      clearTimeout(timers.get(type));
      timers.delete(type);
    };
    const watchTime = () => {
      clearTimeout(timers.get('timeout'));
      timers.delete('timeout');
      after(request.timeoutMs, 'timeout');
    };
    let wasAsking = false;
    const lookAtQuestion = (isAsking: boolean) => {
      if (request.isAnsweredHere !== true) return during(isAsking, INPUT_GRACE_MS, 'input');
      // The time the user takes to answer does not count as the command's.
      if (isAsking) clearTimeout(timers.get('timeout'));
      else if (wasAsking) watchTime();
      wasAsking = isAsking;
    };
    const look = () => {
      during(running.ports().some(isServers), PORT_GRACE_MS, 'port');
      during(running.hasJobsLeft, JOBS_GRACE_MS, 'jobs');
      lookAtQuestion(running.waitsFor() !== null);
    };
    const stopListening = running.onChange(look);
    request.signal.addEventListener('abort', onAbort);
    watchTime();
    void running.ended.then((exitCode) => finish({ type: 'exit', exitCode }));
    look();
    if (request.signal.aborted) onAbort();
  });
}
