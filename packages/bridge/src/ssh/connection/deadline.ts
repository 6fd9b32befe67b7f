import type { Clock } from '../ssh-ports.ts';

/** Counts the time that a server takes, and not the time that the user takes to answer. */
export interface Deadline {
  /** Stops counting until the promise is settled. */
  pauseFor<T>(answer: Promise<T>): Promise<T>;
  stop(): void;
}

export function startDeadline(clock: Clock, milliseconds: number, expire: () => void): Deadline {
  let left = milliseconds;
  let pauses = 0;
  let isStopped = false;
  let started = clock.now();
  let cancel = clock.later(expire, left);
  const pause = () => {
    pauses += 1;
    if (pauses > 1 || isStopped) return;
    cancel();
    left -= clock.now() - started;
  };
  const resume = () => {
    pauses -= 1;
    if (pauses > 0 || isStopped) return;
    started = clock.now();
    cancel = clock.later(expire, Math.max(left, 0));
  };
  return {
    pauseFor(answer) {
      pause();
      return answer.finally(resume);
    },
    stop() {
      isStopped = true;
      cancel();
    },
  };
}
