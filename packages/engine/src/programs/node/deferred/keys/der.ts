import { joinBytes } from 'devonz-engine-protocol/join-bytes';

/** The DER tags of ASN.1 that keys and signatures use. */
export const derTags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  nothing: 0x05,
  objectIdentifier: 0x06,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
} as const;

/** Returns an explicit or implicit context tag, constructed. */
export const contextTag = (number: number): number => 0xa0 | number;

export class DerError extends Error {}

export function encodeDer(tag: number, ...parts: Uint8Array[]): Uint8Array {
  const content = joinBytes(parts);
  if (content.length < 0x80) return joinBytes([Uint8Array.of(tag, content.length), content]);
  const length: number[] = [];
  for (let rest = content.length; rest > 0; rest = Math.floor(rest / 256)) length.unshift(rest % 256);
  return joinBytes([Uint8Array.of(tag, 0x80 | length.length, ...length), content]);
}

export const encodeSequence = (...parts: Uint8Array[]): Uint8Array => encodeDer(derTags.sequence, ...parts);
export const encodeOctets = (bytes: Uint8Array): Uint8Array => encodeDer(derTags.octetString, bytes);
export const encodeBits = (bytes: Uint8Array): Uint8Array => encodeDer(derTags.bitString, Uint8Array.of(0), bytes);
export const encodeNothing = (): Uint8Array => encodeDer(derTags.nothing);

/** Encodes a non-negative integer. */
export function encodeInteger(value: bigint): Uint8Array {
  let hex = value.toString(16);
  if (hex.length % 2 === 1) hex = `0${hex}`;
  // A leading one bit would make it negative.
  if (Number.parseInt(hex.slice(0, 1), 16) >= 8) hex = `00${hex}`;
  return encodeDer(
    derTags.integer,
    Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)),
  );
}

export function encodeObjectIdentifier(dotted: string): Uint8Array {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes: number[] = [];
  for (const arc of [first * 40 + second, ...rest]) {
    const groups = [arc & 0x7f];
    for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128)) groups.unshift((left & 0x7f) | 0x80);
    bytes.push(...groups);
  }
  return encodeDer(derTags.objectIdentifier, Uint8Array.from(bytes));
}

export class DerReader {
  #offset = 0;
  constructor(private readonly bytes: Uint8Array) {}

  get isDone(): boolean {
    return this.#offset >= this.bytes.length;
  }

  /** The next element's tag, or 0 at the end. */
  get nextTag(): number {
    return this.bytes[this.#offset] ?? 0;
  }

  #byte(): number {
    const byte = this.bytes[this.#offset++];
    if (byte === undefined) throw new DerError('not enough data');
    return byte;
  }

  /** Returns the content of the next element, and the whole element. */
  readElement(tag: number): { content: Uint8Array; whole: Uint8Array } {
    const start = this.#offset;
    if (this.#byte() !== tag) throw new DerError('wrong tag');
    let length = this.#byte();
    if (length >= 0x80) {
      const count = length & 0x7f;
      if (count === 0 || count > 4) throw new DerError('bad length');
      length = 0;
      for (let index = 0; index < count; index++) length = length * 256 + this.#byte();
    }
    const end = this.#offset + length;
    if (end > this.bytes.length) throw new DerError('too long');
    const content = this.bytes.subarray(this.#offset, end);
    this.#offset = end;
    return { content, whole: this.bytes.subarray(start, end) };
  }

  read(tag: number): Uint8Array {
    return this.readElement(tag).content;
  }

  skip(): void {
    this.readElement(this.nextTag);
  }

  readSequence(): DerReader {
    return new DerReader(this.read(derTags.sequence));
  }

  readInteger(): bigint {
    let value = 0n;
    for (const byte of this.read(derTags.integer)) value = (value << 8n) | BigInt(byte);
    return value;
  }

  readBits(): Uint8Array {
    return this.read(derTags.bitString).subarray(1);
  }

  readObjectIdentifier(): string {
    const arcs: number[] = [];
    let arc = 0;
    for (const byte of this.read(derTags.objectIdentifier)) {
      arc = arc * 128 + (byte & 0x7f);
      if (byte & 0x80) continue;
      arcs.push(arc);
      arc = 0;
    }
    const [head = 0, ...rest] = arcs;
    const first = Math.min(2, Math.floor(head / 40));
    return [first, head - first * 40, ...rest].join('.');
  }
}
