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

/** Name of the typed array's own class, whatever its tag or prototype say. */
const typedArrayTag = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag)?.get;

function typedArrayName(value: unknown): string | undefined {
  const name: unknown = typeof value === 'object' && value !== null ? typedArrayTag?.call(value) : undefined;
  return typeof name === 'string' ? name : undefined;
}

/** `util.types`. */
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
    tests[`is${name}`] = isInstance(name);
  for (const name of ['Number', 'String', 'Boolean', 'Symbol', 'BigInt'])
    tests[`is${name}Object`] = (value: unknown) => typeof value === 'object' && value !== null && tagOf(value) === name;
  for (const name of ['Uint8', 'Uint8Clamped', 'Uint16', 'Uint32', 'Int8', 'Int16', 'Int32', 'Float32', 'Float64', 'BigInt64', 'BigUint64'])
    tests[`is${name}Array`] = (value: unknown) => typedArrayName(value) === `${name}Array`;
  return tests;
}
