import { Buffer } from '../../base/buffer-class.ts';
import { invalidArgumentType, nodeError } from '../../errors/node-error.ts';
import { validateArray, validateInteger, validateNumber } from '../../errors/validate.ts';
import { byteLength, encodeText, encodingName, unknownEncoding } from './buffer-encodings.ts';
import { fillBuffer } from './buffer-fill.ts';
import { compareBytes } from './buffer-search.ts';

/** The length limit of typed arrays in V8 on 64-bit machines, as Node 22 reports it; the browser's limit is lower. */
export const LONGEST_BUFFER = Number.MAX_SAFE_INTEGER;

const arrayBufferLength = Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, 'byteLength')?.get;
const sharedLength = Object.getOwnPropertyDescriptor(SharedArrayBuffer.prototype, 'byteLength')?.get;

/** Checks the internal slots, not the prototype or tag. */
export function isAnyArrayBuffer(value: unknown): value is ArrayBuffer {
  if (typeof value !== 'object' || value === null) return false;
  for (const getter of [arrayBufferLength, sharedLength]) {
    try {
      getter?.call(value);
      return true;
    } catch {
      // The value is not of this kind.
    }
  }
  return false;
}

/** Constructs a `Uint8Array` whose class is `Buffer`. */
function make(...args: [number] | [ArrayBufferLike, number, number?]): Buffer {
  return Reflect.construct(Uint8Array, args, Buffer) as Buffer;
}

export function bufferFromBytes(bytes: Uint8Array): Buffer {
  return make(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function outsideBounds(name: string): Error {
  return nodeError(RangeError, 'ERR_BUFFER_OUT_OF_BOUNDS', `"${name}" is outside of buffer bounds`);
}

function fromArrayBuffer(memory: ArrayBuffer, givenOffset: unknown, givenLength: unknown): Buffer {
  const offset = givenOffset === undefined ? 0 : +(givenOffset as number) || 0;
  const most = memory.byteLength - offset;
  if (most < 0) throw outsideBounds('offset');
  // Without a length, the buffer tracks memory that is resized.
  if (givenLength === undefined) return make(memory, offset);
  const length = +(givenLength as number);
  if (length > most) throw outsideBounds('length');
  return make(memory, offset, length > 0 ? length : 0);
}

function fromList(list: ArrayLike<number>): Buffer {
  const length = Number(list.length);
  if (!(length > 0)) return make(0);
  const buffer = make(length);
  buffer.set(list);
  return buffer;
}

function fromObject(value: object): Buffer | null {
  const { length, buffer, type, data } = value as { length?: unknown; buffer?: unknown; type?: unknown; data?: unknown };
  if (length !== undefined || isAnyArrayBuffer(buffer)) return typeof length === 'number' ? fromList(value as ArrayLike<number>) : make(0);
  return type === 'Buffer' && Array.isArray(data) ? fromList(data) : null;
}

function fromText(text: string, encoding: unknown): Buffer {
  const name = typeof encoding !== 'string' || encoding === '' ? 'utf8' : encodingName(encoding);
  if (name === undefined) throw unknownEncoding(encoding);
  return bufferFromBytes(encodeText(text, name));
}

export function bufferFrom(value: unknown, encodingOrOffset?: unknown, length?: unknown): Buffer {
  if (typeof value === 'string') return fromText(value, encodingOrOffset);
  if (typeof value === 'object' && value !== null) {
    if (isAnyArrayBuffer(value)) return fromArrayBuffer(value, encodingOrOffset, length);
    const inner: unknown = value.valueOf?.();
    if (inner !== null && inner !== undefined && inner !== value && (typeof inner === 'string' || typeof inner === 'object'))
      return bufferFrom(inner, encodingOrOffset, length);
    const made = fromObject(value);
    if (made !== null) return made;
    const convert: unknown = Reflect.get(value, Symbol.toPrimitive);
    const primitive: unknown = typeof convert === 'function' ? convert.call(value, 'string') : undefined;
    if (typeof primitive === 'string') return fromText(primitive, encodingOrOffset);
  }
  throw invalidArgumentType(
    'first argument',
    'of type string or an instance of Buffer, ArrayBuffer, or Array or an Array-like Object',
    value,
  );
}

function allocate(size: unknown): Buffer {
  validateNumber(size, 'size', 0, LONGEST_BUFFER);
  return make(size);
}

function concat(list: unknown, length?: unknown): Buffer {
  validateArray(list, 'list');
  if (list.length === 0) return make(0);
  const parts = list as { length?: number }[];
  const total = length === undefined ? parts.reduce((sum, part) => sum + (part?.length || 0), 0) : length;
  validateInteger(total, 'length', 0, LONGEST_BUFFER);
  const buffer = make(total);
  let at = 0;
  for (const [index, part] of parts.entries()) {
    if (!(part instanceof Uint8Array)) throw invalidArgumentType(`list[${index}]`, 'an instance of Buffer or Uint8Array', part);
    buffer.set(at + part.length > total ? part.subarray(0, total - at) : part, at);
    at = Math.min(total, at + part.length);
  }
  return buffer;
}

function copyBytesFrom(view: unknown, offset?: unknown, length?: unknown): Buffer {
  if (!ArrayBuffer.isView(view) || view instanceof DataView) throw invalidArgumentType('view', 'an instance of TypedArray', view);
  const typed = view as Uint8Array;
  if (offset !== undefined) validateInteger(offset, 'offset', 0);
  if (length !== undefined) validateInteger(length, 'length', 0);
  const start = offset ?? 0;
  if (start >= typed.length) return make(0);
  const part = typed.subarray(start, length === undefined ? typed.length : start + length);
  return bufferFromBytes(new Uint8Array(part.buffer, part.byteOffset, part.byteLength).slice());
}

export const bufferStatics: Record<string, unknown> = {
  poolSize: 8192,
  from: bufferFrom,
  copyBytesFrom,
  of: (...items: number[]) => fromList(items),
  alloc: (size: unknown, fill?: unknown, encoding?: unknown) => {
    const buffer = allocate(size);
    return fill === undefined || fill === 0 || buffer.length === 0 ? buffer : fillBuffer(buffer, fill, 0, buffer.length, encoding);
  },
  allocUnsafe: (size: unknown) => allocate(size),
  allocUnsafeSlow: (size: unknown) => allocate(size),
  compare: (first: unknown, second: unknown) => {
    if (!(first instanceof Uint8Array)) throw invalidArgumentType('buf1', 'an instance of Buffer or Uint8Array', first);
    if (!(second instanceof Uint8Array)) throw invalidArgumentType('buf2', 'an instance of Buffer or Uint8Array', second);
    return compareBytes(first, second);
  },
  isBuffer: (value: unknown) => value instanceof Buffer,
  isEncoding: (encoding: unknown) => typeof encoding === 'string' && encoding.length !== 0 && encodingName(encoding) !== undefined,
  concat,
  byteLength: (value: unknown, encoding?: unknown) => {
    if (typeof value === 'string') return byteLength(value, (encoding === undefined ? undefined : encodingName(encoding)) ?? 'utf8');
    if (ArrayBuffer.isView(value) || isAnyArrayBuffer(value)) return value.byteLength;
    throw invalidArgumentType('string', 'of type string or an instance of Buffer or ArrayBuffer', value);
  },
};
