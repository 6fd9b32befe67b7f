import { invalidArgumentType, nodeError } from '../../errors/node-error.ts';
import { prepareGlobalScript } from '../../loader/prepare-global-script.ts';
import { locateCompileError } from '../../loader/rewrite/locate-compile-error.ts';
import type { BuiltinExports, NodeHost } from '../../node-host.ts';
import { ContextScope, declarationHead } from './context-scope.ts';
import { declarationsOf, NO_DECLARATIONS } from './script-declarations.ts';

interface ScriptOptions {
  filename?: string;
  lineOffset?: number;
  importModuleDynamically?: unknown;
  /** Used by `compileFunction`. */
  parsingContext?: object;
  contextExtensions?: object[];
}

function readOptions(given: unknown): ScriptOptions {
  if (typeof given === 'string') return { filename: given };
  return typeof given === 'object' && given !== null ? given : {};
}

/** Prepares a script, whose `import()` calls the program's own importer. `head` is inserted before its first line. */
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

/** Combines several objects: reads use the last one that has the name, and writes go to the same one. */
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

/** Implements `vm.compileFunction`. */
function compileFunction(
  { host, scopeOf }: { host: NodeHost; scopeOf(context: object): ContextScope },
  source: unknown,
  parameters: string[] = [],
  given?: unknown,
): unknown {
  const options = readOptions(given);
  const head = `(function (${parameters.join(',')}) {`;
  const { code, file } = prepare(host, source, options, head);
  const whole = `${head}${code}\n})`;
  // The innermost scope comes last, because later scopes are searched first.
  const around = [options.parsingContext, ...(options.contextExtensions ?? [])].filter((scope) => scope !== undefined);
  if (around.length === 0) return host.scope.evaluate(whole, file);
  const global = around.length === 1 && around[0] !== undefined ? around[0] : layered(around);
  return scopeOf(global).run(whole, NO_DECLARATIONS, file);
}

export function createVmModule(host: NodeHost): BuiltinExports {
  const runInThisContext = (source: unknown, given?: unknown): unknown => {
    const { code, file } = prepare(host, source, readOptions(given));
    return host.scope.evaluateScript(code, file);
  };
  const scopes = new WeakMap<object, ContextScope>();
  const scopeOf = (context: object): ContextScope => {
    let scope = scopes.get(context);
    if (scope === undefined) {
      scope = new ContextScope(host, context);
      scopes.set(context, scope);
    }
    return scope;
  };
  const createContext = (given: unknown = {}): object => {
    // `vm.constants.DONT_CONTEXTIFY` is a symbol; an ordinary object serves as well.
    const object = typeof given === 'symbol' ? {} : given;
    if (typeof object !== 'object' || object === null) throw invalidArgumentType('contextObject', 'an instance of Object', object);
    scopeOf(object);
    return object;
  };
  const runInContext = (source: unknown, context: object, given?: unknown): unknown => {
    const scope = scopes.get(context);
    if (scope === undefined) throw invalidArgumentType('contextifiedObject', 'an vm.Context', context);
    const text = typeof source === 'string' ? source.replace(/^#!/, '//') : source;
    const declarations = declarationsOf(String(text));
    const head = declarationHead(declarations);
    const { code, file } = prepare(host, text, readOptions(given), head);
    return scope.run(head + code, declarations, file);
  };
  class Script {
    readonly #source: string;
    readonly #options: ScriptOptions;
    cachedDataRejected = false;
    constructor(source: unknown, given?: unknown) {
      this.#options = readOptions(given);
      this.#source = String(source);
      // Syntax errors are thrown here, not when the script runs.
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
    runInNewContext: function runInNewContext(source: unknown, context: object = {}, options?: unknown): unknown {
      return runInContext(source, createContext(context), options);
    },
    createContext,
    isContext: (object: unknown) => {
      if (typeof object !== 'object' || object === null) throw invalidArgumentType('object', 'of type object', object);
      return scopes.has(object);
    },
    compileFunction: (source: unknown, parameters?: string[], given?: unknown) =>
      compileFunction({ host, scopeOf }, source, parameters, given),
    measureMemory: () => Promise.resolve({ total: { jsMemoryEstimate: 0, jsMemoryRange: [0, 0] } }),
    constants: {
      USE_MAIN_CONTEXT_DEFAULT_LOADER: Symbol('vm_dynamic_import_main_context_default'),
      DONT_CONTEXTIFY: Symbol('vm_context_no_contextify'),
    },
  };
}
