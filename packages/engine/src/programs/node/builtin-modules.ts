import { builtinFactories } from './builtin-factories.ts';
import { createAssertModule } from './builtins/assert/assert-module.ts';
import { createConsole } from './builtins/console/console-module.ts';
import { createUtilModule } from './builtins/util/util-module.ts';
import { nodeError } from './errors/node-error.ts';
import type { Inspection } from './inspect/inspect.ts';
import { builtinModuleNames } from './module-names.ts';
import type { BuiltinExports, BuiltinFactory, NodeHost } from './node-host.ts';

/** The modules that use `inspect` to print values. */
function inspectingModules(inspection: Inspection): Record<string, BuiltinFactory> {
  return {
    assert: (host) => createAssertModule(host, inspection),
    console: (host) => createConsole(host, inspection),
    util: (host) => createUtilModule(host, inspection),
  };
}

/** Names that are only reachable with `node:`. */
const hiddenNames: ReadonlySet<string> = new Set(['node:test', 'test', 'test/reporters', 'sqlite', 'sea']);

/** The module functions that Node's loader calls by their public names, because tools replace them to change the loader (vue-tsc). */
const loaderCalls: ReadonlyMap<string, readonly string[]> = new Map([['fs', ['readFileSync', 'realpathSync']]]);

type AnyFunction = (...args: unknown[]) => unknown;

export class BuiltinModules {
  readonly #factories: Map<string, BuiltinFactory>;
  readonly #made = new Map<string, BuiltinExports>();
  readonly #originals = new Map<string, unknown>();

  constructor(
    inspection: Inspection,
    private readonly host: () => NodeHost,
  ) {
    this.#factories = new Map(Object.entries({ ...builtinFactories, ...inspectingModules(inspection) }));
  }

  get names(): string[] {
    return [...builtinModuleNames];
  }

  has(specifier: string): boolean {
    if (specifier.startsWith('node:')) return this.#factories.has(specifier.slice('node:'.length));
    return this.#factories.has(specifier) && !hiddenNames.has(specifier);
  }

  /** Sets a module that the runtime creates itself (`process`, `module`). */
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
    for (const method of loaderCalls.get(name) ?? []) this.#originals.set(method, exports[method]);
    return exports;
  }

  /** Returns a program's replacement of a function that Node's loader calls by its public name, or null if there is none. */
  replaced(name: string, method: string): AnyFunction | null {
    const given = this.#made.get(name)?.[method];
    return typeof given === 'function' && given !== this.#originals.get(method) ? (given as AnyFunction) : null;
  }
}
