import { Buffer } from '../../base/buffer-class.ts';
import { nativeCrypto } from '../../base/native-crypto.ts';
import { invalidArgumentType, outOfRange } from '../../errors/node-error.ts';
import { validateBoolean, validateFunction, validateNumber, validateObject } from '../../errors/validate.ts';
import type { BuiltinExports, NodeHost } from '../../node-host.ts';
import { optionOf, viewedBytes } from './byte-arguments.ts';
import { answerLater } from './later.ts';

/** The browser's limit of random bytes in one call. */
const RANDOM_BYTES_A_CALL = 65_536;
const MOST_BYTES = 2 ** 31 - 1;
/** The range of six random bytes. */
const LARGEST_RANGE = 2 ** 48 - 1;

export function fillRandom(bytes: Uint8Array): void {
  for (let offset = 0; offset < bytes.length; offset += RANDOM_BYTES_A_CALL) {
    // Copied because the browser rejects shared memory.
    const part = new Uint8Array(Math.min(RANDOM_BYTES_A_CALL, bytes.length - offset));
    nativeCrypto().getRandomValues(part);
    bytes.set(part, offset);
  }
}

function makeBytes(size: number): Buffer {
  const bytes = Buffer.alloc(size);
  fillRandom(bytes);
  return bytes;
}

function sizeInBytes(name: string, value: unknown, unit: number, most: number): number {
  validateNumber(value, name);
  const bytes = value * unit;
  if (!(bytes >= 0 && bytes <= most)) throw outOfRange(name, `>= 0 && <= ${most}`, bytes);
  return Math.floor(bytes);
}

interface Range {
  low: number;
  size: number;
}

function checkRange(first: unknown, second: unknown, isSingle: boolean): Range {
  const [low, high] = isSingle ? [0, first] : [first, second];
  if (!Number.isSafeInteger(low)) throw invalidArgumentType('min', 'a safe integer', low);
  if (!Number.isSafeInteger(high)) throw invalidArgumentType('max', 'a safe integer', high);
  // Both are numbers, as checked above.
  const [least, end] = [low as number, high as number];
  if (end <= least) throw outOfRange('max', `greater than the value of "min" (${least})`, end);
  const size = end - least;
  if (size > LARGEST_RANGE) throw outOfRange(isSingle ? 'max' : 'max - min', `<= ${LARGEST_RANGE}`, size);
  return { low: least, size };
}

function drawInteger({ low, size }: Range): number {
  // Values of the last, incomplete range are discarded, so that all results are equally likely.
  const limit = 2 ** 48 - (2 ** 48 % size);
  for (;;) {
    const value = makeBytes(6).readUIntBE(0, 6);
    if (value < limit) return low + (value % size);
  }
}

/** Returns the part given by `offset` and `size`, both in elements. */
function partToFill(target: unknown, offset: unknown, size: unknown): Uint8Array {
  const whole = viewedBytes(target);
  if (whole === null) throw invalidArgumentType('buf', 'an instance of ArrayBuffer or ArrayBufferView', target);
  const given: unknown = Reflect.get(target as object, 'BYTES_PER_ELEMENT');
  const unit = typeof given === 'number' ? given : 1;
  const begin = sizeInBytes('offset', offset, unit, Math.min(whole.length, MOST_BYTES));
  if (size === undefined) return whole.subarray(begin);
  const length = sizeInBytes('size', size, unit, MOST_BYTES);
  if (length + begin > whole.length) throw outOfRange('size + offset', `<= ${whole.length}`, length + begin);
  return whole.subarray(begin, begin + length);
}

/** Formats a UUID, because `randomUUID` is missing on insecure pages. */
function uuidFrom(bytes: Buffer): string {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

export function createRandom(host: NodeHost): BuiltinExports {
  return {
    randomBytes: (size: unknown, callback?: unknown) => {
      const length = sizeInBytes('size', size, 1, MOST_BYTES);
      return callback === undefined ? makeBytes(length) : answerLater(host, callback, () => makeBytes(length));
    },
    randomInt: (min: unknown, max?: unknown, callback?: unknown) => {
      const isSingle = max === undefined || typeof max === 'function';
      const done = isSingle ? max : callback;
      if (done !== undefined) validateFunction(done, 'callback');
      const range = checkRange(min, max, isSingle);
      return done === undefined ? drawInteger(range) : answerLater(host, done, () => drawInteger(range));
    },
    randomFillSync: (target: unknown, offset: unknown = 0, size?: unknown) => {
      fillRandom(partToFill(target, offset, size));
      return target;
    },
    randomFill: (target: unknown, ...rest: unknown[]) => {
      const at = rest.findIndex((argument) => typeof argument === 'function');
      if (viewedBytes(target) === null) throw invalidArgumentType('buf', 'an instance of ArrayBuffer or ArrayBufferView', target);
      const done = at === -1 || at > 2 ? rest[2] : rest[at];
      validateFunction(done, 'callback');
      const [offset = 0, size] = at === -1 ? rest : rest.slice(0, at);
      const part = partToFill(target, offset, size);
      answerLater(host, done, () => {
        fillRandom(part);
        return target;
      });
    },
    randomUUID: (options?: unknown) => {
      if (options !== undefined) validateObject(options, 'options');
      const isUncached = optionOf(options, 'disableEntropyCache');
      if (isUncached !== undefined) validateBoolean(isUncached, 'options.disableEntropyCache');
      return nativeCrypto().randomUUID?.() ?? uuidFrom(makeBytes(16));
    },
  };
}
