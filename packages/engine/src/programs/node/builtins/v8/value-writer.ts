import { errorTags, regexpFlags, Tag, viewKinds, WIRE_VERSION } from './wire-tags.ts';

const FIRST_BYTES = 256;
const objectTag = (value: object): string => Object.prototype.toString.call(value).slice('[object '.length, -1);

/** The decisions that a serializer's owner makes. */
export interface WriterDelegate {
  /** Writes a value that the format does not support. Returns false to decline. */
  writeHostObject(value: object): boolean;
  areViewsHostObjects(): boolean;
  cloneError(message: string): unknown;
}

/** Writes values in V8's format. */
export class ValueWriter {
  #bytes = new Uint8Array(FIRST_BYTES);
  #length = 0;
  readonly #seen = new Map<object, number>();

  constructor(private readonly delegate: WriterDelegate) {}

  release(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  writeHeader(): void {
    this.writeByte(Tag.VERSION);
    this.writeByte(WIRE_VERSION);
  }

  writeByte(byte: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = byte;
  }

  writeRaw(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  writeVarint(value: number): void {
    let rest = value >>> 0;
    for (; rest >= 0x80; rest >>>= 7) this.writeByte((rest & 0x7f) | 0x80);
    this.writeByte(rest);
  }

  writeUint64(value: bigint): void {
    let rest = value;
    for (; rest >= 0x80n; rest >>= 7n) this.writeByte(Number(rest & 0x7fn) | 0x80);
    this.writeByte(Number(rest));
  }

  writeDouble(value: number): void {
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setFloat64(0, value, true);
    this.writeRaw(bytes);
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#length + count, this.#bytes.length * 2));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }

  #tag(tag: string): void {
    this.writeByte(tag.charCodeAt(0));
  }

  writeValue(value: unknown): void {
    switch (typeof value) {
      case 'undefined':
        this.#tag(Tag.UNDEFINED);
        break;
      case 'boolean':
        this.#tag(value ? Tag.TRUE : Tag.FALSE);
        break;
      case 'number':
        this.#number(value);
        break;
      case 'bigint':
        this.#tag(Tag.BIGINT);
        this.#bigint(value);
        break;
      case 'string':
        this.#string(value);
        break;
      case 'object':
        if (value === null) this.#tag(Tag.NULL);
        else this.#reference(value);
        break;
      default:
        throw this.delegate.cloneError(`${String(value)} could not be cloned.`);
    }
  }

  #number(value: number): void {
    if (Number.isInteger(value) && value === (value | 0) && !Object.is(value, -0)) {
      this.#tag(Tag.INT32);
      this.writeVarint((value << 1) ^ (value >> 31));
      return;
    }
    this.#tag(Tag.DOUBLE);
    this.writeDouble(value);
  }

  #bigint(value: bigint): void {
    const isNegative = value < 0n;
    const digits: number[] = [];
    for (let rest = isNegative ? -value : value; rest > 0n; rest >>= 8n) digits.push(Number(rest & 0xffn));
    while (digits.length % 8 !== 0) digits.push(0);
    this.writeVarint((digits.length << 1) | (isNegative ? 1 : 0));
    this.writeRaw(Uint8Array.from(digits));
  }

  #string(value: string): void {
    let isOneByte = true;
    for (let index = 0; index < value.length && isOneByte; index++) isOneByte = value.charCodeAt(index) < 256;
    if (isOneByte) {
      this.#tag(Tag.ONE_BYTE_STRING);
      this.writeVarint(value.length);
      this.#reserve(value.length);
      for (let index = 0; index < value.length; index++) this.#bytes[this.#length++] = value.charCodeAt(index);
      return;
    }
    const byteLength = value.length * 2;
    const lengthBytes = Math.max(1, Math.ceil(byteLength.toString(2).length / 7));
    // Readers expect the characters at an even offset.
    if (((this.#length + 1 + lengthBytes) & 1) === 1) this.#tag(Tag.PADDING);
    this.#tag(Tag.TWO_BYTE_STRING);
    this.writeVarint(byteLength);
    this.#reserve(byteLength);
    for (let index = 0; index < value.length; index++) {
      const code = value.charCodeAt(index);
      this.#bytes[this.#length++] = code & 0xff;
      this.#bytes[this.#length++] = code >> 8;
    }
  }

  #reference(value: object): void {
    const known = this.#seen.get(value);
    if (known !== undefined) {
      this.#tag(Tag.REFERENCE);
      this.writeVarint(known);
      return;
    }
    const isBareView = ArrayBuffer.isView(value) && !this.delegate.areViewsHostObjects();
    // A view follows the memory that it refers to.
    if (isBareView && !this.#seen.has(value.buffer)) this.#reference(value.buffer);
    this.#seen.set(value, this.#seen.size);
    this.#object(value);
  }

  #object(value: object): void {
    if (Array.isArray(value)) {
      this.#array(value);
      return;
    }
    if (ArrayBuffer.isView(value)) {
      if (this.delegate.areViewsHostObjects()) this.#hostObject(value);
      else this.#view(value);
      return;
    }
    switch (objectTag(value)) {
      case 'Date':
        this.#tag(Tag.DATE);
        this.writeDouble((value as Date).getTime()); // Known from its tag.
        return;
      case 'RegExp':
        this.#regexp(value as RegExp); // Known from its tag.
        return;
      case 'Map':
        this.#entries(Tag.MAP, Tag.END_MAP, [...(value as Map<unknown, unknown>)].flat(1)); // Known from its tag.
        return;
      case 'Set':
        this.#entries(Tag.SET, Tag.END_SET, [...(value as Set<unknown>)]); // Known from its tag.
        return;
      case 'ArrayBuffer':
        this.#tag(Tag.ARRAY_BUFFER);
        this.writeVarint((value as ArrayBuffer).byteLength); // Known from its tag.
        this.writeRaw(new Uint8Array(value as ArrayBuffer)); // Known from its tag.
        return;
      case 'Error':
        this.#error(value as Error); // Known from its tag.
        return;
      case 'Boolean':
      case 'Number':
      case 'String':
      case 'BigInt':
        this.#boxed(value.valueOf());
        return;
      case 'Object':
      case 'Arguments':
        this.#plain(value);
        return;
      default:
        this.#hostObject(value);
        return;
    }
  }

  #hostObject(value: object): void {
    const start = this.#length;
    this.#tag(Tag.HOST_OBJECT);
    if (this.delegate.writeHostObject(value)) return;
    this.#length = start;
    // Instances of classes with their own tag are plain objects to V8, but objects with internal browser state are not.
    const name = value.constructor?.name;
    if (['Promise', 'WeakMap', 'WeakSet', 'WeakRef', 'MessagePort', 'SharedArrayBuffer'].includes(objectTag(value)))
      throw this.delegate.cloneError(`#<${name ?? 'Object'}> could not be cloned.`);
    this.#plain(value);
  }

