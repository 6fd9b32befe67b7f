/**
 * Spaces out the versions of files that programs write: a log that grows would else be stored whole with every line. A version
 * goes through at once when the file has been quiet, later when it has not; the newest is never lost.
 */
export interface VersionPacer {
  /** `store` keeps the file as it is when it is called, and answers with the bytes it took. */
  request(path: string, store: () => Promise<number>): void;
  /** Whatever waits is stored now. */
  flush(): void;
}

/** What the versions of one file may take, in bytes a second. */
const BYTES_PER_SECOND = 100_000;
const SHORTEST_PAUSE_MS = 1_000;

export function createVersionPacer(now: () => number): VersionPacer {
  /** When each file may next be stored. */
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
