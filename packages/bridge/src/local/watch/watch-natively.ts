import { existsSync, watch } from 'node:fs';
import { join, sep } from 'node:path';
import { isBelowLeftOut } from '../../machine/left-out-folders.ts';
import type { FileChange, FileWatch } from '../../machine/machine.ts';

/** Watches on systems that can watch a whole tree (macOS, Windows). */
export function watchNatively(path: string, isRecursive: boolean, listener: (change: FileChange) => void): FileWatch {
  const watcher = watch(path, { recursive: isRecursive, persistent: false }, (event, given) => {
    if (given === null) return;
    const name = given.split(sep).join('/');
    if (isBelowLeftOut(name)) return;
    listener({ event, name });
    // A new or replaced file also counts as changed.
    if (event === 'rename' && existsSync(join(path, given))) listener({ event: 'change', name });
  });
  watcher.on('error', () => watcher.close());
  return { method: 'events', close: () => watcher.close() };
}
