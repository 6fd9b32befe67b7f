type Pairs = Map<object, Set<object>>;

function ownKeys(value: object): (string | symbol)[] {
  const symbols = Object.getOwnPropertySymbols(value).filter((symbol) => Object.prototype.propertyIsEnumerable.call(value, symbol));
  return [...Object.keys(value), ...symbols];
}

function isLooselySame(a: unknown, b: unknown): boolean {
  // biome-ignore lint/suspicious/noDoubleEquals: that is what assert.deepEqual promises
  return a == b || (Number.isNaN(a) && Number.isNaN(b));
}

function isPrimitive(value: unknown): boolean {
  return (typeof value !== 'object' && typeof value !== 'function') || value === null;
}

/** `assert.deepStrictEqual` (strict) and `assert.deepEqual` (loose). */
export function isDeepEqual(a: unknown, b: unknown, isStrict: boolean, seen: Pairs = new Map()): boolean {
  if (isStrict ? Object.is(a, b) : isLooselySame(a, b)) return true;
  if (isPrimitive(a) || isPrimitive(b) || typeof a === 'function' || typeof b === 'function') return false;
  // Neither is a primitive, so both are objects.
  const first = a as object;
  const second = b as object;
  if (isStrict && Object.getPrototypeOf(first) !== Object.getPrototypeOf(second)) return false;
  if (Object.prototype.toString.call(first) !== Object.prototype.toString.call(second)) return false;
  if (Array.isArray(first) !== Array.isArray(second)) return false;
  const partners = seen.get(first) ?? new Set();
  if (partners.has(second)) return true;
  seen.set(first, partners.add(second));
  return isSameContent(first, second, isStrict, seen) && isSameProperties(first, second, isStrict, seen);
}

function isSameContent(a: object, b: object, isStrict: boolean, seen: Pairs): boolean {
  if (a instanceof Date && b instanceof Date) return Object.is(timeOf(a), timeOf(b));
  if (a instanceof RegExp && b instanceof RegExp) return String(a) === String(b) && a.lastIndex === b.lastIndex;
  if (a instanceof Error && b instanceof Error)
    return (
      a.message === b.message &&
      a.name === b.name &&
      Object.hasOwn(a, 'cause') === Object.hasOwn(b, 'cause') &&
      isDeepEqual(a.cause, b.cause, isStrict, seen) &&
      isDeepEqual(Reflect.get(a, 'errors'), Reflect.get(b, 'errors'), isStrict, seen)
    );
  if (a instanceof Set && b instanceof Set) return isSameSet(a, b, isStrict, seen);
  if (a instanceof Map && b instanceof Map) return isSameMap(a, b, isStrict, seen);
  if (!isStrict && isFloats(a) && isFloats(b)) return a.length === b.length && a.every((value, at) => value === b[at]);
  if (ArrayBuffer.isView(a) && ArrayBuffer.isView(b)) return isSameBytes(a, b);
  if (a instanceof ArrayBuffer && b instanceof ArrayBuffer) return isSameBytes(new Uint8Array(a), new Uint8Array(b));
  if (boxed.has(Object.prototype.toString.call(a))) return isSameBoxed(a, b);
  if (a instanceof URL && b instanceof URL) return a.href === b.href;
  if (a instanceof Promise || a instanceof WeakMap || a instanceof WeakSet) return false;
  return true;
}

/** Null for what only has the prototype of one. */
function timeOf(date: Date): number | null {
  try {
    return date.getTime();
  } catch {
    return null;
  }
}

const boxed: ReadonlySet<string> = new Set(['Number', 'String', 'Boolean', 'Symbol', 'BigInt'].map((name) => `[object ${name}]`));

/** Also a Symbol and a BigInt can be in an object. */
function isSameBoxed(a: object, b: object): boolean {
  try {
    return Object.is(a.valueOf(), b.valueOf());
  } catch {
    // Only by its tag one of them.
    return false;
  }
}

/** Loosely, 0 and -0 are the same in these, and NaN is nothing. */
function isFloats(value: object): value is Float32Array {
  return value instanceof Float32Array || value instanceof Float64Array;
}

function isSameBytes(a: ArrayBufferView, b: ArrayBufferView): boolean {
  if (a.byteLength !== b.byteLength) return false;
  const first = new Uint8Array(a.buffer, a.byteOffset, a.byteLength);
  const second = new Uint8Array(b.buffer, b.byteOffset, b.byteLength);
  return first.every((byte, index) => byte === second[index]);
}

function isSameProperties(a: object, b: object, isStrict: boolean, seen: Pairs): boolean {
  if (Array.isArray(a) && Array.isArray(b) && a.length !== b.length) return false;
  // The bytes of a view have been compared.
  const isExtra = (key: string | symbol) => !ArrayBuffer.isView(a) || !/^\d+$/.test(String(key));
  const keys = (isStrict ? ownKeys(a) : Object.keys(a)).filter(isExtra);
  const others = (isStrict ? ownKeys(b) : Object.keys(b)).filter(isExtra);
  if (keys.length !== others.length) return false;
  return keys.every(
    (key) => Object.prototype.propertyIsEnumerable.call(b, key) && isDeepEqual(Reflect.get(a, key), Reflect.get(b, key), isStrict, seen),
  );
}

function isSameSet(a: Set<unknown>, b: Set<unknown>, isStrict: boolean, seen: Pairs): boolean {
  if (a.size !== b.size) return false;
  const unmatched = new Set([...b].filter((value) => !a.has(value)));
  for (const value of a) {
    if (b.has(value)) continue;
    const match = [...unmatched].find((candidate) => isDeepEqual(value, candidate, isStrict, seen));
    if (match === undefined && !unmatched.has(undefined)) return false;
    unmatched.delete(match);
  }
  return true;
}

function isSameMap(a: Map<unknown, unknown>, b: Map<unknown, unknown>, isStrict: boolean, seen: Pairs): boolean {
  if (a.size !== b.size) return false;
  for (const [key, value] of a) {
    if (b.has(key)) {
      if (!isDeepEqual(value, b.get(key), isStrict, seen)) return false;
      continue;
    }
    const isMatched = [...b].some(
      ([otherKey, otherValue]) =>
        !a.has(otherKey) && isDeepEqual(key, otherKey, isStrict, seen) && isDeepEqual(value, otherValue, isStrict, seen),
    );
    if (!isMatched) return false;
  }
  return true;
}
