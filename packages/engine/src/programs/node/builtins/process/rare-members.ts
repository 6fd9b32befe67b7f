import processPartsFile from 'deferred:process-parts';
import { loadDeferred } from '../../deferred/load-deferred.ts';
import type { ProcessParts } from '../../deferred/process-parts.ts';
import { invalidArgumentType, nodeError } from '../../errors/node-error.ts';
import type { NodeHost } from '../../node-host.ts';
import type { NodeProcess } from './node-process.ts';

/** Calls the method under one of the well-known symbols, or under its plain name. */
function callFirst(object: unknown, symbols: readonly string[], name: string): void {
  if (typeof object !== 'object' || object === null) return;
  for (const key of [...symbols.map((symbol) => Symbol.for(symbol)), name]) {
    const method: unknown = Reflect.get(object, key);
    if (typeof method !== 'function') continue;
    Reflect.apply(method, object, []);
    return;
  }
}

type Listener = (...args: unknown[]) => void;

/** Registers objects and the callbacks to run for them when the process ends. */
function createFinalization(process: NodeProcess) {
  const entries = new Map<unknown, { event: string; callback: Listener }[]>();
  const add = (event: string) => (object: unknown, callback: unknown) => {
    if (typeof object !== 'object' || object === null) throw invalidArgumentType('ref', 'of type object', object);
    if (typeof callback !== 'function') throw invalidArgumentType('fn', 'of type function', callback);
    const list = entries.get(object) ?? [];
    const entry = { event, callback: () => callback(object, event) };
    list.push(entry);
    entries.set(object, list);
    process.on(event, entry.callback);
  };
  return {
    register: add('exit'),
    registerBeforeExit: add('beforeExit'),
    unregister(object: unknown) {
      for (const { event, callback } of entries.get(object) ?? []) process.removeListener(event, callback);
      entries.delete(object);
    },
  };
}

/** Adds members of `process` that few programs use; the large ones are loaded on demand. */
export function addRareMembers(host: NodeHost, process: NodeProcess): void {
  let part: ProcessParts | null = null;
  const parts = (): ProcessParts => {
    part ??= (loadDeferred(host, 'process-parts', processPartsFile) as { processParts: ProcessParts }).processParts;
    return part;
  };
  let binding: ReturnType<ProcessParts['createBindings']> | null = null;
  const refuse =
    (name: string) =>
    (...args: unknown[]) =>
      (parts().refusals()[name] as (...args: unknown[]) => unknown)(...args);
  Object.assign(process, {
    binding: (name: unknown) => {
      binding ??= parts().createBindings(host);
      return binding(name);
    },
    _linkedBinding: (name: unknown) => {
      throw nodeError(Error, 'ERR_INVALID_MODULE', `No such binding: ${String(name)}`);
    },
    _rawDebug: (...args: unknown[]) => {
      const { format } = host.builtin('util') as { format(...args: unknown[]): string };
      host.system.sync('write', 2, new TextEncoder().encode(`${format(...args)}\n`), null);
    },
    threadCpuUsage: (previous?: unknown) => (process.cpuUsage as (previous: unknown) => object)(previous),
    ref: (object: unknown) => callFirst(object, ['nodejs.ref', 'node:ref'], 'ref'),
    unref: (object: unknown) => callFirst(object, ['nodejs.unref', 'node:unref'], 'unref'),
    finalization: createFinalization(process),
    openStdin: () => {
      const stdin = process.stdin as { resume(): void };
      stdin.resume();
      return stdin;
    },
    assert: (condition: unknown, message?: string) => {
      if (!condition) throw nodeError(Error, 'ERR_ASSERTION', message || 'assertion error');
    },
    _tickCallback: () => {},
    _debugProcess: () => {},
    _debugEnd: () => {},
    _startProfilerIdleNotifier: () => {},
    _stopProfilerIdleNotifier: () => {},
    _preload_modules: [],
    domain: null,
    ...Object.fromEntries(
      ['execve', 'setuid', 'setgid', 'seteuid', 'setegid', 'setgroups', 'initgroups'].map((name) => [name, refuse(name)]),
    ),
  });
  const lazily = (name: string, create: () => object): void => {
    let value: object | null = null;
    Object.defineProperty(process, name, {
      configurable: true,
      enumerable: true,
      get() {
        value ??= create();
        return value;
      },
    });
  };
  lazily('report', () => parts().createReport(host));
  lazily('allowedNodeEnvironmentFlags', () => parts().createEnvironmentFlags());
}
