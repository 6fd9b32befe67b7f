import { joinBytes } from './join-bytes.ts';

/**
 * The part of MessagePack that `@webcontainer/snapshot` writes and `export({format:'binary'})` returns: maps with string keys, strings,
 * byte arrays, booleans.
 */
export type Packed = string | boolean | Uint8Array | { [key: string]: Packed };

export function unpackMessage(bytes: Uint8Array): Packed {
  return new Unpacker(bytes).value();
}

export function packMessage(value: Packed): Uint8Array<ArrayBuffer> {
  const chunks: Uint8Array[] = [];
  pack(value, chunks);
  return joinBytes(chunks);
}

class Unpacker {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  value(): Packed {
    const tag = this.#number(1);
    if (tag >= 0x80 && tag <= 0x8f) return this.#map(tag & 0x0f);
    if (tag >= 0xa0 && tag <= 0xbf) return this.#text(tag & 0x1f);
    switch (tag) {
      case 0xc2:
        return false;
      case 0xc3:
        return true;
      case 0xc4:
      case 0xc5:
      case 0xc6:
        return this.#take(this.#number(2 ** (tag - 0xc4)));
      case 0xd9:
      case 0xda:
      case 0xdb:
        return this.#text(this.#number(2 ** (tag - 0xd9)));
      case 0xde:
      case 0xdf:
        return this.#map(this.#number(tag === 0xde ? 2 : 4));
      default:
        throw new Error(`mount: not a snapshot (byte 0x${tag.toString(16)} at ${this.#at - 1})`);
    }
  }

  #map(size: number): Packed {
    const result: { [key: string]: Packed } = Object.create(null);
    for (let index = 0; index < size; index += 1) {
      const key = this.value();
      if (typeof key !== 'string') throw new Error('mount: not a snapshot (a key is no string)');
      result[key] = this.value();
    }
    return result;
  }

  #text(length: number): string {
    return this.#decoder.decode(this.#take(length));
  }

  #take(length: number): Uint8Array {
    if (this.#at + length > this.#bytes.byteLength) throw new Error('mount: the snapshot ends too early');
    const part = this.#bytes.subarray(this.#at, this.#at + length);
    this.#at += length;
    return part;
  }

  #number(bytes: number): number {
    if (this.#at + bytes > this.#bytes.byteLength) throw new Error('mount: the snapshot ends too early');
    const at = this.#at;
    this.#at += bytes;
    return bytes === 1 ? this.#view.getUint8(at) : bytes === 2 ? this.#view.getUint16(at) : this.#view.getUint32(at);
  }
}

function pack(value: Packed, chunks: Uint8Array[]): void {
  if (typeof value === 'boolean') chunks.push(Uint8Array.of(value ? 0xc3 : 0xc2));
  else if (typeof value === 'string') {
    const bytes = new TextEncoder().encode(value);
    chunks.push(bytes.byteLength < 32 ? Uint8Array.of(0xa0 | bytes.byteLength) : head(0xdb, bytes.byteLength), bytes);
  } else if (value instanceof Uint8Array) chunks.push(head(0xc6, value.byteLength), value);
  else {
    const entries = Object.entries(value);
    chunks.push(entries.length < 16 ? Uint8Array.of(0x80 | entries.length) : head(0xdf, entries.length));
    for (const [key, entry] of entries) {
      pack(key, chunks);
      pack(entry, chunks);
    }
  }
}

function head(tag: number, size: number): Uint8Array {
  const bytes = new Uint8Array(5);
  bytes[0] = tag;
  new DataView(bytes.buffer).setUint32(1, size);
  return bytes;
}
