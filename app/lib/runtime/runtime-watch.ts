/** Options for watching a runtime from outside. Tests control the time through `schedule`. */
export interface RuntimeWatchOptions {
  /** Whether the process of the host's frame has ended; always false if that cannot be detected. */
  isGone(): boolean;
  /** A small request that a working host answers at once. */
  probe(): Promise<unknown>;
  now(): number;
  /** Calls back after that many milliseconds; returns a function that cancels it. */
  schedule(work: () => void, milliseconds: number): () => void;
  onGone(): void;
  /** True if the runtime has not answered for `SILENCE_MS`, false once it has answered again. */
  onSilence(isSilent: boolean): void;
}

const TICK_MS = 1_000;
const PROBE_EVERY_TICKS = 10;
/** A kernel that mounts 20,000 files is busy for two seconds, or ten on a loaded machine. In milliseconds. */
export const SILENCE_MS = 30_000;
/** A tick this late means that this page was frozen (a sleeping tab, a loaded machine), and perhaps the host too. */
const LATE_MS = 3 * TICK_MS;

/**
 * Checks every second whether the host's frame is alive, and every ten seconds whether it answers. Only time in which this page
 * itself ran on schedule counts as silence: a sleeping tab or a busy machine raises no alarm.
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
      // A rejection is an answer too.
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
