import type { Clock } from '../agent/contract/ports.ts';

export interface PackageWatchDependencies {
  clock: Pick<Clock, 'after'>;
  listFolder(path: string): Promise<readonly string[] | null>;
  onChange(): void;
}

export interface PackageWatch {
  /** Packages that are not there and may come; none: nothing is looked for. */
  follow(missing: readonly string[]): void;
  stop(): void;
}

/** Nobody is notified of what is installed: folders of packages are not watched. Milliseconds. */
const LOOK_AGAIN_MS = 4_000;

/** Looks for packages that are missing, and calls back when `node_modules` is another one than before and has come to rest. */
export function createPackageWatch({ clock, listFolder, onChange }: PackageWatchDependencies): PackageWatch {
  let stopTimer: (() => void) | null = null;
  /** As it was when the missing ones were named, and when it was last looked at. */
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
