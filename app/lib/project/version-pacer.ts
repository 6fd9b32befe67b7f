/**
 * Spaces out the stored versions of files that programs write: otherwise a growing log would be stored whole with every line. A
 * version is stored at once if the file was quiet, else later. The newest version is never lost.
 */
export interface VersionPacer {
  /** `store` saves the file as it is at the time of the call and returns the bytes it used. */
  request(path: string, store: () => Promise<number>): void;
  /** Stores everything that waits now. */
  flush(): void;
}

/** Storage rate for the versions of one file, in bytes per second. */
const BYTES_PER_SECOND = 100_000;
const SHORTEST_PAUSE_MS = 1_000;

export function createVersionPacer(now: () => number): VersionPacer {
  /** Earliest time at which each file may be stored again. */
  const nextAt = new Map<string, number>();
  const waiting = new Map<string, { timer: ReturnType<typeof setTimeout>; run: () => void }>();
  const storeNow = (path: string, store: () => Promise<number>) => {
    nextAt.set(path, now() + SHORTEST_PAUSE_MS);
    void store().then((bytes) => nextAt.set(path, now() + Math.max(SHORTEST_PAUSE_MS, (bytes / BYTES_PER_SECOND) * 1_000)));
  };
  return {
    request(path, store) {
      if (waiting.has(path)) return;
      const wait = (nextAt.get(path) ?? 0) - now();
      if (wait <= 0) {
        storeNow(path, store);
        return;
      }
      const run = () => {
        waiting.delete(path);
        storeNow(path, store);
      };
      waiting.set(path, { timer: setTimeout(run, wait), run });
    },
    flush() {
      for (const { timer, run } of [...waiting.values()]) {
        clearTimeout(timer);
        run();
      }
    },
  };
}
