import type { Clock } from '../agent/contract/ports.ts';

export interface PackageWatchDependencies {
  clock: Pick<Clock, 'after'>;
  listFolder(path: string): Promise<readonly string[] | null>;
  onChange(): void;
}

export interface PackageWatch {
  /** Watches for missing packages; stops if there are none. */
  follow(missing: readonly string[]): void;
  stop(): void;
}

/** Polling interval in milliseconds, because package folders are not watched. */
const LOOK_AGAIN_MS = 4_000;

/** Polls for missing packages, and calls back when `node_modules` has changed and come to rest. */
export function createPackageWatch({ clock, listFolder, onChange }: PackageWatchDependencies): PackageWatch {
  let stopTimer: (() => void) | null = null;
  /** The last reported listing, initially that of the first look, and the latest one. */
  let known: string | null = null;
  let latest: string | null = null;
  const look = async () => {
    const follows = stopTimer;
    const names = (await listFolder('node_modules').catch(() => null)) ?? [];
    if (stopTimer !== follows) return;
    const now = names.join('\n');
    known ??= now;
    const isAtRest = now === latest;
    latest = now;
    if (now === known || !isAtRest) return again();
    known = now;
    again();
    onChange();
  };
  const again = () => {
    stopTimer = clock.after(LOOK_AGAIN_MS, () => void look());
  };
  const stop = () => {
    stopTimer?.();
    stopTimer = null;
  };
  return {
    follow(missing) {
      if (missing.length === 0) return stop();
      if (stopTimer !== null) return;
      again();
    },
    stop() {
      stop();
      known = null;
      latest = null;
    },
  };
}
