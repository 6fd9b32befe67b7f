import { joinBytes } from 'devonz-engine-protocol/join-bytes';
import { type BlockCipher, encryptBlock, xorInto } from './block-cipher.ts';
import { nothing, type WorkingCipher } from './working-cipher.ts';

const BLOCK = 16;

/** Multiplies by x in GF(2^128), the highest byte first. */
function double(block: Uint8Array): Uint8Array<ArrayBuffer> {
  const result = new Uint8Array(BLOCK);
  for (let index = 0; index < BLOCK; index++) result[index] = ((block[index] ?? 0) << 1) | ((block[index + 1] ?? 0) >>> 7);
  if ((block[0] ?? 0) >= 0x80) result[BLOCK - 1] = (result[BLOCK - 1] ?? 0) ^ 0x87;
  return result;
}

function trailingZeros(value: number): number {
  return 31 - Math.clz32(value & -value);
}

/** The offsets of RFC 7253, each made of the one before. */
class Offsets {
  readonly #doubled: Uint8Array[];
  #index = 0;

  constructor(
    star: Uint8Array,
    private readonly offset: Uint8Array,
  ) {
    this.#doubled = [double(double(star))];
  }

  next(): Uint8Array {
    this.#index += 1;
    const power = trailingZeros(this.#index);
    while (this.#doubled.length <= power) this.#doubled.push(double(this.#doubled.at(-1) ?? new Uint8Array(BLOCK)));
    xorInto(this.offset, this.#doubled[power] ?? new Uint8Array(BLOCK));
    return this.offset;
  }

  /** For what is less than a block. */
  last(star: Uint8Array): Uint8Array {
    xorInto(this.offset, star);
    return this.offset;
  }

  get current(): Uint8Array {
    return this.offset;
  }
}

function firstOffset(cipher: BlockCipher, iv: Uint8Array, tagLength: number): Uint8Array {
  const nonce = new Uint8Array(BLOCK);
  nonce.set(iv, BLOCK - iv.length);
  nonce[0] = (nonce[0] ?? 0) | (((tagLength * 8) % 128) << 1);
  const marker = BLOCK - 1 - iv.length;
  nonce[marker] = (nonce[marker] ?? 0) | 1;
  const bottom = (nonce[BLOCK - 1] ?? 0) & 0x3f;
  nonce[BLOCK - 1] = (nonce[BLOCK - 1] ?? 0) & 0xc0;
  const top = encryptBlock(cipher, nonce);
  const stretched = new Uint8Array(BLOCK + 8);
  stretched.set(top);
  for (let index = 0; index < 8; index++) stretched[BLOCK + index] = (top[index] ?? 0) ^ (top[index + 1] ?? 0);
  const [bytes, bits] = [bottom >>> 3, bottom & 7];
  return Uint8Array.from({ length: BLOCK }, (_, index) => {
    const pair = ((stretched[index + bytes] ?? 0) << 8) | (stretched[index + bytes + 1] ?? 0);
    return (pair >>> (8 - bits)) & 0xff;
  });
}

/** OCB (RFC 7253). */
export class OcbMode implements WorkingCipher {
  readonly #star: Uint8Array;
  readonly #offsets: Offsets;
  readonly #checksum = new Uint8Array(BLOCK);
  #aad: Uint8Array = nothing();
  #rest: Uint8Array = nothing();
  #tag: Uint8Array | null = null;

  constructor(
    private readonly cipher: BlockCipher,
    iv: Uint8Array,
    tagLength: number,
    private readonly isEncrypting: boolean,
  ) {
    this.#star = encryptBlock(cipher, new Uint8Array(BLOCK));
    this.#offsets = new Offsets(this.#star, firstOffset(cipher, iv, tagLength));
  }

  setAad(data: Uint8Array): void {
    this.#aad = joinBytes([this.#aad, data]);
  }

  update(data: Uint8Array): Uint8Array {
    const output = joinBytes([this.#rest, data]);
    const end = output.length - (output.length % BLOCK);
    this.#rest = output.slice(end);
    for (let at = 0; at < end; at += BLOCK) {
      const block = output.subarray(at, at + BLOCK);
      const offset = this.#offsets.next();
      if (this.isEncrypting) xorInto(this.#checksum, block);
      xorInto(block, offset);
      if (this.isEncrypting) this.cipher.encrypt(block, 0, block, 0);
      else this.cipher.decrypt(block, 0, block, 0);
      xorInto(block, offset);
      if (!this.isEncrypting) xorInto(this.#checksum, block);
    }
    return output.subarray(0, end);
  }

  final(): Uint8Array {
    const output = this.#rest.slice();
    if (output.length > 0) {
      const pad = encryptBlock(this.cipher, this.#offsets.last(this.#star));
      xorInto(output, pad);
      const text = new Uint8Array(BLOCK);
      text.set(this.isEncrypting ? this.#rest : output);
      text[output.length] = 0x80;
      xorInto(this.#checksum, text);
    }
    const sum = this.#checksum.slice();
    xorInto(sum, this.#offsets.current);
    xorInto(sum, double(this.#star));
    this.cipher.encrypt(sum, 0, sum, 0);
    xorInto(sum, this.#hashAad());
    this.#tag = sum;
    return output;
  }

  #hashAad(): Uint8Array {
    const sum = new Uint8Array(BLOCK);
    const offsets = new Offsets(this.#star, new Uint8Array(BLOCK));
    const aad = this.#aad;
    for (let at = 0; at < aad.length; at += BLOCK) {
      const part = aad.subarray(at, at + BLOCK);
      const block = new Uint8Array(BLOCK);
      block.set(part);
      if (part.length < BLOCK) block[part.length] = 0x80;
      xorInto(block, part.length < BLOCK ? offsets.last(this.#star) : offsets.next());
      xorInto(sum, encryptBlock(this.cipher, block));
    }
    return sum;
  }

  tag(): Uint8Array {
    return this.#tag ?? nothing();
  }
}
