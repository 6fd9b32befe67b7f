import { createAssertModule } from './builtins/assert/assert-module.ts';
import { createBufferModule } from './builtins/buffer/buffer-module.ts';
import { createConsole } from './builtins/console/console-module.ts';
import { createEventsModule } from './builtins/events-module.ts';
import { createFsConstants } from './builtins/fs/fs-constants.ts';
import { createFsModule, createFsPromisesModule } from './builtins/fs/fs-module.ts';
import { createOsModule } from './builtins/os-module.ts';
import { createPathModule } from './builtins/path-module.ts';
import {
  createStreamConsumersModule,
  createStreamModule,
  createStreamPromisesModule,
  createStreamWebModule,
} from './builtins/stream/stream-module.ts';
import { createTimersModule, createTimersPromisesModule } from './builtins/timers-module.ts';
import { createTypeTests } from './builtins/util/type-tests.ts';
import { createUtilModule } from './builtins/util/util-module.ts';
import { nodeError } from './errors/node-error.ts';
import type { Inspection } from './inspect/inspect.ts';
import { moreBuiltins } from './more-builtins.ts';
import type { BuiltinExports, BuiltinFactory, NodeHost } from './node-host.ts';

/** Name → how the module is made. Nothing is made before a program asks for it. */
export function builtinFactories(inspection: Inspection): Map<string, BuiltinFactory> {
  const cwd = (host: NodeHost) => () => host.workingDirectory;
  const factories: Record<string, BuiltinFactory> = {
    assert: (host) => createAssertModule(inspection, (path) => new TextDecoder().decode(host.system.sync('readFile', path))),
    'assert/strict': (host) => host.builtin('assert').strict as BuiltinExports,
    buffer: createBufferModule,
    console: (host) => createConsole(host, inspection),
    constants: (host) => ({ ...createFsConstants(), ...(host.builtin('os').constants as { errno: object; signals: object }).errno }),
    events: createEventsModule,
    fs: createFsModule,
    'fs/promises': createFsPromisesModule,
    os: createOsModule,
    path: (host) => createPathModule(cwd(host)),
    'path/posix': (host) => host.builtin('path'),
    'path/win32': (host) => host.builtin('path').win32 as BuiltinExports,
    stream: createStreamModule,
    'stream/promises': createStreamPromisesModule,
    'stream/consumers': createStreamConsumersModule,
    'stream/web': createStreamWebModule,
    sys: (host) => host.builtin('util'),
    timers: createTimersModule,
    'timers/promises': createTimersPromisesModule,
    util: (host) => createUtilModule(host, inspection),
    'util/types': createTypeTests,
    ...moreBuiltins,
  };
  return new Map(Object.entries(factories));
}

/** Names that are not listed, or only reachable with `node:`. */
const hiddenNames: ReadonlySet<string> = new Set(['node:test', 'test', 'test/reporters', 'sqlite', 'sea']);

export class BuiltinModules {
  readonly #factories: Map<string, BuiltinFactory>;
  readonly #made = new Map<string, BuiltinExports>();

  constructor(
    inspection: Inspection,
    private readonly host: () => NodeHost,
  ) {
    this.#factories = builtinFactories(inspection);
  }

  get names(): string[] {
    return [...this.#factories.keys()].filter((name) => !hiddenNames.has(name)).sort();
  }

  has(specifier: string): boolean {
    if (specifier.startsWith('node:')) return this.#factories.has(specifier.slice('node:'.length));
    return this.#factories.has(specifier) && !hiddenNames.has(specifier);
  }

  /** A module the runtime makes itself (`process`, `module`). */
  set(name: string, exports: BuiltinExports): void {
    this.#made.set(name, exports);
    this.#factories.set(name, () => exports);
  }

  load(name: string): BuiltinExports {
    const made = this.#made.get(name);
    if (made !== undefined) return made;
    const factory = this.#factories.get(name);
    if (factory === undefined) throw nodeError(Error, 'ERR_UNKNOWN_BUILTIN_MODULE', `No such built-in module: node:${name}`);
    const exports = factory(this.host());
    this.#made.set(name, exports);
    return exports;
  }
}
