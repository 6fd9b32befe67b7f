import { keyObjects } from '../../base/native-crypto.ts';
import type { SecretKeyObject } from '../../deferred/crypto/key-object.ts';
import { type Brand, boxedValue, brandOf, timeOf } from '../../inspect/value-brand.ts';

/** `structural` is strict but ignores prototypes; `partial` requires only that `a` contains everything in `b`. */
export type EqualityMode = 'strict' | 'structural' | 'loose' | 'partial';

type Compare = (a: unknown, b: unknown) => boolean;

const { getOwnPropertySymbols, getPrototypeOf, hasOwn, is, keys: namesOf } = Object;
const { apply, get } = Reflect;
const { propertyIsEnumerable: isEnumerableIn, toString: tagText } = Object.prototype;

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isEnumerable(value: object, key: string | symbol): boolean {
  return apply(isEnumerableIn, value, [key]) as boolean; // Always a boolean.
}

function tagOf(value: object): string {
  return apply(tagText, value, []) as string; // Always a string.
}

function isLooselySame(a: unknown, b: unknown): boolean {
  // biome-ignore lint/suspicious/noDoubleEquals: that is what assert.deepEqual promises
  return a == b || (Number.isNaN(a) && Number.isNaN(b));
}

/** Implements `assert.deepEqual` and similar assertions, and `util.isDeepStrictEqual`. */
export function isDeepEqual(a: unknown, b: unknown, mode: EqualityMode): boolean {
  return new DeepComparison(mode).isSame(a, b);
}

class DeepComparison {
  /** The pairs that enclose the current one; meeting one of them again means a cycle. */
  readonly #around = new Map<object, Set<object>>();
  readonly #isLoose: boolean;
  readonly #isPartial: boolean;

  constructor(readonly mode: EqualityMode) {
    this.#isLoose = mode === 'loose';
    this.#isPartial = mode === 'partial';
  }

  readonly isSame: Compare = (a, b) => {
    if (a === b) return a !== 0 || this.#isLoose || is(a, b);
    if (this.#isLoose) {
      if (!isObject(a)) return !isObject(b) && isLooselySame(a, b);
      if (!isObject(b)) return false;
    } else {
      if (typeof a !== 'object') return typeof a === 'number' && Number.isNaN(a) && Number.isNaN(b);
      if (!isObject(a) || !isObject(b)) return false;
      if (this.mode === 'strict' && !areOfOneKind(a, b)) return false;
    }
    const tag = tagOf(a);
    if (tag !== tagOf(b)) return false;
    if (Array.isArray(a) || Array.isArray(b)) return Array.isArray(a) && Array.isArray(b) && this.#areSameLists(a, b);
    const brand = tag === '[object Object]' ? null : brandOf(a, tag);
    if (tag !== '[object Object]' && brand !== brandOf(b, tag)) return false;
    return (
      this.#hasSameOwn(a, b, brand) &&
      this.#hasSameKeys(a, b, brand === 'view' ? otherKeys : namesOf, () => this.#isSameContent(a, b, brand))
    );
  };

  /** Compares internal values, before any properties. */
  #hasSameOwn(a: object, b: object, brand: Brand | null): boolean {
    switch (brand) {
      case 'date':
        return timeOf(a) === timeOf(b);
      case 'regexp':
        return String(a) === String(b) && get(a, 'lastIndex') === get(b, 'lastIndex');
      case 'view':
        return this.#areSameViews(a as ArrayBufferView, b as ArrayBufferView);
      case 'buffer':
        return this.#areSameBytes(new Uint8Array(a as ArrayBuffer), new Uint8Array(b as ArrayBuffer));
      case 'map':
      case 'set': {
        const { size } = a as Set<unknown>;
        const other = (b as Set<unknown>).size;
        return size === other || (this.#isPartial && size > other);
      }
      case 'error':
        return this.#areSameErrors(a, b);
      case 'boxed':
        return is(boxedValue(a), boxedValue(b));
      case 'url':
        return (a as URL).href === (b as URL).href;
      // Their contents cannot be inspected.
      case 'weak':
        return false;
      default:
        // A key has no visible contents, and a CryptoKey exposes none to scripts.
        if (tagOf(a) === '[object CryptoKey]') return false;
        return !keyObjects.has(a) || (a as SecretKeyObject).equals(b);
    }
  }

