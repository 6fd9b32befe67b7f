import { keyObjects } from '../../base/native-crypto.ts';
import type { BuiltinExports } from '../../node-host.ts';

function tagOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice(8, -1);
}

function isInstance(name: string): (value: unknown) => boolean {
  return (value) => {
    const Class: unknown = Reflect.get(globalThis, name);
    return typeof Class === 'function' && value instanceof Class;
  };
}

/** Returns the name of the typed array's real class, whatever its tag or prototype. */
const typedArrayTag = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag)?.get;

function typedArrayName(value: unknown): string | undefined {
  const name: unknown = typeof value === 'object' && value !== null ? typedArrayTag?.call(value) : undefined;
  return typeof name === 'string' ? name : undefined;
}

type Method = (this: unknown, ...args: unknown[]) => unknown;

/** A getter or method of each class that throws for any object that the class did not create, whatever its prototype. */
const branded: Readonly<Record<string, Method | undefined>> = {
  Date: Date.prototype.getTime,
  RegExp: getterOf(RegExp.prototype, 'source'),
  Map: getterOf(Map.prototype, 'size'),
  Set: getterOf(Set.prototype, 'size'),
  WeakMap: WeakMap.prototype.has as Method,
  WeakSet: WeakSet.prototype.has as Method,
  ArrayBuffer: getterOf(ArrayBuffer.prototype, 'byteLength'),
  DataView: getterOf(DataView.prototype, 'buffer'),
};

function getterOf(prototype: object, name: string): Method | undefined {
  return Object.getOwnPropertyDescriptor(prototype, name)?.get;
}

/** Checks the prototype and tag first, because throwing an exception is slow. */
function isMadeBy(name: string): (value: unknown) => boolean {
  const [looksSo, ask] = [isInstance(name), branded[name]];
  return (value) => {
    if (typeof value !== 'object' || value === null) return false;
    // An object without a prototype may still be an instance.
    if (!looksSo(value) && tagOf(value) !== name && Object.getPrototypeOf(value) !== null) return false;
    if (ask === undefined) return looksSo(value);
    try {
      Reflect.apply(ask, value, [value]);
      // `RegExp.prototype` is not a RegExp, but the getter does not throw for it.
      return value !== RegExp.prototype;
    } catch {
      return false;
    }
  };
}

/** Creates `util.types`. */
export function createTypeTests(): BuiltinExports {
  const tests: BuiltinExports = {
    isArrayBufferView: (value: unknown) => ArrayBuffer.isView(value),
    isTypedArray: (value: unknown) => typedArrayName(value) !== undefined,
    isAnyArrayBuffer: (value: unknown) => ['ArrayBuffer', 'SharedArrayBuffer'].includes(tagOf(value)),
    isArgumentsObject: (value: unknown) => tagOf(value) === 'Arguments' && !Array.isArray(value),
    isAsyncFunction: (value: unknown) => typeof value === 'function' && /^Async(Generator)?Function$/.test(tagOf(value)),
    isGeneratorFunction: (value: unknown) => typeof value === 'function' && /GeneratorFunction$/.test(tagOf(value)),
    isGeneratorObject: (value: unknown) => tagOf(value) === 'Generator',
    isMapIterator: (value: unknown) => tagOf(value) === 'Map Iterator',
    isSetIterator: (value: unknown) => tagOf(value) === 'Set Iterator',
    isModuleNamespaceObject: (value: unknown) => tagOf(value) === 'Module',
    isNativeError: (value: unknown) => value instanceof Error || tagOf(value) === 'Error',
    isBoxedPrimitive: (value: unknown) => typeof value === 'object' && /^(Number|String|Boolean|Symbol|BigInt)$/.test(tagOf(value)),
    isExternal: () => false,
    isProxy: () => false,
    isCryptoKey: isInstance('CryptoKey'),
    isKeyObject: (value: unknown) => typeof value === 'object' && value !== null && keyObjects.has(value),
    isEventTarget: isInstance('EventTarget'),
  };
  for (const name of ['Date', 'RegExp', 'Promise', 'Map', 'Set', 'WeakMap', 'WeakSet', 'ArrayBuffer', 'SharedArrayBuffer', 'DataView'])
    tests[`is${name}`] = isMadeBy(name);
  for (const name of ['Number', 'String', 'Boolean', 'Symbol', 'BigInt'])
    tests[`is${name}Object`] = (value: unknown) => typeof value === 'object' && value !== null && tagOf(value) === name;
  for (const name of ['Uint8', 'Uint8Clamped', 'Uint16', 'Uint32', 'Int8', 'Int16', 'Int32', 'Float32', 'Float64', 'BigInt64', 'BigUint64'])
    tests[`is${name}Array`] = (value: unknown) => typedArrayName(value) === `${name}Array`;
  return tests;
}
