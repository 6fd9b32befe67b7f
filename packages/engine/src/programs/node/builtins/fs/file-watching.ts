import EventEmitter from 'events/';
import { shapeSystemError } from '../../errors/shape-system-error.ts';
import { validateBoolean, validateFunction, validateUint32 } from '../../errors/validate.ts';
import type { Release } from '../../event-loop/event-loop.ts';
import type { Timeout } from '../../event-loop/timers.ts';
import type { BuiltinExports, NodeHost } from '../../node-host.ts';
import type { FileOperations } from './file-operations.ts';
import { Stats } from './file-stats.ts';
import { encodeName, optionsArgument, pathArgument } from './fs-arguments.ts';

/** The default poll interval of `watchFile`; kernel events arrive immediately. */
const DEFAULT_POLL_MILLISECONDS = 5007;

function emptyStats(isBig: boolean): Stats {
  const status = { size: 0, mode: 0, inode: 0, linkCount: 0, accessedAt: 0, modifiedAt: 0, changedAt: 0, createdAt: 0 };
  const stats = new Stats({ kind: 'file', ...status }, isBig);
  stats.mode = isBig ? 0n : 0;
  return stats;
}

/** Creates `fs.watch`, `fs.watchFile` and the promise form of `watch`. */
export function createFileWatching(host: NodeHost, operations: FileOperations): BuiltinExports {
  const watchers = new Map<number, FSWatcher>();
  let isListening = false;

  class FSWatcher extends EventEmitter {
    #identifier: number | null = null;
    #release: Release | null = null;
    readonly context = host.loop.context;

    start(path: string, isRecursive: boolean, isPersistent: boolean): void {
      try {
        this.#identifier = host.system.sync('watch', path === '' ? '' : host.resolvePath(path), isRecursive);
      } catch (error) {
        throw shapeSystemError(error, { syscall: 'watch', path });
      }
      watchers.set(this.#identifier, this);
      if (isPersistent) this.#release = host.loop.ref();
      if (isListening) return;
      isListening = true;
      host.system.onPush((push) => {
        if (push.type !== 'watch') return;
        const watcher = watchers.get(push.watchId);
        host.loop.run(() => watcher?.emit('change', push.event, watcher.encode(push.path)), watcher?.context);
      });
    }
    encode(name: string): unknown {
      return encodeName(name, this.encoding);
    }
    encoding: unknown = 'utf8';
    close(): void {
      if (this.#identifier === null) return;
      watchers.delete(this.#identifier);
      host.system.sync('unwatch', this.#identifier);
      this.#identifier = null;
      this.#release?.();
      host.loop.nextTick(() => this.emit('close'), []);
    }
    ref(): this {
      if (this.#identifier !== null) this.#release ??= host.loop.ref();
      return this;
    }
    unref(): this {
      this.#release?.();
      this.#release = null;
      return this;
    }
  }

  const watch = (path: unknown, given?: unknown, listener?: unknown): FSWatcher => {
    const options = optionsArgument(given);
    const onChange = typeof given === 'function' ? given : listener;
    for (const name of ['persistent', 'recursive']) if (options[name] !== undefined) validateBoolean(options[name], `options.${name}`);
    const watcher = new FSWatcher();
    watcher.encoding = options.encoding ?? 'utf8';
    if (typeof onChange === 'function') watcher.on('change', (...args: unknown[]) => onChange(...args));
    watcher.start(pathArgument(path, 'filename'), options.recursive === true, options.persistent !== false);
    const { signal } = options;
    if (signal instanceof AbortSignal) signal.addEventListener('abort', () => watcher.close(), { once: true });
    return watcher;
  };
  const events = host.builtin('events') as { on(emitter: unknown, name: string, options: object): AsyncIterable<unknown[]> };
  const watchIterator = async function* (path: unknown, options: { signal?: AbortSignal } = {}): AsyncGenerator<unknown> {
    const watcher = watch(path, options);
    try {
      for await (const [eventType, filename] of events.on(watcher, 'change', options)) yield { eventType, filename };
    } finally {
      watcher.close();
    }
  };
  return { FSWatcher, watch, watchIterator, ...createPolling(host, operations) };
}

interface PollingWatcher extends EventEmitter {
  timer: Timeout;
  last: Stats;
  stop(): void;
  ref(): PollingWatcher;
  unref(): PollingWatcher;
}

function createPolling(host: NodeHost, operations: FileOperations): BuiltinExports {
  const polled = new Map<string, PollingWatcher>();
  const look = (path: string, isBig: boolean): Stats =>
    operations.stat(path, { throwIfNoEntry: false, bigint: isBig }) ?? emptyStats(isBig);
  const watchFile = (path: unknown, given?: unknown, listener?: unknown): unknown => {
    const name = host.resolvePath(pathArgument(path, 'filename'));
    const options = optionsArgument(given);
    const onChange = typeof given === 'function' ? given : listener;
    validateFunction(onChange, 'listener');
    if (options.interval !== undefined) validateUint32(options.interval, 'interval');
    let watcher = polled.get(name);
    if (watcher === undefined) {
      const isBig = options.bigint === true;
      const created: PollingWatcher = Object.assign(new EventEmitter(), {
        stop() {
          created.timer.close();
          polled.delete(name);
          host.loop.nextTick(() => created.emit('stop'), []);
        },
        ref() {
          created.timer.ref();
          return created;
        },
        unref() {
          created.timer.unref();
          return created;
        },
        last: look(name, isBig),
        timer: host.timers.setInterval(
          () => {
            const current = look(name, isBig);
            const { last } = created;
            if (current.mtimeMs === last.mtimeMs && current.size === last.size && current.ino === last.ino) return;
            created.last = current;
            created.emit('change', current, last);
          },
          Number(options.interval ?? DEFAULT_POLL_MILLISECONDS),
        ),
      });
      if (options.persistent === false) created.timer.unref();
      polled.set(name, created);
      watcher = created;
    }
    watcher.on('change', onChange as () => void);
    return watcher;
  };
  const unwatchFile = (path: unknown, listener?: unknown): void => {
    const name = host.resolvePath(pathArgument(path, 'filename'));
    const watcher = polled.get(name);
    if (watcher === undefined) return;
    if (typeof listener === 'function') watcher.removeListener('change', listener as () => void);
    if (typeof listener === 'function' && watcher.listenerCount('change') > 0) return;
    watcher.timer.close();
    polled.delete(name);
  };
  return { watchFile, unwatchFile };
}
