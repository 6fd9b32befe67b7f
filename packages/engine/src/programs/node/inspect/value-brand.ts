/** The internal type of an object, regardless of its prototype. */
export type Brand = 'date' | 'regexp' | 'view' | 'buffer' | 'map' | 'set' | 'error' | 'boxed' | 'url' | 'weak';

const { apply } = Reflect;
const getterOf = (prototype: object, name: string) => Object.getOwnPropertyDescriptor(prototype, name)?.get ?? (() => undefined);
const { getTime } = Date.prototype;
const valueMethods = [Number, String, Boolean, Symbol, BigInt].map((Class) => Class.prototype.valueOf);
const sizeOfMap = getterOf(Map.prototype, 'size');
const sizeOfSet = getterOf(Set.prototype, 'size');
const lengthOfBuffer = getterOf(ArrayBuffer.prototype, 'byteLength');
const lengthOfShared = typeof SharedArrayBuffer === 'function' ? getterOf(SharedArrayBuffer.prototype, 'byteLength') : lengthOfBuffer;
const sourceOf = getterOf(RegExp.prototype, 'source');

// biome-ignore lint/complexity/noBannedTypes: a method of any of these classes
function answers(method: Function, value: object): boolean {
  try {
    apply(method, value, []);
    return true;
  } catch {
    return false;
  }
}

/** Returns the brand of a value. Only the type that its `tag` or class claims is checked. */
export function brandOf(value: object, tag: string): Brand | null {
  if (ArrayBuffer.isView(value)) return 'view';
  if (tag === '[object Error]' || value instanceof Error) return 'error';
  if ((tag === '[object Date]' || value instanceof Date) && answers(getTime, value)) return 'date';
  if ((tag === '[object RegExp]' || value instanceof RegExp) && value !== RegExp.prototype && answers(sourceOf, value)) return 'regexp';
  if ((tag === '[object Map]' || value instanceof Map) && answers(sizeOfMap, value)) return 'map';
  if ((tag === '[object Set]' || value instanceof Set) && answers(sizeOfSet, value)) return 'set';
  if (tag.endsWith('ArrayBuffer]') && (answers(lengthOfBuffer, value) || answers(lengthOfShared, value))) return 'buffer';
  if (value instanceof URL) return 'url';
  if (value instanceof WeakMap || value instanceof WeakSet || value instanceof WeakRef) return 'weak';
  return /^\[object (?:Number|String|Boolean|Symbol|BigInt)\]$/.test(tag) && valueMethods.some((method) => answers(method, value))
    ? 'boxed'
    : null;
}

export function timeOf(date: object): unknown {
  return apply(getTime, date, []);
}

export function boxedValue(boxed: object): unknown {
  for (const method of valueMethods) {
    try {
      return apply(method, boxed, []);
    } catch {
      // The object is a box of another primitive type.
    }
  }
  return undefined;
}
