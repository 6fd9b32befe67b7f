import { asBuffer, Buffer } from '../../base/buffer-class.ts';
import { invalidArgumentType, nodeError } from '../../errors/node-error.ts';
import type { BuiltinExports } from '../../node-host.ts';
import { createView, ValueReader } from './value-reader.ts';
import { ValueWriter } from './value-writer.ts';
import { BUFFER_NUMBER, viewKinds } from './wire-tags.ts';

/** `v8.Serializer`: programs derive from it and override the methods that begin with `_`. */
class Serializer {
  #areViewsHostObjects = false;
  readonly #writer = new ValueWriter({
    areViewsHostObjects: () => this.#areViewsHostObjects,
    cloneError: (message) => new (this._getDataCloneError ?? Error)(message),
    writeHostObject: (value) => {
      if (this._writeHostObject === undefined) return false;
      return this._writeHostObject(value) !== false;
    },
  });
  _writeHostObject?(value: object): unknown;
  _getDataCloneError: (new (message: string) => Error) | undefined = Error;

  writeHeader(): void {
    this.#writer.writeHeader();
  }
  writeValue(value: unknown): boolean {
    this.#writer.writeValue(value);
    return true;
  }
  releaseBuffer(): Uint8Array {
    return asBuffer(this.#writer.release());
  }
  transferArrayBuffer(): void {}
  writeUint32(value: number): void {
    this.#writer.writeVarint(value);
  }
  writeUint64(high: number, low: number): void {
    this.#writer.writeUint64((BigInt(high >>> 0) << 32n) | BigInt(low >>> 0));
  }
  writeDouble(value: number): void {
    this.#writer.writeDouble(value);
  }
  writeRawBytes(source: unknown): void {
    if (!ArrayBuffer.isView(source))
      throw invalidArgumentType('source', 'an instance of ArrayBuffer, Buffer, TypedArray, or DataView', source);
    this.#writer.writeRaw(new Uint8Array(source.buffer, source.byteOffset, source.byteLength));
  }
  _setTreatArrayBufferViewsAsHostObjects(flag: boolean): void {
    this.#areViewsHostObjects = flag;
  }
}

/** `v8.DefaultSerializer`: writes only the bytes of views. */
class DefaultSerializer extends Serializer {
  constructor() {
    super();
    this._setTreatArrayBufferViewsAsHostObjects(true);
  }

  override _writeHostObject(value: object): unknown {
    if (!ArrayBuffer.isView(value)) return false;
    const name = Object.prototype.toString.call(value).slice('[object '.length, -1);
    const number = value instanceof Buffer ? BUFFER_NUMBER : viewKinds.find((kind) => kind.name === name)?.number;
    if (number === undefined) throw nodeError(Error, 'ERR_UNSUPPORTED_OPERATION', `Unserializable host object: ${name}`);
    this.writeUint32(number);
    this.writeUint32(value.byteLength);
    this.writeRawBytes(value);
    return true;
  }
}

/** Node's `v8.Deserializer`. */
class Deserializer {
  readonly buffer: Uint8Array;
  readonly #reader: ValueReader;

  constructor(source: unknown) {
    if (!ArrayBuffer.isView(source)) throw invalidArgumentType('buffer', 'an instance of Buffer, TypedArray, or DataView', source);
    this.buffer = new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
    this.#reader = new ValueReader(this.buffer, {
      readHostObject: () => {
        if (this._readHostObject !== undefined) return this._readHostObject();
        throw nodeError(Error, 'ERR_METHOD_NOT_IMPLEMENTED', 'Deserializer.prototype._readHostObject is not implemented');
      },
    });
  }
  _readHostObject?(): object;

  readHeader(): boolean {
    return this.#reader.readHeader();
  }
  readValue(): unknown {
    return this.#reader.readValue();
  }
  getWireFormatVersion(): number {
    return this.#reader.version;
  }
  transferArrayBuffer(): void {}
  readUint32(): number {
    return this.#reader.readVarint();
  }
  readUint64(): [number, number] {
    const value = this.#reader.readUint64();
    return [Number(value >> 32n), Number(value & 0xffff_ffffn)];
  }
  readDouble(): number {
    return this.#reader.readDouble();
  }
  readRawBytes(length: number): Uint8Array {
    return Buffer.from(new Uint8Array(this.#reader.readRaw(length)).buffer);
  }
}

/** Node's `v8.DefaultDeserializer`. */
class DefaultDeserializer extends Deserializer {
  override _readHostObject(): object {
    const number = this.readUint32();
    const bytes = this.readRawBytes(this.readUint32());
    if (number === BUFFER_NUMBER) return bytes;
    const name = viewKinds.find((kind) => kind.number === number)?.name ?? 'Uint8Array';
    return createView(name, new Uint8Array(bytes).buffer, 0, bytes.byteLength);
  }
}

export function createSerializerExports(): BuiltinExports {
  return {
    Serializer,
    DefaultSerializer,
    Deserializer,
    DefaultDeserializer,
    serialize: (value: unknown) => {
      const serializer = new DefaultSerializer();
      serializer.writeHeader();
      serializer.writeValue(value);
      return serializer.releaseBuffer();
    },
    deserialize: (bytes: unknown) => {
      const deserializer = new DefaultDeserializer(bytes);
      deserializer.readHeader();
      return deserializer.readValue();
    },
  };
}
