import { invalidArgumentValue, nodeError } from '../../errors/node-error.ts';
import { validateNumber, validateString } from '../../errors/validate.ts';
import { type EncodingName, encodeText, encodingName, unknownEncoding } from './buffer-encodings.ts';

interface FillArguments {
  offset: unknown;
  end: unknown;
  encoding: EncodingName;
}

/** Resolves the arguments of a text fill, where the encoding may follow the text directly. */
function textArguments(buffer: Uint8Array, offset: unknown, end: unknown, encoding: unknown): FillArguments {
  let given = { offset, end, encoding };
  if (offset === undefined || typeof offset === 'string') given = { offset: 0, end: buffer.length, encoding: offset ?? encoding };
  else if (typeof end === 'string') given = { offset, end: buffer.length, encoding: end };
  const name = given.encoding === undefined || given.encoding === '' || given.encoding === null ? 'utf8' : encodingName(given.encoding);
  if (name === undefined || (given.encoding !== undefined && given.encoding !== null && typeof given.encoding !== 'string')) {
    validateString(given.encoding, 'encoding');
    throw unknownEncoding(given.encoding);
  }
  return { ...given, encoding: name };
}

/** Returns the bytes that `fill` repeats, or `null` if it fills with a single byte. */
function patternOf(value: unknown, encoding: EncodingName): Uint8Array | null {
  if (typeof value === 'string') return value === '' ? null : encodeText(value, encoding);
  return ArrayBuffer.isView(value) ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : null;
}

export function fillBuffer<Bytes extends Uint8Array>(
  buffer: Bytes,
  value: unknown,
  givenOffset?: unknown,
  givenEnd?: unknown,
  givenEncoding?: unknown,
): Bytes {
  const { offset, end, encoding }: FillArguments =
    typeof value === 'string'
      ? textArguments(buffer, givenOffset, givenEnd, givenEncoding)
      : { offset: givenOffset, end: givenEnd, encoding: 'utf8' };
  const from = offset ?? 0;
  if (offset !== undefined) validateNumber(offset, 'offset', 0);
  const to = offset === undefined || end === undefined ? buffer.length : end;
  validateNumber(to, 'end', 0, buffer.length);
  const start = from as number; // It is validated, or 0.
  if (start >= to) return buffer;
  if (start > buffer.length) throw nodeError(RangeError, 'ERR_BUFFER_OUT_OF_BOUNDS', 'Attempt to access memory outside buffer bounds');
  const pattern = patternOf(value, encoding);
  if (pattern === null) {
    Uint8Array.prototype.fill.call(buffer, typeof value === 'string' ? 0 : Number(value) & 0xff, start, to);
    return buffer;
  }
  if (pattern.length === 0) throw invalidArgumentValue('value', value);
  const first = Math.trunc(start);
  buffer.set(pattern.subarray(0, Math.min(pattern.length, to - first)), first);
  // The filled part doubles with each pass.
  for (let done = pattern.length; first + done < to; done *= 2)
    buffer.copyWithin(first + done, first, first + Math.min(done, to - first - done));
  return buffer;
}
