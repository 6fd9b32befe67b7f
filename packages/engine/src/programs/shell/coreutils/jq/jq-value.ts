/** A JSON value. Objects are maps: keys keep their order and none of them can be mistaken for a property of objects. */
export type JqValue = null | boolean | number | string | readonly JqValue[] | JqObject;
export type JqObject = ReadonlyMap<string, JqValue>;

/** What `error` raises and `try` catches. */
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

/** null, false, true, numbers, strings, arrays, objects. */
function rank(value: JqValue): number {
  if (value === null) return 0;
  if (value === false) return 1;
  if (value === true) return 2;
  return 3 + ['number', 'string', 'array', 'object'].indexOf(typeName(value));
}

export function compareValues(left: JqValue, right: JqValue): number {
  const ranks = rank(left) - rank(right);
  if (ranks !== 0) return ranks;
  // NaN is below every number, itself included.
  if (typeof left === 'number' && typeof right === 'number') return left < right || Number.isNaN(left) ? -1 : left === right ? 0 : 1;
  if (typeof left === 'string' && typeof right === 'string') return compareText(left, right);
  if (isArray(left) && isArray(right)) return compareLists(left, right);
  if (left instanceof Map && right instanceof Map) return compareObjects(left, right);
  return 0;
}

/** By code points, as UTF-8 sorts. */
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

/** First by the sets of keys, then by the values in the keys' order. */
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

/** A value as messages quote it: `number (1)`, cut when it is long. */
export function described(value: JqValue, toText: (value: JqValue) => string): string {
  const text = toText(value);
  return `${typeName(value)} (${text.length > 11 ? `${text.slice(0, 10)}...` : text})`;
}
