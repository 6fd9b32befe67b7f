import { posix } from 'node:path';
import { LEFT_OUT_FOLDERS } from '../../../machine/left-out-folders.ts';
import type { MachineProcess, MachineProcesses } from '../../../machine/machine.ts';
import type { Clock } from '../../ssh-ports.ts';
import { isTemporaryName } from '../replace-file.ts';
import type { PathListener } from './poll-files.ts';

const establishMilliseconds = 15_000;
const longestLine = 16 * 1024;

export interface InotifyPorts {
  processes: MachineProcesses;
  clock: Clock;
  /** Called if the watcher ends by itself. */
  ended(): void;
}

/**
 * Runs `inotifywait` on the server. Resolves to null if it cannot start watching: there are too many folders, or it may
 * watch none of them.
 */
export async function startInotify(
  path: string,
  isRecursive: boolean,
  listener: PathListener,
  ports: InotifyPorts,
): Promise<(() => void) | null> {
  const events = 'modify,attrib,create,delete,move';
  const args = ['-m', ...(isRecursive ? ['-r'] : []), '--exclude', leftOutPattern(path), '-e', events, '--format', '%e|%w%f', '--', path];
  const request = { command: 'inotifywait', args, cwd: '/', env: { LC_ALL: 'C' }, terminal: null };
  const process = await ports.processes.start(request).catch(() => null);
  if (process === null) return null;
  let isWanted = true;
  const isEstablished = await readEvents(process, path, listener, ports.clock, () => {
    if (isWanted) ports.ended();
  });
  const stop = () => {
    isWanted = false;
    process.signal('SIGTERM');
  };
  if (isEstablished) return stop;
  stop();
  return null;
}

/** Each of their folders would cost a watch. Only folders below the watched one are meant, whatever its own path is. */
function leftOutPattern(root: string): string {
  return `^${root.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}/(.*/)?(${LEFT_OUT_FOLDERS.map((name) => name.replace('.', '\\.')).join('|')})/.`;
}

/** Resolves when the watcher either has started watching or has failed. */
function readEvents(process: MachineProcess, root: string, listener: PathListener, clock: Clock, ended: () => void): Promise<boolean> {
  return new Promise((resolve) => {
    let isEstablished = false;
    const cancel = clock.later(() => resolve(false), establishMilliseconds);
    const lines = {
      stdout: new LineReader((line) => report(line, root, listener)),
      stderr: new LineReader((line) => {
        if (!/^Watches established/.test(line)) return;
        isEstablished = true;
        cancel();
        resolve(true);
      }),
    };
    const read = async () => {
      for await (const { stream, bytes } of process.output) lines[stream].push(bytes);
    };
    void read().finally(() => {
      cancel();
      resolve(false);
      if (isEstablished) ended();
    });
  });
}

function report(line: string, root: string, listener: PathListener): void {
  const bar = line.indexOf('|');
  const events = line.slice(0, bar).split(',');
  const path = line.slice(bar + 1);
  // A name with a line break makes a line that is no event.
  if (bar < 0 || !path.startsWith(root) || isTemporaryName(posix.basename(path)) || path === `${root}/`) return;
  const isChange = events.some((event) => event === 'MODIFY' || event === 'ATTRIB');
  // Times and modes of a folder are not content.
  if (isChange && events.includes('ISDIR')) return;
  listener(isChange ? 'change' : 'rename', path);
  // A new file has content, too, and one that is written by a rename has other content.
  const hasCome = events.some((event) => event === 'CREATE' || event === 'MOVED_TO');
  if (hasCome && !events.includes('ISDIR')) listener('change', path);
}

class LineReader {
  private rest = '';
  private readonly decoder = new TextDecoder();

  constructor(private readonly take: (line: string) => void) {}

  push(bytes: Uint8Array): void {
    const lines = (this.rest + this.decoder.decode(bytes, { stream: true })).split('\n');
    this.rest = (lines.pop() ?? '').slice(-longestLine);
    for (const line of lines) this.take(line);
  }
}