  #boxed(value: unknown): void {
    if (typeof value === 'boolean') {
      this.#tag(value ? Tag.TRUE_OBJECT : Tag.FALSE_OBJECT);
      return;
    }
    if (typeof value === 'number') {
      this.#tag(Tag.NUMBER_OBJECT);
      this.writeDouble(value);
      return;
    }
    if (typeof value === 'bigint') {
      this.#tag(Tag.BIGINT_OBJECT);
      this.#bigint(value);
      return;
    }
    this.#tag(Tag.STRING_OBJECT);
    this.#string(String(value));
  }

  #plain(value: object): void {
    this.#tag(Tag.OBJECT);
    const count = this.#properties(value, Object.keys(value));
    this.#tag(Tag.END_OBJECT);
    this.writeVarint(count);
  }

  #properties(value: object, names: readonly string[]): number {
    for (const name of names) {
      const index = Number(name);
      const isIndex = Number.isInteger(index) && index >= 0 && index < 2 ** 32 - 1 && String(index) === name;
      this.writeValue(isIndex ? index : name);
      this.writeValue(Reflect.get(value, name));
    }
    return names.length;
  }

  #array(value: readonly unknown[]): void {
    const names = Object.keys(value);
    const indices = names.filter((name) => /^\d+$/.test(name)).length;
    if (indices !== value.length) {
      this.#tag(Tag.SPARSE_ARRAY);
      this.writeVarint(value.length);
      const count = this.#properties(value, names);
      this.#tag(Tag.END_SPARSE_ARRAY);
      this.writeVarint(count);
    } else {
      this.#tag(Tag.DENSE_ARRAY);
      this.writeVarint(value.length);
      for (const item of value) this.writeValue(item);
      const count = this.#properties(value, names.slice(indices));
      this.#tag(Tag.END_DENSE_ARRAY);
      this.writeVarint(count);
    }
    this.writeVarint(value.length);
  }

  #entries(tag: string, end: string, items: readonly unknown[]): void {
    this.#tag(tag);
    for (const item of items) this.writeValue(item);
    this.#tag(end);
    this.writeVarint(items.length);
  }

  #regexp(value: RegExp): void {
    this.#tag(Tag.REGEXP);
    this.#string(value.source);
    this.writeVarint(regexpFlags.reduce((bits, [flag, bit]) => (value.flags.includes(flag) ? bits | bit : bits), 0));
  }

  #view(value: ArrayBufferView): void {
    const kind = viewKinds.find(({ name }) => name === objectTag(value));
    this.#tag(Tag.ARRAY_BUFFER_VIEW);
    this.#tag(kind?.tag ?? 'B');
    this.writeVarint(value.byteOffset);
    this.writeVarint(value.byteLength);
    this.writeVarint(0);
  }

  #error(value: Error): void {
    this.#tag(Tag.ERROR);
    const prototype = errorTags.get(value.name);
    if (prototype !== undefined) this.#tag(prototype);
    if (Object.hasOwn(value, 'message')) {
      this.#tag('m');
      this.#string(String(value.message));
    }
    if (Object.hasOwn(value, 'cause')) {
      this.#tag('c');
      this.writeValue(value.cause);
    }
    if (typeof value.stack === 'string') {
      this.#tag('s');
      this.#string(value.stack);
    }
    this.#tag('.');
  }
}
