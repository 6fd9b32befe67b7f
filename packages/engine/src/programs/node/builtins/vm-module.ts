import { invalidArgumentType, nodeError } from '../errors/node-error.ts';
import { prepareGlobalScript } from '../loader/prepare-global-script.ts';
import { locateCompileError } from '../loader/rewrite/locate-compile-error.ts';
import type { BuiltinExports, NodeHost } from '../node-host.ts';

const contextMark = Symbol('vm context');

interface ScriptOptions {
  filename?: string;
  lineOffset?: number;
  importModuleDynamically?: unknown;
  /** Of `compileFunction`. */
  parsingContext?: object;
  contextExtensions?: object[];
}

function readOptions(given: unknown): ScriptOptions {
  if (typeof given === 'string') return { filename: given };
  return typeof given === 'object' && given !== null ? given : {};
}

/** `import()` in a script goes to the program's own importer. `head`: what its first line has in front. */
function prepare(host: NodeHost, source: unknown, options: ScriptOptions, head = ''): { code: string; file: string } {
  if (typeof source !== 'string') throw invalidArgumentType('code', 'of type string', source);
  const file = options.filename ?? 'evalmachine.<anonymous>';
  const importer = options.importModuleDynamically;
  const importDynamically = async (specifier: unknown): Promise<unknown> => {
    if (typeof importer === 'function') return importer(specifier, null, {});
    throw nodeError(TypeError, 'ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING', 'A dynamic import callback was not specified.');
  };
  return { code: prepareGlobalScript(host, { source, file, head, importDynamically }), file };
}

/** Whether the code looks as if it gave the name a value. */
function isAssigned(code: string, name: string): boolean {
  return new RegExp(`(?:^|[^\\w$.])${name.replaceAll('$', '\\$')}\\s*(?:=(?!=)|\\+=|-=|\\?\\?=|\\|\\|=)`).test(code);
}

/**
 * Runs in the global scope with the context's own names in front: reads and writes of them go to the object, and so do names the
 * script declares by assignment. It is not a second realm: built-in classes are the program's own.
 */
function runInObject(host: NodeHost, code: string, context: object, file: string): unknown {
  const scope = new Proxy(context, {
    // A name that is assigned to comes into being on the object; `typeof` of one that is not there must not find it.
    has: (target, name) =>
      typeof name === 'string' &&
      name !== '__vm_source' &&
      (name in target || name === 'globalThis' || (!(name in globalThis) && isAssigned(code, name))),
    get: (target, name) => {
      if (name === Symbol.unscopables) return undefined;
      if (name === 'globalThis' && !(name in target)) return context;
      if (!(name in target)) throw new ReferenceError(`${String(name)} is not defined`);
      return Reflect.get(target, name);
    },
  });
  const run = host.scope.evaluate('(function(__vm_scope, __vm_source) { with (__vm_scope) { return eval(__vm_source); } })', 'node:vm');
  // It is the function written in the line above.
  return (run as (scope: object, source: string) => unknown).call(context, scope, `${code}\n//# sourceURL=${file}`);
}

/** Several objects as one: read from the last that has the name, written to where it is. */
function layered(scopes: readonly object[]): object {
  const owner = (name: string | symbol): object => scopes.findLast((scope) => name in scope) ?? scopes[0] ?? {};
  return new Proxy(
    {},
    {
      has: (_target, name) => scopes.some((scope) => name in scope),
      get: (_target, name) => Reflect.get(owner(name), name),
      set: (_target, name, value) => Reflect.set(owner(name), name, value),
    },
  );
}

export function createVmModule(host: NodeHost): BuiltinExports {
  const runInThisContext = (source: unknown, given?: unknown): unknown => {
    const { code, file } = prepare(host, source, readOptions(given));
    return host.scope.evaluateScript(code, file);
  };
  const createContext = (object: object = {}): object => {
    if (!Reflect.has(object, contextMark)) Object.defineProperty(object, contextMark, { value: true });
    return object;
  };
  const runInContext = (source: unknown, context: object, given?: unknown): unknown => {
    const { code, file } = prepare(host, source, readOptions(given));
    return runInObject(host, code, context, file);
  };
  class Script {
    readonly #source: string;
    readonly #options: ScriptOptions;
    cachedDataRejected = false;
    constructor(source: unknown, given?: unknown) {
      this.#options = readOptions(given);
      this.#source = String(source);
      // A wrong program is refused here, not when it runs.
      try {
        new Function(this.#source.replace(/^#!.*/, ''));
      } catch (error) {
        throw error instanceof SyntaxError
          ? locateCompileError(error, this.#source, this.#options.filename ?? 'evalmachine.<anonymous>')
          : error;
      }
    }
    runInThisContext(): unknown {
      return runInThisContext(this.#source, this.#options);
    }
    runInContext(context: object): unknown {
      return runInContext(this.#source, context, this.#options);
    }
    runInNewContext(context: object = {}): unknown {
      return runInContext(this.#source, createContext(context), this.#options);
    }
    createCachedData(): Uint8Array {
      return new Uint8Array(0);
    }
  }
  return {
    Script,
    runInThisContext,
    runInContext,
    runInNewContext: (source: unknown, context: object = {}, options?: unknown) => runInContext(source, createContext(context), options),
    createContext,
    isContext: (object: object) => Reflect.has(object, contextMark),
    compileFunction: (source: unknown, parameters: string[] = [], given?: unknown) => {
      const options = readOptions(given);
      const head = `(function (${parameters.join(',')}) {`;
      const { code, file } = prepare(host, source, options, head);
      const whole = `${head}${code}\n})`;
      // The nearest scope last: each is looked through before the one around it.
      const scopes = [options.parsingContext, ...(options.contextExtensions ?? [])].filter((scope) => scope !== undefined);
      if (scopes.length === 0) return host.scope.evaluate(whole, file);
      if (scopes.length === 1 && scopes[0] !== undefined) return runInObject(host, whole, scopes[0], file);
      return runInObject(host, whole, layered(scopes), file);
    },
    measureMemory: () => Promise.resolve({ total: { jsMemoryEstimate: 0, jsMemoryRange: [0, 0] } }),
    constants: {
      USE_MAIN_CONTEXT_DEFAULT_LOADER: Symbol('vm_dynamic_import_main_context_default'),
      DONT_CONTEXTIFY: Symbol('vm_context_no_contextify'),
    },
  };
}
