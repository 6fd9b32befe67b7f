import { isDeepEqual } from './deep-equal.ts';

function isPlace(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Each of `wanted` in its order, each of `found` at most once. */
function hasInOrder(found: ArrayLike<unknown>, wanted: ArrayLike<unknown>, seen: Map<object, object>): boolean {
  let at = 0;
  for (let index = 0; index < wanted.length; index++) {
    while (at < found.length && !isPartOf(found[at], wanted[index], seen)) at++;
    if (at === found.length) return false;
    at++;
  }
  return true;
}

function hasAll(found: unknown[], wanted: unknown[], seen: Map<object, object>): boolean {
  const left = [...found];
  return wanted.every((value) => {
    const at = left.findIndex((candidate) => isPartOf(candidate, value, seen));
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  });
}

/** `assert.partialDeepStrictEqual`: whether all that `expected` has is in `actual`. */
export function isPartOf(actual: unknown, expected: unknown, seen: Map<object, object> = new Map()): boolean {
  if (!isPlace(actual) || !isPlace(expected)) return Object.is(actual, expected);
  if (actual === expected || seen.get(expected) === actual) return true;
  const tag = Object.prototype.toString.call(expected);
  if (Object.prototype.toString.call(actual) !== tag || Array.isArray(actual) !== Array.isArray(expected)) return false;
  seen.set(expected, actual);
  if (expected instanceof Map && actual instanceof Map) {
    if (!hasAll([...actual], [...expected], seen)) return false;
  } else if (expected instanceof Set && actual instanceof Set) {
    if (!hasAll([...actual], [...expected], seen)) return false;
  } else if (Array.isArray(expected) && Array.isArray(actual)) return hasInOrder(actual, expected, seen);
  else if (ArrayBuffer.isView(expected) && ArrayBuffer.isView(actual) && 'length' in expected && 'length' in actual)
    return hasInOrder(actual as Uint8Array, expected as Uint8Array, seen);
  else if (expected instanceof Error && actual instanceof Error) {
    if (expected.message !== actual.message || expected.name !== actual.name) return false;
    if (Object.hasOwn(expected, 'cause') && !isPartOf(actual.cause, expected.cause, seen)) return false;
  } else if (tag !== '[object Object]') return isDeepEqual(actual, expected, true);
  const keys = Reflect.ownKeys(expected).filter((key) => Object.prototype.propertyIsEnumerable.call(expected, key));
  return keys.every((key) => Object.hasOwn(actual, key) && isPartOf(Reflect.get(actual, key), Reflect.get(expected, key), seen));
}
