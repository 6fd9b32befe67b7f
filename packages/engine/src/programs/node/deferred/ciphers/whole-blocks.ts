import { joinBytes } from 'devonz-engine-protocol/join-bytes';
import { type BlockCipher, encryptBlock, xorInto } from './block-cipher.ts';
import { badDecrypt, duplicatedKeys, nothing, unsupportedData, type WorkingCipher, wrongFinalLength } from './working-cipher.ts';

/** ECB, and CBC when there is a vector. */
export class BlockMode implements WorkingCipher {
  #rest: Uint8Array = nothing();
  #previous: Uint8Array | null;
  hasPadding = true;

  constructor(
    private readonly cipher: BlockCipher,
    iv: Uint8Array | null,
    private readonly isEncrypting: boolean,
  ) {
    this.#previous = iv?.slice() ?? null;
  }

  /** In place. */
  #crypt(data: Uint8Array, end: number): void {
    const { size } = this.cipher;
    const previous = this.#previous;
    for (let at = 0; at < end; at += size) {
      const block = data.subarray(at, at + size);
      if (this.isEncrypting) {
        if (previous !== null) xorInto(block, previous);
        this.cipher.encrypt(block, 0, block, 0);
        previous?.set(block);
      } else {
        const given = previous === null ? null : block.slice();
        this.cipher.decrypt(block, 0, block, 0);
        if (previous === null || given === null) continue;
        xorInto(block, previous);
        previous.set(given);
      }
    }
  }

  update(data: Uint8Array): Uint8Array {
    const { size } = this.cipher;
    const input = joinBytes([this.#rest, data]);
    // When decrypting with padding the last block waits: it may be the padding's.
    const keep = !this.isEncrypting && this.hasPadding && input.length % size === 0 ? size : input.length % size;
    const end = Math.max(0, input.length - keep);
    this.#rest = input.slice(end);
    this.#crypt(input, end);
    return input.subarray(0, end);
  }

  final(): Uint8Array {
    const { size } = this.cipher;
    const rest = this.#rest;
    if (!this.hasPadding) {
      if (rest.length > 0) throw wrongFinalLength();
      return nothing();
    }
    if (this.isEncrypting) {
      const missing = size - rest.length;
      const last = joinBytes([rest, new Uint8Array(missing).fill(missing)]);
      this.#crypt(last, size);
      return last;
    }
    if (rest.length !== size) throw wrongFinalLength();
    this.#crypt(rest, size);
    const added = rest[size - 1] ?? 0;
    if (added < 1 || added > size || rest.subarray(size - added).some((byte) => byte !== added)) throw badDecrypt();
    return rest.subarray(0, size - added);
  }
}

/** Multiplies by x in GF(2^128), the lowest byte first. */
function doubleTweak(tweak: Uint8Array): void {
  let carry = 0;
  for (let index = 0; index < tweak.length; index++) {
    const byte = tweak[index] ?? 0;
    tweak[index] = ((byte << 1) | carry) & 0xff;
    carry = byte >>> 7;
  }
  if (carry === 1) tweak[0] = (tweak[0] ?? 0) ^ 0x87;
}

/** XTS (IEEE 1619): each `update` is a sector, as with OpenSSL. */
export class SectorMode implements WorkingCipher {
  constructor(
    private readonly data: BlockCipher,
    private readonly tweak: BlockCipher,
    private readonly iv: Uint8Array,
    private readonly isEncrypting: boolean,
  ) {}

  static checkKeys(first: Uint8Array, second: Uint8Array): void {
    if (first.every((byte, index) => byte === second[index])) throw duplicatedKeys();
  }

  #block(block: Uint8Array, tweak: Uint8Array): void {
    xorInto(block, tweak);
    if (this.isEncrypting) this.data.encrypt(block, 0, block, 0);
    else this.data.decrypt(block, 0, block, 0);
    xorInto(block, tweak);
  }

  update(data: Uint8Array): Uint8Array {
    const { size } = this.data;
    if (data.length === 0) return nothing();
    if (data.length < size) throw unsupportedData();
    const output = data.slice();
    const tweak = encryptBlock(this.tweak, this.iv);
    const over = output.length % size;
    const whole = output.length - over - (over > 0 ? size : 0);
    for (let at = 0; at < whole; at += size) {
      this.#block(output.subarray(at, at + size), tweak);
      doubleTweak(tweak);
    }
    if (over > 0) this.#steal(output, whole, tweak);
    return output;
  }

  /** The last whole block lends the incomplete one what it lacks; when decrypting, their tweaks are the other way round. */
  #steal(output: Uint8Array, at: number, tweak: Uint8Array): void {
    const { size } = this.data;
    const next = tweak.slice();
    doubleTweak(next);
    const [first, second] = this.isEncrypting ? [tweak, next] : [next, tweak];
    const block = output.subarray(at, at + size);
    this.#block(block, first);
    const end = output.slice(at + size);
    output.set(block.slice(0, end.length), at + size);
    block.set(end);
    this.#block(block, second);
  }

  final = nothing;
}
