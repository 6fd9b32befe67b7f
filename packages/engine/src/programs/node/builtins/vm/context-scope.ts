import { PREFIX_LETTERS, PREFIX_MARK } from '../../loader/rewrite/unused-prefix.ts';
import type { NodeHost } from '../../node-host.ts';
import { NO_DECLARATIONS, type ScriptDeclarations } from './script-declarations.ts';

/** Matches the names that rewriting adds to scripts. */
const addedName = new RegExp(`^\\${PREFIX_MARK}[a-z0-9]{${PREFIX_LETTERS}}(?:a|import\\d*)$`);

/** The globals of a new realm; the worker's other globals belong to the program and are not visible in a context. */
const ownNames = new Set(
  (
    'AggregateError Array ArrayBuffer Atomics BigInt BigInt64Array BigUint64Array Boolean DataView Date Error EvalError ' +
    'FinalizationRegistry Float16Array Float32Array Float64Array Function Infinity Int16Array Int32Array Int8Array Intl Iterator JSON ' +
    'Map Math NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set SharedArrayBuffer String ' +
    'SuppressedError DisposableStack AsyncDisposableStack Symbol SyntaxError TypeError URIError Uint16Array Uint32Array Uint8Array ' +
    'Uint8ClampedArray WeakMap WeakRef WeakSet WebAssembly console decodeURI decodeURIComponent encodeURI encodeURIComponent escape ' +
    'eval isFinite isNaN parseFloat parseInt undefined unescape'
  ).split(' '),
);

/**
 * Runs a script by a direct `eval`, so that its `var`s and functions become locals of this function, outside the `with`s. An assignment to
 * one finds the context's property first; `__vm_read` reads the local. `undefined` etc. are constants, so that they are not looked up
 * through the objects.
 */
const RUNNER = `(function (__vm_outer, __vm_context, __vm_lexicals, __vm_source, __vm_hoist, __vm_live, __vm_eval) {
  const __vm_read = (__vm_name) => __vm_eval === eval ? eval(__vm_name) : undefined;
  const __vm_declare = () => __vm_hoist(__vm_read);
  with (__vm_outer) with (__vm_context) with (__vm_lexicals) {
    const undefined = void 0, NaN = 0 / 0, Infinity = 1 / 0, eval = __vm_eval;
    return eval(__vm_source);
  }
})`;

type Runner = (
  this: object,
  outer: object,
  context: object,
  lexicals: object,
  source: string,
  hoist: (read: (name: string) => unknown) => void,
  live: (onGlobal: object | null, lexical: object | null) => void,
  evaluate: unknown,
) => unknown;

const { defineProperty, getOwnPropertyDescriptor, getOwnPropertyDescriptors, hasOwn, keys } = Object;
const { get: getOf, has: hasIn, set: setOf } = Reflect;
// biome-ignore lint/security/noGlobalEval: running the program's code is what this is for
const nativeEval = globalThis.eval;

/** Returns the source of getters and setters for the names; they access the bindings of the script that contains them. */
function accessors(names: readonly string[]): string {
  if (names.length === 0) return 'null';
  return `{${names.map((name) => `get ${name}(){return ${name}},set ${name}(__vm_value){${name}=__vm_value}`).join(',')}}`;
}

/** Returns the code that is prepended to a script so that its declarations reach the context. */
export function declarationHead({ isStrict, variables, functions, lexicals }: ScriptDeclarations): string {
  const isHoisted = variables.length > 0 || functions.length > 0;
  if (!isHoisted && lexicals.length === 0) return '';
  const hoisting = isHoisted && !isStrict ? '__vm_declare();' : '';
  const onGlobal = isStrict ? [...variables, ...functions] : [];
  const live = onGlobal.length > 0 || lexicals.length > 0 ? `__vm_live(${accessors(onGlobal)},${accessors(lexicals)});` : '';
  return `${isStrict ? '"use strict";' : ''}${hoisting}${live}`;
}

/**
 * Adds the realm's globals to the context. In Node they are properties of the global object that its scripts see, which
 * here is the context itself.
 */
function addOwnNames(context: object, evaluate: (source: string) => unknown): void {
  for (const name of ownNames) {
    if (hasIn(context, name) || !hasIn(globalThis, name)) continue;
    const value: unknown = name === 'Function' ? contextFunction(context, evaluate) : getOf(globalThis, name);
    Reflect.defineProperty(context, name, { value, writable: true, enumerable: false, configurable: true });
  }
}

/**
 * Makes `Function('return this')()`, which libraries use to find the global object, return the context: such a function is
 * compiled in the context and called on it if it has no receiver. Bodies without `this` use the native constructor, at
 * full speed.
 */
