import { PREFIX_LETTERS, PREFIX_MARK } from '../../loader/rewrite/unused-prefix.ts';
import type { NodeHost } from '../../node-host.ts';
import { NO_DECLARATIONS, type ScriptDeclarations } from './script-declarations.ts';

/** What rewriting has put into scripts. */
const addedName = new RegExp(`^\\${PREFIX_MARK}[a-z0-9]{${PREFIX_LETTERS}}(?:a|import\\d*)$`);

/** What a new realm has by itself; the rest of the worker's globals is the program's, and no context's. */
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
 * `var` and function declarations of the script are the runner's own (its `eval` is direct), outside of the `with`s: assigning to
 * them finds the context's property first. `read` sees them. What never changes is a constant: no lookup goes through the objects.
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

/** Getters and setters of the names, as source: they see the bindings of the script they are in. */
function accessors(names: readonly string[]): string {
  if (names.length === 0) return 'null';
  return `{${names.map((name) => `get ${name}(){return ${name}},set ${name}(__vm_value){${name}=__vm_value}`).join(',')}}`;
}

/** What is put in front of a script so that its declarations reach the context. */
export function declarationHead({ isStrict, variables, functions, lexicals }: ScriptDeclarations): string {
  const isHoisted = variables.length > 0 || functions.length > 0;
  if (!isHoisted && lexicals.length === 0) return '';
  const hoisting = isHoisted && !isStrict ? '__vm_declare();' : '';
  const onGlobal = isStrict ? [...variables, ...functions] : [];
  const live = onGlobal.length > 0 || lexicals.length > 0 ? `__vm_live(${accessors(onGlobal)},${accessors(lexicals)});` : '';
  return `${isStrict ? '"use strict";' : ''}${hoisting}${live}`;
}

/** In Node they are properties of the global object that scripts of the context see, which here is the object itself. */
function addOwnNames(context: object, evaluate: (source: string) => unknown): void {
  for (const name of ownNames) {
    if (hasIn(context, name) || !hasIn(globalThis, name)) continue;
    const value: unknown = name === 'Function' ? contextFunction(context, evaluate) : getOf(globalThis, name);
    Reflect.defineProperty(context, name, { value, writable: true, enumerable: false, configurable: true });
  }
}

/**
 * `Function('return this')()`, by which libraries find the global object: what it makes runs in the context, and is called there when it is
 * called on nothing. Bodies without `this` are the program's own, and as fast.
 */
function contextFunction(context: object, evaluate: (source: string) => unknown): FunctionConstructor {
  const native = globalThis.Function;
  const make = (args: unknown[]): unknown => {
    const body = String(args.at(-1) ?? '');
    if (!/\bthis\b/.test(body) || /^\s*['"]use strict['"]/.test(body)) return Reflect.apply(native, undefined, args);
    // The expression gives a function.
    const made = evaluate(`(function anonymous(${args.slice(0, -1).map(String).join(',')}\n) {\n${body}\n})`) as () => unknown;
    return new Proxy(made, { apply: (target, self, given: unknown[]) => Reflect.apply(target, self ?? context, given) });
  };
  const ofContext: FunctionConstructor = new Proxy(native, {
    apply: (_target, _self, args: unknown[]) => make(args),
    construct: (target, args: unknown[], newTarget) =>
      // What `new` gives is an object.
      newTarget === ofContext ? (make(args) as object) : Reflect.construct(target, args, newTarget),
  });
  return ofContext;
}

/** An object as the global object of scripts. It is not a second realm: built-in classes are the program's own. */
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
    // It is the function whose text is above.
    this.#runner = host.scope.evaluate(RUNNER, 'node:vm') as Runner;
    this.#outer = new Proxy(Object.create(null), {
      has: (_target, name) => this.#isOurs(name),
      get: (_target, name) => this.#read(name),
      set: (_target, name, value) => setOf(context, name, value),
      deleteProperty: (_target, name) => Reflect.deleteProperty(context, name),
    });
  }

  /** Asked for names that the context has not (yet). */
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
    // What is not there is undefined: that `typeof` says so matters more than which error a use of it gives.
    return getOf(this.context, name);
  }

  /** Whether any code of this context looks as if it gave the name a value: then it comes into being on the object. */
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
