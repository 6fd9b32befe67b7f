import { z } from 'zod';
import type { Clock } from '../../agent/contract/ports.ts';

/** Watches a folder on disk for changes. */
export interface FolderWatch {
  stop(): void;
}

/** Whether the page is visible; a hidden page checks nothing. */
export interface PageSight {
  isVisible(): boolean;
  /** Calls back when the page becomes visible again; returns the unsubscriber. */
  onVisible(listener: () => void): () => void;
}

interface WatchFolderOptions {
  root: FileSystemDirectoryHandle;
  clock: Pick<Clock, 'after'>;
  sight: PageSight;
  /** Object that may have `FileSystemObserver`, if the browser supports it. */
  scope: object;
  /** Reports a change at these paths, or possibly anywhere if null. */
  onTouched(paths: readonly string[] | null): void;
  /** Duration of the last full scan. In milliseconds. */
  cost(): number;
}

/**
 * Without an observer the folder is scanned repeatedly, with at least this pause and for at most a twentieth of the time. In milliseconds.
 */
const SHORTEST_PAUSE = 2_000;
const PAUSE_PER_COST = 20;

/** From the specification; TypeScript's types do not have it yet. */
interface FileSystemObserver {
  observe(handle: FileSystemHandle, options: { recursive: boolean }): Promise<void>;
  disconnect(): void;
}
type FileSystemObserverConstructor = new (callback: (records: readonly unknown[]) => void) => FileSystemObserver;

const recordSchema = z.object({
  type: z.string(),
  relativePathComponents: z.array(z.string()),
  relativePathMovedFrom: z.array(z.string()).nullish(),
});

export function watchFolder(options: WatchFolderOptions): FolderWatch {
  const { sight, onTouched } = options;
  let isStopped = false;
  let stopLooking: () => void = () => undefined;
  const stopSight = sight.onVisible(() => onTouched(null));
  const look = () => {
    if (!isStopped) stopLooking = poll(options);
  };
  void observe(options).then(
    (observer) => {
      if (observer === null) look();
      else if (isStopped) observer.disconnect();
      else stopLooking = () => observer.disconnect();
    },
    // Some drives report no changes.
    look,
  );
  return {
    stop() {
      isStopped = true;
      stopSight();
      stopLooking();
    },
  };
}

async function observe({ root, scope, onTouched }: WatchFolderOptions): Promise<FileSystemObserver | null> {
  if (!('FileSystemObserver' in scope) || typeof scope.FileSystemObserver !== 'function') return null;
  // The class from the specification, looked up by name.
  const Observer = scope.FileSystemObserver as FileSystemObserverConstructor;
  const observer = new Observer((records) => onTouched(touchedBy(records)));
  await observer.observe(root, { recursive: true });
  return observer;
}

/** Returns null if the records do not say which paths changed. */
function touchedBy(records: readonly unknown[]): string[] | null {
  const paths: string[] = [];
  for (const record of records) {
    const { data } = recordSchema.safeParse(record);
    if (data === undefined || data.type === 'unknown' || data.type === 'errored' || data.relativePathComponents.length === 0) return null;
    paths.push(data.relativePathComponents.join('/'));
    if (data.relativePathMovedFrom) paths.push(data.relativePathMovedFrom.join('/'));
  }
  return paths;
}

function poll({ clock, sight, onTouched, cost }: WatchFolderOptions): () => void {
  let callOff: () => void = () => undefined;
  const wait = () => {
    callOff = clock.after(Math.max(SHORTEST_PAUSE, cost() * PAUSE_PER_COST), () => {
      if (sight.isVisible()) onTouched(null);
      wait();
    });
  };
  wait();
  return () => callOff();
}
