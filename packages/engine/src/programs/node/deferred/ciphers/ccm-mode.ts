import { type BlockCipher, encryptBlock, xorInto } from './block-cipher.ts';
import { increment, KeyStream } from './key-streams.ts';
import { invalidMessageLength, nothing, tagNotSet, unsupportedData, type WorkingCipher } from './working-cipher.ts';

const BLOCK = 16;
/** From this value, the length of the associated data takes six bytes. */
const LONG_AAD = 0xff00;

/** CCM (RFC 3610). The whole text comes in one `update`, because its length is authenticated too. */
export class CcmMode implements WorkingCipher {
  #aad: Uint8Array = nothing();
  #tag: Uint8Array | null = null;
  #expected: Uint8Array | null = null;
  #declared: number | null = null;

  constructor(
    private readonly cipher: BlockCipher,
    private readonly iv: Uint8Array,
    private readonly tagLength: number,
    private readonly isEncrypting: boolean,
  ) {}

  #checkLength(length: number): void {
    const bytes = BLOCK - 1 - this.iv.length;
    if (bytes < 4 && length > 2 ** (8 * bytes) - 1) throw invalidMessageLength();
  }

  setAad(data: Uint8Array, textLength: number | null): void {
    if (textLength !== null) this.#checkLength(textLength);
    this.#declared = textLength;
    this.#aad = data.slice();
  }

  expectTag(tag: Uint8Array): void {
    this.#expected = tag;
  }

  /** Returns the counter block `A(i)` of RFC 3610, whose encryption is the key stream. */
  #counter(): Uint8Array {
    const counter = new Uint8Array(BLOCK);
    counter[0] = BLOCK - 2 - this.iv.length;
    counter.set(this.iv, 1);
    return counter;
  }

  #firstBlock(length: number): Uint8Array {
    const block = new Uint8Array(BLOCK);
    const bytes = BLOCK - 1 - this.iv.length;
    block[0] = (this.#aad.length > 0 ? 64 : 0) | (((this.tagLength - 2) / 2) << 3) | (bytes - 1);
    block.set(this.iv, 1);
    for (let index = 0, rest = length; index < bytes && rest > 0; index++, rest = Math.floor(rest / 256))
      block[BLOCK - 1 - index] = rest & 0xff;
    return block;
  }

  #sum(text: Uint8Array): Uint8Array {
    let state = encryptBlock(this.cipher, this.#firstBlock(text.length));
    const add = (data: Uint8Array) => {
      for (let at = 0; at < data.length; at += BLOCK) {
        const block = state.slice();
        const part = data.subarray(at, at + BLOCK);
        xorInto(block.subarray(0, part.length), part);
        state = encryptBlock(this.cipher, block);
      }
    };
    const aad = this.#aad;
    if (aad.length > 0) {
      const lead =
        aad.length < LONG_AAD
          ? [aad.length >> 8, aad.length & 0xff]
          : [0xff, 0xfe, aad.length >>> 24, aad.length >>> 16, aad.length >>> 8, aad.length];
      const block = new Uint8Array(lead.length + aad.length);
      block.set(lead);
      block.set(aad, lead.length);
      add(block);
    }
    add(text);
    return state;
  }

  update(data: Uint8Array): Uint8Array {
    this.#checkLength(data.length);
    if (this.#tag !== null || (this.#declared !== null && this.#declared !== data.length)) throw unsupportedData();
    const counter = this.#counter();
    const mask = encryptBlock(this.cipher, counter);
    increment(counter);
    const output = new KeyStream(this.cipher, counter, increment).update(data);
    const tag = this.#sum(this.isEncrypting ? data : output);
    xorInto(tag, mask);
    this.#tag = tag.slice(0, this.tagLength);
    // Unauthenticated output is never returned.
    return this.isEncrypting || this.#isExpected(this.#tag) ? output : nothing();
  }

  #isExpected(tag: Uint8Array): boolean {
    return this.#expected?.every((byte, index) => byte === tag[index]) ?? false;
  }

  final(): Uint8Array {
    if (this.isEncrypting && this.#tag === null) throw tagNotSet();
    return nothing();
  }

  tag(): Uint8Array {
    return this.#tag ?? nothing();
  }
}
