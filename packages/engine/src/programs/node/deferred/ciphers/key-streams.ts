import type { chacha20 } from '@noble/ciphers/chacha';
import { type BlockCipher, encryptBlock } from './block-cipher.ts';
import { nothing, type WorkingCipher } from './working-cipher.ts';

/** Adds one to a big-endian counter. GCM increments only the last four bytes. */
export function increment(counter: Uint8Array, first = 0): void {
  for (let index = counter.length - 1; index >= first; index--) {
    const value = ((counter[index] ?? 0) + 1) & 0xff;
    counter[index] = value;
    if (value !== 0) return;
  }
}

/** CTR, or OFB if each block of the stream is computed from the previous one. */
export class KeyStream implements WorkingCipher {
  readonly #state: Uint8Array;
  readonly #stream: Uint8Array;
  #used: number;

  constructor(
    private readonly cipher: BlockCipher,
    iv: Uint8Array,
    private readonly advance: ((state: Uint8Array) => void) | null,
  ) {
    this.#state = iv.slice();
    this.#stream = new Uint8Array(cipher.size);
    this.#used = cipher.size;
  }

  update(data: Uint8Array): Uint8Array {
    const { size } = this.cipher;
    const output = new Uint8Array(data.length);
    const [state, stream] = [this.#state, this.#stream];
    for (let at = 0; at < data.length; at++) {
      if (this.#used === size) {
        this.cipher.encrypt(state, 0, stream, 0);
        if (this.advance === null) state.set(stream);
        else this.advance(state);
        this.#used = 0;
      }
      output[at] = (data[at] ?? 0) ^ (stream[this.#used++] ?? 0);
    }
    return output;
  }

  final = nothing;
}

/** CFB: the ciphertext feeds the stream, in steps of a whole block or one byte. */
export class FeedbackMode implements WorkingCipher {
  readonly #register: Uint8Array;
  #stream: Uint8Array = nothing();
  #used = 0;

  constructor(
    private readonly cipher: BlockCipher,
    iv: Uint8Array,
    private readonly step: 'block' | 'byte',
    private readonly isEncrypting: boolean,
  ) {
    this.#register = iv.slice();
  }

  update(data: Uint8Array): Uint8Array {
    return data.map(this.step === 'block' ? (byte) => this.#wholeByte(byte) : (byte) => this.#shiftedByte(byte));
  }

  #wholeByte(byte: number): number {
    const { size } = this.cipher;
    if (this.#used % size === 0) {
      this.#stream = encryptBlock(this.cipher, this.#register);
      this.#used = 0;
    }
    const output = byte ^ (this.#stream[this.#used] ?? 0);
    this.#register[this.#used++] = this.isEncrypting ? output : byte;
    return output;
  }

  #shiftedByte(byte: number): number {
    const output = byte ^ (encryptBlock(this.cipher, this.#register)[0] ?? 0);
    this.#register.copyWithin(0, 1);
    this.#register[this.#register.length - 1] = this.isEncrypting ? output : byte;
    return output;
  }

  final = nothing;
}

const CHACHA_BLOCK = 64;

/** ChaCha20 as in OpenSSL: the vector begins with the counter in little-endian order. */
export class ChaChaStream implements WorkingCipher {
  #offset = 0;
  readonly #first: number;
  readonly #nonce: Uint8Array;

  constructor(
    private readonly key: Uint8Array,
    iv: Uint8Array,
    private readonly run: typeof chacha20,
  ) {
    this.#first = new DataView(iv.buffer, iv.byteOffset, 4).getUint32(0, true);
    this.#nonce = iv.slice(4);
  }

  update(data: Uint8Array): Uint8Array {
    // The stream can start only at a multiple of 64.
    const lead = this.#offset % CHACHA_BLOCK;
    const padded = new Uint8Array(lead + data.length);
    padded.set(data, lead);
    const output = this.run(this.key, this.#nonce, padded, undefined, this.#first + Math.floor(this.#offset / CHACHA_BLOCK));
    this.#offset += data.length;
    return output.slice(lead);
  }

  final = nothing;
}
