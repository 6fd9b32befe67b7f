import { describeReceived, invalidArgumentType, nodeError, outOfRange } from '../../errors/node-error.ts';

export type ZlibOptions = Record<string, unknown>;

/** Like Node, ignores options that are not an object. */
export function optionsOf(given: unknown): ZlibOptions | undefined {
  return (typeof given === 'object' || typeof given === 'function') && given !== null ? (given as ZlibOptions) : undefined;
}

/** Returns false if the option was omitted, which includes `NaN`. Throws if it is not a finite number. */
function isGivenNumber(value: unknown, name: string): value is number {
  if (value === undefined) return false;
  if (typeof value === 'number' && Number.isFinite(value)) return true;
  if (typeof value === 'number' && Number.isNaN(value)) return false;
  if (typeof value !== 'number') throw invalidArgumentType(name, 'of type number', value);
  throw outOfRange(name, 'a finite number', value);
}

export function numberInRange(value: unknown, name: string, lowest: number, highest: number, fallback: number): number {
  if (!isGivenNumber(value, name)) return fallback;
  const range = highest === Number.POSITIVE_INFINITY ? `>= ${lowest}` : `>= ${lowest} and <= ${highest}`;
  if (value < lowest || value > highest) throw outOfRange(name, range, value);
  return value;
}

export function dictionaryBytes(value: unknown): Uint8Array | undefined {
  if (value === undefined) return undefined;
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  if (value instanceof ArrayBuffer || (typeof SharedArrayBuffer === 'function' && value instanceof SharedArrayBuffer))
    return new Uint8Array(value);
  throw invalidArgumentType('options.dictionary', 'an instance of Buffer, TypedArray, DataView, or ArrayBuffer', value);
}

/** Returns the whole input of a one-shot call. */
export function wholeInput(value: unknown): Uint8Array | string {
  if (typeof value === 'string') return value;
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  if (value instanceof ArrayBuffer || (typeof SharedArrayBuffer === 'function' && value instanceof SharedArrayBuffer))
    return new Uint8Array(value);
  throw nodeError(
    TypeError,
    'ERR_INVALID_ARG_TYPE',
    `The "buffer" argument must be of type string or an instance of Buffer, TypedArray, DataView, or ArrayBuffer. ${describeReceived(value)}`,
  );
}
