import { nodeError } from '../../errors/node-error.ts';
import { validateFunction } from '../../errors/validate.ts';

type Native = typeof URLSearchParams;
type Method = (this: unknown, ...args: unknown[]) => unknown;
type Inspect = (value: unknown, options?: unknown) => string;

interface ShownOptions {
  breakLength: number;
  stylize(text: string, style: string): string;
}

const inspectCustom = Symbol.for('nodejs.util.inspect.custom');

function invalidThis(name: string): Error {
  return nodeError(TypeError, 'ERR_INVALID_THIS', `Value of "this" must be of type ${name}`);
}

function missing(names: readonly string[]): Error {
  const list = names.map((name) => `"${name}"`).join(' and ');
  return nodeError(TypeError, 'ERR_MISSING_ARGS', `The ${list} argument${names.length > 1 ? 's' : ''} must be specified`);
}

function isIterable(value: unknown): value is Iterable<unknown> {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false;
  return typeof (value as Partial<Iterable<unknown>>)[Symbol.iterator] === 'function';
}

function pairOf(given: unknown): [string, string] {
  const pair = isIterable(given) ? [...given] : [];
  if (pair.length !== 2) throw nodeError(TypeError, 'ERR_INVALID_TUPLE', 'Each query pair must be an iterable [name, value] tuple');
  return [`${pair[0]}`, `${pair[1]}`];
}

/** Converts the constructor's argument to a form that the browser accepts. */
function initialValue(given: unknown): string | [string, string][] {
  if (given === undefined || given === null) return [];
  if (typeof given !== 'object' && typeof given !== 'function') return `${given}`;
  const iterator: unknown = Reflect.get(given, Symbol.iterator);
  if (iterator !== null && iterator !== undefined) {
    if (!isIterable(given)) throw nodeError(TypeError, 'ERR_ARG_NOT_ITERABLE', 'Query pairs must be iterable');
    return [...given].map(pairOf);
  }
  const keys = Reflect.ownKeys(given).filter((key) => Object.prototype.propertyIsEnumerable.call(given, key));
  // If two keys have the same text, the last one counts.
  return [...new Map(keys.map((key) => [`${key as string}`, `${Reflect.get(given, key)}`]))];
}

function inspected(pieces: string[], name: string, options: ShownOptions, isEmptySpaced: boolean): string {
  const length = pieces.reduce((sum, piece) => sum + piece.length + 2, -2);
  if (length > options.breakLength) return `${name} {\n  ${pieces.join(',\n  ')} }`;
  if (pieces.length > 0) return `${name} { ${pieces.join(', ')} }`;
  return isEmptySpaced ? `${name} {  }` : `${name} {}`;
}

