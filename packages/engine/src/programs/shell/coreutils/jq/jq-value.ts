/** A JSON value. Objects are maps, which keep the order of keys and cannot confuse a key with an object property. */
export type JqValue = null | boolean | number | string | readonly JqValue[] | JqObject;
export type JqObject = ReadonlyMap<string, JqValue>;

/** An error raised by `error` and caught by `try`. */
export class JqError extends Error {
  override readonly name = 'JqError';
  constructor(readonly value: JqValue) {
    super(typeof value === 'string' ? value : 'jq error');
  }
}

export function isArray(value: JqValue): value is readonly JqValue[] {
  return Array.isArray(value);
}

export function isObject(value: JqValue): value is JqObject {
  return value instanceof Map;
}

export function isTruthy(value: JqValue): boolean {
  return value !== null && value !== false;
}

export type JqTypeName = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

export function typeName(value: JqValue): JqTypeName {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return 'number';
  if (typeof value === 'string') return 'string';
  return isArray(value) ? 'array' : 'object';
}

/** Returns the sort rank of a type: null, false, true, numbers, strings, arrays, objects. */
function rank(value: JqValue): number {
  if (value === null) return 0;
  if (value === false) return 1;
  if (value === true) return 2;
  return 3 + ['number', 'string', 'array', 'object'].indexOf(typeName(value));
}

export function compareValues(left: JqValue, right: JqValue): number {
  const ranks = rank(left) - rank(right);
  if (ranks !== 0) return ranks;
  // NaN sorts below every number, including itself.
  if (typeof left === 'number' && typeof right === 'number') return left < right || Number.isNaN(left) ? -1 : left === right ? 0 : 1;
  if (typeof left === 'string' && typeof right === 'string') return compareText(left, right);
  if (isArray(left) && isArray(right)) return compareLists(left, right);
  if (left instanceof Map && right instanceof Map) return compareObjects(left, right);
  return 0;
}

/** Compares by code points, as UTF-8 sorts. */
export function compareText(left: string, right: string): number {
  if (left === right) return 0;
  const [first, second] = [[...left], [...right]];
  for (let index = 0; index < first.length && index < second.length; index += 1) {
    const difference = (first[index]?.codePointAt(0) ?? 0) - (second[index]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return first.length - second.length;
}

function compareLists(left: readonly JqValue[], right: readonly JqValue[]): number {
  for (let index = 0; index < left.length && index < right.length; index += 1) {
    const difference = compareValues(left[index] ?? null, right[index] ?? null);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** Compares the sets of keys first, then the values in key order. */
function compareObjects(left: JqObject, right: JqObject): number {
  const keys = sortedKeys(left);
  const difference = compareLists(keys, sortedKeys(right));
  if (difference !== 0) return difference;
  for (const key of keys) {
    const values = compareValues(left.get(key) ?? null, right.get(key) ?? null);
    if (values !== 0) return values;
  }
  return 0;
}

export function sortedKeys(object: JqObject): string[] {
  return [...object.keys()].sort(compareText);
}

/** Returns a value as quoted in messages: `number (1)`, truncated when long. */
export function described(value: JqValue, toText: (value: JqValue) => string): string {
  const text = toText(value);
  return `${typeName(value)} (${text.length > 11 ? `${text.slice(0, 10)}...` : text})`;
}
