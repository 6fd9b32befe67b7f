import type { Clock } from '../agent/contract/ports.ts';

export interface CheckRounds {
  /** Call it after a change: cancels the current round and checks everything again after a pause. */
  schedule(pause: number): void;
  /** Resolves when nothing is left to check, or after this number of milliseconds. */
  settled(longest: number): Promise<void>;
  isResting(): boolean;
  cancel(): void;
}

/** Runs rounds of checks, one at a time, after the latest change. `run` asks between its steps whether it is still current. */
export function createCheckRounds(clock: Pick<Clock, 'after'>, run: (isCurrent: () => boolean) => Promise<void>): CheckRounds {
  let stopTimer: (() => void) | null = null;
  let rounds: Promise<void> = Promise.resolve();
  let running = 0;
  /** Grows with every change. */
  let changes = 0;
  const waiting: (() => void)[] = [];
  const isResting = () => stopTimer === null && running === 0;
  const release = () => {
    if (isResting()) for (const resolve of waiting.splice(0)) resolve();
  };
  const start = () => {
    stopTimer = null;
    running++;
    const began = changes;
    rounds = rounds
      .then(() => run(() => began === changes))
      .finally(() => {
        running--;
        release();
      });
  };
  const cancel = () => {
    changes++;
    stopTimer?.();
    stopTimer = null;
  };
  return {
    schedule(pause) {
      cancel();
      stopTimer = clock.after(pause, start);
    },
    settled: (longest) =>
      new Promise((resolve) => {
        const stop = clock.after(longest, resolve);
        waiting.push(() => {
          stop();
          resolve();
        });
        release();
      }),
    isResting,
    cancel() {
      cancel();
      release();
    },
  };
}
