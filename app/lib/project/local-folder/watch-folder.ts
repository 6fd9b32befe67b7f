import { z } from 'zod';
import type { Clock } from '../../agent/contract/ports.ts';

/** Notices that a folder of the disk has changed. */
export interface FolderWatch {
  stop(): void;
}

/** Where this page is; a page that nobody sees looks at nothing. */
export interface PageSight {
  isVisible(): boolean;
  /** Calls back when the page is seen again; returns the unsubscriber. */
  onVisible(listener: () => void): () => void;
}

interface WatchFolderOptions {
  root: FileSystemDirectoryHandle;
  clock: Pick<Clock, 'after'>;
  sight: PageSight;
  /** `scope.FileSystemObserver` is asked for, where the browser has it. */
  scope: object;
  /** Something has changed there; null: it may be anywhere. */
  onTouched(paths: readonly string[] | null): void;
  /** How long it took to look at everything the last time. Milliseconds. */
  cost(): number;
}

/** Without an observer everything is looked at again and again: not oftener than this, and at most a twentieth of the time. Milliseconds. */
const SHORTEST_PAUSE = 2_000;
const PAUSE_PER_COST = 20;

/** The specification's, which is not among the compiler's types yet. */
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
    // Of some drives nothing is reported.
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
  // The specification's class, by its name.
  const Observer = scope.FileSystemObserver as FileSystemObserverConstructor;
  const observer = new Observer((records) => onTouched(touchedBy(records)));
  await observer.observe(root, { recursive: true });
  return observer;
}

/** null: what is reported does not say where. */
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