function contextFunction(context: object, evaluate: (source: string) => unknown): FunctionConstructor {
  const native = globalThis.Function;
  const make = (args: unknown[]): unknown => {
    const body = String(args.at(-1) ?? '');
    if (!/\bthis\b/.test(body) || /^\s*['"]use strict['"]/.test(body)) return Reflect.apply(native, undefined, args);
    // The expression evaluates to a function.
    const made = evaluate(`(function anonymous(${args.slice(0, -1).map(String).join(',')}\n) {\n${body}\n})`) as () => unknown;
    return new Proxy(made, { apply: (target, self, given: unknown[]) => Reflect.apply(target, self ?? context, given) });
  };
  const ofContext: FunctionConstructor = new Proxy(native, {
    apply: (_target, _self, args: unknown[]) => make(args),
    construct: (target, args: unknown[], newTarget) =>
      // `new` always returns an object.
      newTarget === ofContext ? (make(args) as object) : Reflect.construct(target, args, newTarget),
  });
  return ofContext;
}

/** Uses an object as the global object of scripts. This is not a second realm: built-in classes are those of the program. */
export class ContextScope {
  readonly #lexicals: object = Object.create(null);
  readonly #sources: string[] = [];
  readonly #assigned = new Map<string, boolean>();
  readonly #outer: object;
  readonly #runner: Runner;

  constructor(
    private readonly host: NodeHost,
    private readonly context: object,
  ) {
    addOwnNames(context, (source) => this.run(source, NO_DECLARATIONS, 'node:vm/function'));
    // The function whose source is above.
    this.#runner = host.scope.evaluate(RUNNER, 'node:vm') as Runner;
    this.#outer = new Proxy(Object.create(null), {
      has: (_target, name) => this.#isOurs(name),
      get: (_target, name) => this.#read(name),
      set: (_target, name, value) => setOf(context, name, value),
      deleteProperty: (_target, name) => Reflect.deleteProperty(context, name),
    });
  }

  /** Returns whether this scope resolves a name that the context does not have (yet). */
  #isOurs(name: string | symbol): boolean {
    if (typeof name !== 'string' || name.startsWith('__vm_')) return false;
    if (name === 'globalThis' || addedName.test(name)) return true;
    if (hasIn(globalThis, name)) return !ownNames.has(name);
    return this.#isAssigned(name);
  }

  #read(name: string | symbol): unknown {
    if (name === Symbol.unscopables) return undefined;
    if (name === 'globalThis') return this.context;
    if (typeof name === 'string' && addedName.test(name)) return getOf(this.host.scope.globalObject, name);
    // Missing names are `undefined` instead of throwing, so that `typeof` works; that matters more than the right error on use.
    return getOf(this.context, name);
  }

  /** Returns whether any code of this context appears to assign the name, which then creates it on the object. */
  #isAssigned(name: string): boolean {
    let isAssigned = this.#assigned.get(name);
    if (isAssigned === undefined) {
      const pattern = new RegExp(`(?:^|[^\\w$.])${name.replaceAll('$', '\\$')}\\s*(?:=(?![=>])|\\+=|-=|\\?\\?=|\\|\\|=)`);
      isAssigned = this.#sources.some((source) => pattern.test(source));
      this.#assigned.set(name, isAssigned);
    }
    return isAssigned;
  }

  run(code: string, { variables, functions }: ScriptDeclarations, file: string): unknown {
    const { context } = this;
    this.#sources.push(code);
    this.#assigned.clear();
    const hoist = (read: (name: string) => unknown) => {
      for (const name of variables) if (!hasOwn(context, name)) setOf(context, name, undefined);
      for (const name of functions) this.#defineFunction(name, read(name));
    };
    const live = (onGlobal: object | null, lexical: object | null) => {
      if (onGlobal !== null) this.#link(context, onGlobal, true);
      if (lexical !== null) this.#link(this.#lexicals, lexical, false);
    };
    return this.#runner.call(
      context,
      this.#outer,
      context,
      this.#lexicals,
      `${code}\n//# sourceURL=${file.replaceAll(' ', '%20')}`,
      hoist,
      live,
      nativeEval,
    );
  }

  #defineFunction(name: string, value: unknown): void {
    const { context } = this;
    const standing = getOwnPropertyDescriptor(context, name);
    if (standing === undefined || standing.configurable === true)
      defineProperty(context, name, { value, writable: true, enumerable: true, configurable: standing !== undefined });
    else setOf(context, name, value);
  }

  #link(target: object, given: object, isEnumerable: boolean): void {
    const descriptors = getOwnPropertyDescriptors(given) as Record<string, PropertyDescriptor>;
    for (const name of keys(descriptors)) {
      const standing = getOwnPropertyDescriptor(target, name);
      if (standing !== undefined && standing.configurable !== true) continue;
      defineProperty(target, name, { ...descriptors[name], enumerable: isEnumerable, configurable: true });
    }
  }
}
