import { joinBytes } from 'devonz-engine-protocol/join-bytes';
import { type BlockCipher, xorInto } from './block-cipher.ts';
import { badDecrypt, nothing, type WorkingCipher, wrongFinalLength } from './working-cipher.ts';

/** ECB, or CBC if there is a vector. */
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

  /** Encrypts or decrypts in place. */
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
    // When decrypting with padding, the last block is held back because it may contain the padding.
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
