import { isBelowLeftOut } from '../../../machine/left-out-folders.ts';
import type { FileChange, FileWatch, MachineProcesses } from '../../../machine/machine.ts';
import type { Clock } from '../../ssh-ports.ts';
import type { WatchPath } from '../ssh-files.ts';
import { startInotify } from './inotify.ts';
import type { PathListener, PollFiles } from './poll-files.ts';

export interface WatchPorts {
  processes: MachineProcesses;
  clock: Clock;
  polling: PollFiles;
  /** Whether the server has `inotifywait`. */
  hasInotify: boolean;
}

interface Source {
  method: FileWatch['method'];
  stop(): void;
}

/**
 * Watches with the server's events if it has `inotifywait`, otherwise by polling. Changes to polling when the events
 * end.
 */
export function createWatchPath(ports: WatchPorts): WatchPath {
  return async (path, isRecursive, listener) => {
    const tell = tellerFor(path, isRecursive, listener);
    let isClosed = false;
    let source: Source | null = null;
    const adopt = (next: Source) => {
      if (isClosed) next.stop();
      else source = next;
    };
    const poll = async (): Promise<Source> => ({ method: 'polling', stop: await ports.polling.watch(path, tell) });
    const ended = () => {
      poll().then(adopt, () => undefined);
    };
    const stop = ports.hasInotify
      ? await startInotify(path, isRecursive, tell, { processes: ports.processes, clock: ports.clock, ended })
      : null;
    adopt(stop === null ? await poll() : { method: 'events', stop });
    return {
      get method() {
        return source?.method ?? 'polling';
      },
      close() {
        isClosed = true;
        source?.stop();
      },
    };
  };
}

function tellerFor(root: string, isRecursive: boolean, listener: (change: FileChange) => void): PathListener {
  const prefix = root === '/' ? '/' : `${root}/`;
  return (event, path) => {
    // A watched file is reported under its own name, as in Node.
    if (path === root) return listener({ event, name: root.slice(root.lastIndexOf('/') + 1) });
    if (!path.startsWith(prefix)) return;
    const name = path.slice(prefix.length);
    if (isBelowLeftOut(name)) return;
    if (isRecursive || !name.includes('/')) listener({ event, name });
  };
}
