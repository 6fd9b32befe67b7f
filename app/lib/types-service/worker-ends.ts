import type { Clock } from '../agent/contract/ports.ts';

/** The files whose types are not checked at the moment; null for the whole project. */
export interface TypesTrouble {
  paths: readonly string[] | null;
  why: string;
}

export interface WorkerEnds {
  isBlocked(path: string): boolean;
  isOff(): boolean;
  unblock(path: string): void;
  /** Records that the worker ended while it was asked about this file; null means about the project. */
  note(path: string | null, why: string): void;
  /** Records that the whole project has been checked. */
  noteWhole(): void;
  trouble(): TypesTrouble | null;
  clear(): void;
}

/** After this many ends in a row, no file of the project is checked. */
const MOST_ENDS = 3;
/** The first pause before another attempt; each further one is twice as long. In milliseconds. */
const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 600_000;

export interface WorkerEndsDependencies {
  clock: Pick<Clock, 'after'>;
  onChange(trouble: TypesTrouble | null): void;
  /** Called when the worker may be started again after a pause. */
  onRetry(): void;
}

/**
 * Tracks unexpected ends of the types worker. A file whose check ended it is not checked until it changes; after several ends in a row, no
 * file is. After a pause everything is tried again, because the machine may only have been busy.
 */
export function createWorkerEnds({ clock, onChange, onRetry }: WorkerEndsDependencies): WorkerEnds {
  const blocked = new Map<string, string>();
  /** In a row. */
  let count = 0;
  /** Why no file of the project is checked. */
  let general: string | null = null;
  let isOff = false;
  let stopTimer: (() => void) | null = null;
  const trouble = (): TypesTrouble | null => {
    if (general !== null) return { paths: null, why: general };
    const why = [...blocked.values()].at(-1);
    return why === undefined ? null : { paths: [...blocked.keys()].sort(), why };
  };
  const tell = () => onChange(trouble());
  const retry = () => {
    stopTimer = null;
    blocked.clear();
    general = null;
    isOff = false;
    tell();
    onRetry();
  };
  const clear = () => {
    stopTimer?.();
    stopTimer = null;
    blocked.clear();
    count = 0;
    general = null;
    isOff = false;
  };
  return {
    isBlocked: (path) => blocked.has(path),
    isOff: () => isOff,
    unblock(path) {
      if (blocked.delete(path)) tell();
    },
    note(path, why) {
      count++;
      if (path !== null) blocked.set(path, why);
      isOff = count >= MOST_ENDS;
      if (path === null || isOff) general = why;
      stopTimer?.();
      stopTimer = clock.after(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (count - 1)), retry);
      tell();
    },
    noteWhole() {
      if (general !== null) {
        general = null;
        tell();
      }
      if (blocked.size === 0) count = 0;
    },
    trouble,
    clear,
  };
}