/** Creates the iterators of `entries`, `keys` and `values`, which see later additions. */
function createIterator() {
  const iteratorPrototype: object = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));
  class QueryIterator {
    #look: () => unknown[];
    #at = 0;
    constructor(look: () => unknown[]) {
      this.#look = look;
    }
    static check(value: unknown): QueryIterator {
      if (typeof value !== 'object' || value === null || !(#look in value)) throw invalidThis('URLSearchParamsIterator');
      return value;
    }
    step(): { value: unknown; done: boolean } {
      const all = this.#look();
      if (this.#at >= all.length) return { value: undefined, done: true };
      this.#at += 1;
      return { value: all[this.#at - 1], done: false };
    }
    left(): unknown[] {
      return this.#look().slice(this.#at);
    }
  }
  const prototype = Object.create(iteratorPrototype, {
    [Symbol.toStringTag]: { value: 'URLSearchParams Iterator', configurable: true },
    next: {
      value: function next(this: unknown) {
        return QueryIterator.prototype.step.call(QueryIterator.check(this));
      },
      writable: true,
      configurable: true,
      enumerable: true,
    },
    [inspectCustom]: {
      value(this: unknown, depth: unknown, options: ShownOptions, inspect: Inspect) {
        const own = QueryIterator.check(this);
        if (typeof depth === 'number' && depth < 0) return options.stylize('[Object]', 'special');
        const pieces = QueryIterator.prototype.left.call(own).map((value) => inspect(value, { ...options }));
        return inspected(pieces, 'URLSearchParams Iterator', options, true);
      },
    },
  });
  return (look: () => unknown[]): object => Object.setPrototypeOf(new QueryIterator(look), prototype);
}

/** The required arguments of each method. */
const required: Readonly<Record<string, readonly string[]>> = {
  append: ['name', 'value'],
  set: ['name', 'value'],
  delete: ['name'],
  get: ['name'],
  getAll: ['name'],
  has: ['name'],
  sort: [],
  toString: [],
};

/** Gives the browser's class Node's checks, error messages and inspection. Returns the constructor for programs. */
export function completeSearchParams(native: Native): Native {
  const { prototype } = native;
  const toText = prototype.toString;
  // The types omit the members that make it iterable.
  const entriesOf = Reflect.get(prototype, 'entries') as (this: URLSearchParams) => Iterable<[string, string]>;
  const check = (value: unknown): URLSearchParams => {
    try {
      toText.call(value as URLSearchParams);
    } catch {
      throw invalidThis('URLSearchParams');
    }
    return value as URLSearchParams; // The call above succeeds only for URLSearchParams.
  };
  const define = (name: PropertyKey, value: unknown, isEnumerable = true) => {
    if (typeof value === 'function' && typeof name === 'string') Object.defineProperty(value, 'name', { value: name });
    Object.defineProperty(prototype, name, { value, writable: true, configurable: true, enumerable: isEnumerable });
  };
  for (const [name, names] of Object.entries(required)) {
    const base = Reflect.get(prototype, name) as Method;
    define(name, function (this: unknown, ...args: unknown[]) {
      const self = check(this);
      if (args.length < names.length) throw missing(names);
      // Converts here, because the browser's conversion errors have different messages.
      const texts = args.slice(0, 2).map((argument, at) => (at >= names.length && argument === undefined ? undefined : `${argument}`));
      return base.call(self, ...(names.length === 0 ? [] : texts));
    });
  }
  const iterate = createIterator();
  const listing = (pick: (pair: [string, string]) => unknown) =>
    function (this: unknown) {
      const self = check(this);
      return iterate(() => [...entriesOf.call(self)].map(pick));
    };
  define(
    'entries',
    listing((pair) => pair),
  );
  define(
    'keys',
    listing(([name]) => name),
  );
  define(
    'values',
    listing(([, value]) => value),
  );
  define(Symbol.iterator, Reflect.get(prototype, 'entries'), false);
  define('forEach', function (this: unknown, callback: unknown, receiver?: unknown) {
    const self = check(this);
    validateFunction(callback, 'callback');
    for (const [name, value] of entriesOf.call(self)) Reflect.apply(callback, receiver, [value, name, self]);
  });
  define(
    inspectCustom,
    function (this: unknown, depth: unknown, options: ShownOptions, inspect: Inspect) {
      const self = check(this);
      if (typeof depth === 'number' && depth < 0) return options.stylize('[Object]', 'special');
      const inner = { ...options, ...(typeof depth === 'number' ? { depth: depth - 1 } : {}) };
      const pieces = [...entriesOf.call(self)].map(([name, value]) => `${inspect(name, inner)} => ${inspect(value, inner)}`);
      return inspected(pieces, 'URLSearchParams', options, false);
    },
    false,
  );
  const forPrograms = function URLSearchParams(...args: [given?: unknown]): object {
    if (new.target === undefined) throw new TypeError("Class constructor URLSearchParams cannot be invoked without 'new'");
    return Reflect.construct(native, [initialValue(args[0])], new.target);
  };
  forPrograms.prototype = prototype;
  define('constructor', forPrograms, false);
  // It is called like the browser's constructor, and creates the same objects.
  return forPrograms as unknown as Native;
}
