import { asBuffer, Buffer } from '../base/buffer-class.ts';
import { invalidArgumentType, nodeError } from '../errors/node-error.ts';
import type { BuiltinExports } from '../node-host.ts';

type Encoding = 'utf8' | 'utf16le' | 'base64' | 'base64url' | 'hex' | 'latin1' | 'ascii';

interface DecoderState {
  encoding: Encoding;
  /** The number of bytes of an incomplete character, stored in `bytes`. */
  held: number;
  /** The total length of that character in bytes. */
  total: number;
  readonly bytes: Buffer;
}

interface Decoder {
  encoding?: string;
  [state]?: DecoderState;
}

const state = Symbol('decoder');
const LONGEST_TEXT = 0x1fffffe8;

const encodings = new Map<string, Encoding>([
  ['utf-8', 'utf8'],
  ['ucs2', 'utf16le'],
  ['ucs-2', 'utf16le'],
  ['utf-16le', 'utf16le'],
  ['binary', 'latin1'],
]);

function encodingOf(given: unknown): Encoding {
  if (given === undefined || given === null || given === '') return 'utf8';
  const name = typeof given === 'string' ? given.toLowerCase() : '';
  if (!Buffer.isEncoding(name)) throw nodeError(TypeError, 'ERR_UNKNOWN_ENCODING', `Unknown encoding: ${String(given)}`);
  return encodings.get(name) ?? (name as Encoding); // An encoding that Buffer supports, under its canonical name.
}

function stateOf(decoder: Decoder): DecoderState {
  const own = decoder[state];
  if (own === undefined) throw nodeError(TypeError, 'ERR_INVALID_THIS', 'Value of "this" must be of type StringDecoder');
  return own;
}

/** Returns the length in bytes of the UTF-8 character that starts with this byte, or 0 if none does. */
function utf8Length(first: number): number {
  if (first >> 5 === 0b110) return 2;
  if (first >> 4 === 0b1110) return 3;
  return first >> 3 === 0b11110 ? 4 : 0;
}

/** Returns how many bytes at the end start an incomplete character, and the total length of that character. */
function beginsAtEnd(encoding: Encoding, bytes: Buffer): { held: number; total: number } {
  const { length } = bytes;
  if (encoding === 'utf8') {
    for (let held = 1; held <= Math.min(3, length); held++) {
      const byte = bytes[length - held] ?? 0;
      const total = utf8Length(byte);
      if (total > held) return { held, total };
      if (total !== 0 || byte < 0x80) break;
    }
  } else if (encoding === 'utf16le') {
    if (length % 2 === 1) return { held: 1, total: 2 };
    if (length > 0 && isHighSurrogate(bytes[length - 1])) return { held: 2, total: 4 };
  } else if (encoding === 'base64' || encoding === 'base64url') return { held: length % 3, total: 3 };
  return { held: 0, total: 0 };
}

function isHighSurrogate(byte: number | undefined): boolean {
  return ((byte ?? 0) & 0xfc) === 0xd8;
}

/** Adds bytes to the incomplete character, and returns how many were consumed. */
function completeHeld(own: DecoderState, input: Buffer): number {
  let taken = 0;
  while (own.held < own.total && taken < input.length) {
    const byte = input[taken] ?? 0;
    // A byte that does not continue the character starts a new one.
    if (own.encoding === 'utf8' && (byte & 0xc0) !== 0x80) {
      own.total = own.held;
      break;
    }
    own.bytes[own.held] = byte;
    own.held += 1;
    taken += 1;
    if (own.encoding === 'utf16le' && own.held === 2 && own.total === 2 && isHighSurrogate(byte)) own.total = 4;
  }
  return taken;
}

function flush(own: DecoderState): string {
  const text = own.bytes.toString(own.encoding, 0, own.held);
  own.held = 0;
  own.total = 0;
  return text;
}

function write(own: DecoderState, input: Buffer): string {
  if (input.length > LONGEST_TEXT)
    throw nodeError(Error, 'ERR_STRING_TOO_LONG', `Cannot create a string longer than 0x${LONGEST_TEXT.toString(16)} characters`);
  let text = '';
  let rest = input;
  if (own.held > 0) {
    rest = asBuffer(input.subarray(completeHeld(own, input)));
    if (own.held < own.total) return '';
    text = flush(own);
  }
  const { held, total } = beginsAtEnd(own.encoding, rest);
  if (held > 0) {
    own.bytes.set(rest.subarray(rest.length - held));
    own.held = held;
    own.total = total;
  }
  return text + rest.toString(own.encoding, 0, rest.length - held);
}

/** A function rather than a class, because like Node's it can be called on any object. */
function StringDecoder(this: Decoder | undefined, encoding?: unknown): void {
  const name = encodingOf(encoding);
  // Called without `new` and without an object.
  if (this === undefined || this === null) throw new TypeError("Cannot set properties of undefined (setting 'encoding')");
  this.encoding = name;
  Object.defineProperty(this, state, { value: { encoding: name, held: 0, total: 0, bytes: Buffer.alloc(4) }, configurable: true });
}

function define(names: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(names))
    Object.defineProperty(StringDecoder.prototype, name, { value, writable: true, configurable: true, enumerable: true });
}

function defineGetter(name: string, get: (own: DecoderState) => unknown): void {
  Object.defineProperty(StringDecoder.prototype, name, {
    configurable: true,
    enumerable: true,
    get(this: Decoder) {
      return get(stateOf(this));
    },
  });
}

export function createStringDecoderModule(): BuiltinExports {
  define({
    write(this: Decoder, chunk: unknown): string {
      if (typeof chunk === 'string') return chunk;
      if (!ArrayBuffer.isView(chunk)) throw invalidArgumentType('buf', 'an instance of Buffer, TypedArray, or DataView', chunk);
      return write(stateOf(this), asBuffer(new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength)));
    },
    end(this: Decoder & { write(chunk: unknown): string }, chunk?: unknown): string {
      return (chunk === undefined ? '' : this.write(chunk)) + flush(stateOf(this));
    },
    text(this: Decoder & { write(chunk: unknown): string }, chunk: Uint8Array, offset: number): string {
      flush(stateOf(this));
      return this.write(chunk.subarray(offset));
    },
  });
  defineGetter('lastChar', ({ bytes }) => bytes);
  defineGetter('lastNeed', ({ held, total }) => total - held);
  defineGetter('lastTotal', ({ total }) => total);
  return { StringDecoder };
}
