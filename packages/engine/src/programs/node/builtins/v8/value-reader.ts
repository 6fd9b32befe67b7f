import { errorTags, regexpFlags, Tag, viewKinds, WIRE_VERSION } from './wire-tags.ts';

/** The operations that a deserializer's owner implements. */
export interface ReaderDelegate {
  readHostObject(): object;
}

const errorClasses: ReadonlyMap<string, new (message?: string) => Error> = new Map<string, new (message?: string) => Error>([
  ['EvalError', EvalError],
  ['RangeError', RangeError],
  ['ReferenceError', ReferenceError],
  ['SyntaxError', SyntaxError],
  ['TypeError', TypeError],
  ['URIError', URIError],
]);

/** Reads values in V8's format. */
export class ValueReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;
  version = 0;
  readonly #objects: object[] = [];

  constructor(
    bytes: Uint8Array,
    private readonly delegate: ReaderDelegate,
  ) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  readHeader(): boolean {
    if (this.#bytes[this.#at] === Tag.VERSION) {
      this.#at++;
      this.version = this.readVarint();
      if (this.version <= WIRE_VERSION) return true;
    }
    throw new Error('Unable to deserialize cloned data due to invalid or unsupported version.');
  }

  readByte(): number {
    const byte = this.#bytes[this.#at++];
    if (byte === undefined) throw new Error('Unable to deserialize cloned data.');
    return byte;
  }

  readVarint(): number {
    return Number(this.readUint64() & 0xffff_ffffn);
  }

  readUint64(): bigint {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.readByte();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value & 0xffff_ffff_ffff_ffffn;
    }
  }

  readDouble(): number {
    const at = this.#skip(8);
    return this.#view.getFloat64(at, true);
  }

  /** Returns a view of the input, not a copy. */
  readRaw(length: number): Uint8Array {
    const at = this.#skip(length);
    return this.#bytes.subarray(at, at + length);
  }

  #skip(length: number): number {
    const at = this.#at;
    if (at + length > this.#bytes.length) throw new Error('Unable to deserialize cloned data.');
    this.#at += length;
    return at;
  }

  #tag(): string {
    let tag = this.readByte();
    while (tag === 0) tag = this.readByte();
    return String.fromCharCode(tag);
  }

  #peek(): string {
    while (this.#bytes[this.#at] === 0) this.#at++;
    return String.fromCharCode(this.#bytes[this.#at] ?? 0);
  }

  readValue(): unknown {
    const tag = this.#tag();
    switch (tag) {
      case Tag.UNDEFINED:
        return undefined;
      case Tag.NULL:
        return null;
      case Tag.TRUE:
        return true;
      case Tag.FALSE:
        return false;
      case Tag.INT32: {
        const value = this.readVarint();
        return (value >>> 1) ^ -(value & 1);
      }
      case Tag.UINT32:
        return this.readVarint();
      case Tag.DOUBLE:
        return this.readDouble();
      case Tag.BIGINT:
        return this.#bigint();
      case Tag.ONE_BYTE_STRING:
      case Tag.TWO_BYTE_STRING:
      case Tag.UTF8_STRING:
        return this.#string(tag);
      case Tag.REFERENCE:
        return this.#objects[this.readVarint()];
      default:
        return this.#object(tag);
    }
  }

  #bigint(): bigint {
    const field = this.readVarint();
    let value = 0n;
    for (const [index, byte] of this.readRaw(field >>> 1).entries()) value |= BigInt(byte) << BigInt(index * 8);
    return (field & 1) === 1 ? -value : value;
  }

  #string(tag: string): string {
    const bytes = this.readRaw(this.readVarint());
    if (tag === Tag.UTF8_STRING) return new TextDecoder().decode(bytes);
    if (tag === Tag.TWO_BYTE_STRING) return new TextDecoder('utf-16le', { ignoreBOM: true }).decode(bytes);
    let text = '';
    for (let start = 0; start < bytes.length; start += 8192) text += String.fromCharCode(...bytes.subarray(start, start + 8192));
    return text;
  }

  #text(): string {
    return this.#string(this.#tag());
  }

  #keep<Kept extends object>(value: Kept): Kept {
    this.#objects.push(value);
    return value;
  }

  #object(tag: string): unknown {
    switch (tag) {
      case Tag.OBJECT:
        return this.#properties(this.#keep({}), Tag.END_OBJECT, 1);
      case Tag.SPARSE_ARRAY:
        return this.#properties(this.#keep(new Array(this.readVarint())), Tag.END_SPARSE_ARRAY, 2);
      case Tag.DENSE_ARRAY:
        return this.#denseArray();
      case Tag.DATE:
        return this.#keep(new Date(this.readDouble()));
      case Tag.TRUE_OBJECT:
      case Tag.FALSE_OBJECT:
        return this.#keep(Object(tag === Tag.TRUE_OBJECT));
      case Tag.NUMBER_OBJECT:
        return this.#keep(Object(this.readDouble()));
      case Tag.BIGINT_OBJECT:
        return this.#keep(Object(this.#bigint()));
      case Tag.STRING_OBJECT:
        return this.#keep(Object(this.#text()));
      case Tag.REGEXP:
        return this.#keep(this.#regexp());
      case Tag.MAP:
        return this.#map();
      case Tag.SET:
        return this.#set();
      case Tag.ARRAY_BUFFER:
        return this.#arrayBuffer();
      case Tag.ERROR:
        return this.#error();
      case Tag.HOST_OBJECT: {
        const place = this.#objects.push({}) - 1;
        const value = this.delegate.readHostObject();
        this.#objects[place] = value;
        return value;
      }
      default:
        throw new Error('Unable to deserialize cloned data.');
    }
  }

  #properties<Kept extends object>(target: Kept, end: string, numbersBehind: number): Kept {
    while (this.#peek() !== end) {
      const name = String(this.readValue());
      Object.defineProperty(target, name, { value: this.readValue(), writable: true, enumerable: true, configurable: true });
    }
    this.#tag();
    for (let count = 0; count < numbersBehind; count++) this.readVarint();
    return target;
  }

  #denseArray(): unknown[] {
    const length = this.readVarint();
    const array: unknown[] = this.#keep([]);
    for (let index = 0; index < length; index++) {
      if (this.#peek() === Tag.HOLE) this.#tag();
      else array[index] = this.readValue();
    }
    array.length = length;
    return this.#properties(array, Tag.END_DENSE_ARRAY, 2);
  }

  #regexp(): RegExp {
    const source = this.#text();
    const bits = this.readVarint();
    return new RegExp(
      source,
      regexpFlags
        .filter(([, bit]) => (bits & bit) !== 0)
        .map(([flag]) => flag)
        .join(''),
    );
  }

  #map(): Map<unknown, unknown> {
    const map = this.#keep(new Map());
    while (this.#peek() !== Tag.END_MAP) {
      const key = this.readValue();
      map.set(key, this.readValue());
    }
    this.#tag();
    this.readVarint();
    return map;
  }

  #set(): Set<unknown> {
    const set = this.#keep(new Set());
    while (this.#peek() !== Tag.END_SET) set.add(this.readValue());
    this.#tag();
    this.readVarint();
    return set;
  }

  #arrayBuffer(): object {
    const buffer = this.#keep(new Uint8Array(this.readRaw(this.readVarint())).buffer);
    if (this.#bytes[this.#at] !== Tag.ARRAY_BUFFER_VIEW.charCodeAt(0)) return buffer;
    this.#tag();
    const tag = this.#tag();
    const offset = this.readVarint();
    const byteLength = this.readVarint();
    if (this.version >= 14) this.readVarint();
    return this.#keep(createView(viewKinds.find((kind) => kind.tag === tag)?.name ?? 'Uint8Array', buffer, offset, byteLength));
  }

  #error(): Error {
    const place = this.#objects.push({}) - 1;
    const parts = new Map<string, unknown>();
    let Class: new (message?: string) => Error = Error;
    for (let tag = this.#tag(); tag !== '.'; tag = this.#tag()) {
      if (tag === 'm' || tag === 's') parts.set(tag, this.#text());
      else if (tag === 'c') parts.set(tag, this.readValue());
      else Class = errorClasses.get([...errorTags].find(([, letter]) => letter === tag)?.[0] ?? '') ?? Error;
    }
    const message = parts.get('m');
    const error = typeof message === 'string' ? new Class(message) : new Class();
    for (const [tag, name] of [
      ['s', 'stack'],
      ['c', 'cause'],
    ] as const)
      if (parts.has(tag))
        Object.defineProperty(error, name, { value: parts.get(tag), writable: true, configurable: true, enumerable: false });
    this.#objects[place] = error;
    return error;
  }
}

const viewClasses: ReadonlyMap<string, new (buffer: ArrayBuffer, offset: number, length: number) => ArrayBufferView> = new Map<
  string,
  new (
    buffer: ArrayBuffer,
    offset: number,
    length: number,
  ) => ArrayBufferView
>([
  ['Int8Array', Int8Array],
  ['Uint8Array', Uint8Array],
  ['Uint8ClampedArray', Uint8ClampedArray],
  ['Int16Array', Int16Array],
  ['Uint16Array', Uint16Array],
  ['Int32Array', Int32Array],
  ['Uint32Array', Uint32Array],
  ['Float32Array', Float32Array],
  ['Float64Array', Float64Array],
  ['DataView', DataView],
  ['BigInt64Array', BigInt64Array],
  ['BigUint64Array', BigUint64Array],
]);

export function createView(name: string, buffer: ArrayBuffer, offset: number, byteLength: number): ArrayBufferView {
  const View = viewClasses.get(name) ?? Uint8Array;
  const bytes = viewKinds.find((kind) => kind.name === name)?.bytes ?? 1;
  return new View(buffer, offset, byteLength / bytes);
}
