/** How a runtime is watched from outside. Time comes in through `schedule`, so that tests need none. */
export interface RuntimeWatchOptions {
  /** The browser's process of the host's frame has ended; always false where that cannot be seen. */
  isGone(): boolean;
  /** A small request that a working host answers at once. */
  probe(): Promise<unknown>;
  now(): number;
  /** Calls back after so many milliseconds; returns what prevents it. */
  schedule(work: () => void, milliseconds: number): () => void;
  onGone(): void;
  /** True: it has not answered for `SILENCE_MS`. False: it has, after all. */
  onSilence(isSilent: boolean): void;
}

const TICK_MS = 1_000;
const PROBE_EVERY_TICKS = 10;
/** A kernel that mounts 20 000 files is busy for two seconds, on a loaded machine for ten. Milliseconds. */
export const SILENCE_MS = 30_000;
/** A tick that comes so late says that this page was frozen (a tab asleep, a loaded machine), and perhaps the host with it. */
const LATE_MS = 3 * TICK_MS;

/**
 * Looks every second whether the host's frame still lives, and asks it every ten whether it still answers. Only time in which
 * this page itself ran on time counts as silence: a tab that slept, or a machine without a free processor, raises no alarm.
 */
export function watchRuntime({ isGone, probe, now, schedule, onGone, onSilence }: RuntimeWatchOptions): () => void {
  let ticks = 0;
  let asked = false;
  let silentTicks = 0;
  let isSilent = false;
  let isStopped = false;
  let lastTick = now();
  let cancel = () => {};

  const answered = () => {
    asked = false;
    silentTicks = 0;
    if (isStopped || !isSilent) return;
    isSilent = false;
    onSilence(false);
  };
  const tick = () => {
    if (isGone()) {
      isStopped = true;
      onGone();
      return;
    }
    const late = now() - lastTick > LATE_MS;
    lastTick = now();
    if (asked) silentTicks = late ? 0 : silentTicks + 1;
    else if (ticks % PROBE_EVERY_TICKS === 0) {
      asked = true;
      // A refusal is an answer too.
      probe().then(answered, answered);
    }
    ticks++;
    if (!isSilent && silentTicks * TICK_MS >= SILENCE_MS) {
      isSilent = true;
      onSilence(true);
    }
    cancel = schedule(tick, TICK_MS);
  };
  cancel = schedule(tick, TICK_MS);
  return () => {
    isStopped = true;
    cancel();
  };
}
