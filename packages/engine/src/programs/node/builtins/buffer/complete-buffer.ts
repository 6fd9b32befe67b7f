import { Buffer } from '../../base/buffer-class.ts';
import { invalidArgumentType } from '../../errors/node-error.ts';
import { checkBufferBounds } from './buffer-bounds.ts';
import { decodeHex } from './buffer-encodings.ts';
import { bufferMethods } from './buffer-methods.ts';
import { bufferFrom, bufferStatics } from './buffer-statics.ts';

const inspectCustom = Symbol.for('nodejs.util.inspect.custom');

/** The maximum number of bytes that `util.inspect` shows; programs may change it. */
export const shownBytes = { most: 50 };

type Inspect = (value: unknown, options?: unknown) => string;

function inspectBuffer(this: Uint8Array, _depth: unknown, options: unknown, inspect?: Inspect): string {
  const shown = Math.min(shownBytes.most, this.length);
  let text = decodeHex(new Uint8Array(this.buffer, this.byteOffset, shown))
    .replace(/../g, '$& ')
    .trim();
  const more = this.length - shownBytes.most;
  if (more > 0) text += ` ... ${more} more byte${more > 1 ? 's' : ''}`;
  const extra: Record<PropertyKey, unknown> = Object.create(null);
  const isHiddenShown = typeof options === 'object' && options !== null && Reflect.get(options, 'showHidden') === true;
  const isShown = (key: PropertyKey) =>
    !/^(?:0|[1-9]\d*)$/.test(String(key)) && (isHiddenShown || Object.prototype.propertyIsEnumerable.call(this, key));
  const keys = Reflect.ownKeys(this).filter(isShown);
  if (keys.length > 0 && inspect !== undefined) {
    for (const key of keys) extra[key] = Reflect.get(this, key);
    const properties = inspect(extra, { ...(options as object), breakLength: Number.POSITIVE_INFINITY, compact: true });
    text += `${this.length === 0 ? '' : ', '}${properties.slice('[Object: null prototype] { '.length, -2)}`;
  }
  let name = 'Buffer';
  try {
    name = this.constructor.name;
  } catch {
    // A program may have removed it.
  }
  return `<${name} ${text}>`;
}

function define(target: object, values: Record<PropertyKey, unknown>): void {
  for (const key of Reflect.ownKeys(values)) {
    const value = values[key as string];
    if (typeof value === 'function') Object.defineProperty(value, 'name', { value: String(key), configurable: true });
    Object.defineProperty(target, key, { value, writable: true, configurable: true, enumerable: true });
  }
}

let isComplete = false;

/** Replaces the base Buffer's functions with Node's encodings, checks, error messages and inspection. */
export function completeBuffer(): void {
  if (isComplete) return;
  isComplete = true;
  // If this property exists, some programs take Buffer for a polyfill and refuse to work (jsdom, through @exodus/bytes).
  Reflect.deleteProperty(Buffer, 'TYPED_ARRAY_SUPPORT');
  define(Buffer, bufferStatics);
  define(Buffer.prototype, bufferMethods);
  Object.defineProperty(Buffer, Symbol.species, { get: () => Views, configurable: true });
  // Accesses the base's methods by name.
  checkBufferBounds(Buffer.prototype as unknown as Parameters<typeof checkBufferBounds>[0]);
  define(Buffer.prototype, { [inspectCustom]: inspectBuffer, inspect: inspectBuffer });
}

/** The species of Buffer: `map`, `filter` etc. create a Buffer without the deprecation check of calling `Buffer`. */
function Views(...args: unknown[]): object {
  return Reflect.construct(Uint8Array, args, Buffer);
}
Views.prototype = Buffer.prototype;

const DEPRECATED =
  'Buffer() is deprecated due to security and usability issues. Please use the Buffer.alloc(), Buffer.allocUnsafe(), or Buffer.from() methods instead.';

/** Creates the `Buffer` that programs see: a wrapper of the base that can be called without `new`, with a warning, as before Node 6. */
export function createCallableBuffer(warn: (message: string) => void): unknown {
  const callable = function Buffer_(...args: [value?: unknown, encodingOrOffset?: unknown, length?: unknown]): object {
    warn(DEPRECATED);
    const [value, encoding, length] = args;
    if (typeof value !== 'number') return bufferFrom(value, encoding, length);
    if (typeof encoding === 'string') throw invalidArgumentType('string', 'of type string', value);
    return Buffer.alloc(value);
  };
  Object.defineProperty(callable, 'name', { value: 'Buffer', configurable: true });
  Object.defineProperty(callable, 'length', { value: 3, configurable: true });
  callable.prototype = Buffer.prototype;
  Object.setPrototypeOf(callable, Uint8Array);
  for (const key of Reflect.ownKeys(Buffer)) {
    const descriptor = Object.getOwnPropertyDescriptor(Buffer, key);
    if (descriptor !== undefined && !['name', 'length', 'prototype'].includes(String(key)))
      Object.defineProperty(callable, key, descriptor);
  }
  Object.defineProperty(Buffer.prototype, 'constructor', { value: callable, writable: true, configurable: true });
  return callable;
}