  #isSameContent(a: object, b: object, brand: Brand | null): boolean {
    if (brand === 'set') return this.#isSameSet(a as Set<unknown>, b as Set<unknown>);
    if (brand === 'map') return this.#isSameMap(a as Map<unknown, unknown>, b as Map<unknown, unknown>);
    return true;
  }

  /** Compares non-enumerable properties, except the stack, which only shows where each error was created. */
  #areSameErrors(a: object, b: object): boolean {
    const isSame = (name: string): boolean =>
      (isEnumerable(a, name) && (!this.#isPartial || isEnumerable(b, name))) ||
      (this.#isPartial && (get(b, name) === undefined || (name === 'message' && get(b, name) === ''))) ||
      this.isSame(get(a, name), get(b, name));
    if (!isSame('message') || !isSame('name') || !isSame('errors')) return false;
    if (!hasOwn(a, 'cause')) return !hasOwn(b, 'cause');
    if (!hasOwn(b, 'cause')) return this.#isPartial;
    return isSame('cause');
  }

  #areSameLists(a: unknown[], b: unknown[]): boolean {
    if (a.length !== b.length && !(this.#isPartial && a.length > b.length)) return false;
    return this.#hasSameKeys(a, b, otherKeys, () => {
      if (this.#isPartial) return this.#isInOrder(a, b);
      for (let index = 0; index < a.length; index++) {
        const isThere = hasOwn(a, index);
        if (isThere !== hasOwn(b, index) || (isThere && !this.isSame(a[index], b[index]))) return false;
      }
      return true;
    });
  }

  /** Finds the items of `b` in order, each in a different item of `a`; holes are ignored. */
  #isInOrder(a: ArrayLike<unknown>, b: ArrayLike<unknown>): boolean {
    let at = 0;
    for (let index = 0; index < b.length; index++) {
      if (!hasOwn(b, index)) continue;
      while (at < a.length && !(hasOwn(a, at) && this.isSame(a[at], b[index]))) at++;
      if (at === a.length) return false;
      at++;
    }
    return true;
  }

  #areSameViews(a: ArrayBufferView, b: ArrayBufferView): boolean {
    if (nameOfView(a) !== nameOfView(b)) return false;
    if (this.#isLoose && isFloats(a) && isFloats(b)) return a.length === b.length && a.every((value, at) => value === b[at]);
    return this.#areSameBytes(bytesOf(a), bytesOf(b));
  }

  #areSameBytes(a: Uint8Array, b: Uint8Array): boolean {
    if (this.#isPartial && a.length !== b.length) return this.#isInOrder(a, b);
    return a.length === b.length && a.every((byte, index) => byte === b[index]);
  }

  /** Compares the keys, then their values and `content`, unless the pair closes a cycle. */
  #hasSameKeys(a: object, b: object, listNames: (value: object) => string[], content: () => boolean): boolean {
    const keys: (string | symbol)[] = listNames(b);
    if (!this.#isPartial && keys.length !== listNames(a).length) return false;
    if (!keys.every((key) => isEnumerable(a, key))) return false;
    if (!this.#isLoose) {
      const symbols = symbolsOf(b);
      if (!this.#isPartial && symbols.length !== symbolsOf(a).length) return false;
      if (!symbols.every((key) => isEnumerable(a, key))) return false;
      keys.push(...symbols);
    }
    const partners = this.#around.get(a) ?? new Set();
    if (partners.has(b)) return true;
    this.#around.set(a, partners.add(b));
    const isSame = content() && keys.every((key) => this.isSame(get(a, key), get(b, key)));
    partners.delete(b);
    return isSame;
  }

  #isSameSet(a: Set<unknown>, b: Set<unknown>): boolean {
    // Search only for values that are not found directly.
    const left = [...a].filter((value) => isObject(value) || !b.has(value));
    if (!this.#isPartial && !this.#isLoose && left.some((value) => !isObject(value))) return false;
    for (const value of b) {
      if (!isObject(value) && a.has(value)) continue;
      if (!isObject(value) && !this.#isLoose) return false;
      if (!takeFrom(left, (candidate) => this.isSame(candidate, value))) return false;
    }
    return this.#isPartial || left.length === 0;
  }

  #isSameMap(a: Map<unknown, unknown>, b: Map<unknown, unknown>): boolean {
    const isFound = (key: unknown) => !isObject(key) && a.has(key) && b.has(key) && this.isSame(a.get(key), b.get(key));
    const left = [...a].filter(([key]) => !isFound(key));
    for (const [key, value] of b) {
      if (isFound(key)) continue;
      if (!isObject(key) && !this.#isLoose) return false;
      if (!takeFrom(left, ([other, item]) => this.isSame(other, key) && this.isSame(item, value))) return false;
    }
    return this.#isPartial || left.length === 0;
  }
}

/** Compares constructors, or prototypes if the constructor is not meaningful. */
function areOfOneKind(a: object, b: object): boolean {
  const Class = a.constructor;
  if (Class === undefined || hasOwn(a, 'constructor')) return getPrototypeOf(a) === getPrototypeOf(b);
  return Class === b.constructor;
}

/** Removes the first item that matches, and returns whether there was one. */
function takeFrom<Item>(items: Item[], isFit: (item: Item) => boolean): boolean {
  const at = items.findIndex(isFit);
  if (at !== -1) items.splice(at, 1);
  return at !== -1;
}

function symbolsOf(value: object): symbol[] {
  return getOwnPropertySymbols(value).filter((symbol) => isEnumerable(value, symbol));
}

function isPlace(name: string): boolean {
  return /^(?:0|[1-9]\d{0,9})$/.test(name) && Number(name) < 2 ** 32 - 1;
}

/** Returns the keys except list indices. */
function otherKeys(value: object): string[] {
  const names = namesOf(value);
  // Indices come first, in order.
  let from = 0;
  while (from < names.length && isPlace(names[from] ?? '')) from++;
  return names.slice(from);
}

/** In loose mode, 0 and -0 are equal in these arrays, and NaN equals nothing. */
function isFloats(value: object): value is Float32Array {
  return value instanceof Float32Array || value instanceof Float64Array;
}

const viewTag = Object.getOwnPropertyDescriptor(getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag)?.get;

function nameOfView(view: ArrayBufferView): unknown {
  return viewTag === undefined ? undefined : apply(viewTag, view, []);
}

function bytesOf(view: ArrayBufferView): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}
