import { joinBytes } from 'devonz-engine-protocol/join-bytes';
import { type BlockCipher, decryptBlock, encryptBlock } from './block-cipher.ts';
import { nothing, unsupportedData, type WorkingCipher } from './working-cipher.ts';

const HALF = 8;
const ROUNDS = 6;

/** Computes the wrapping of RFC 3394 over the integrity value and the key. */
function wrapHalves(cipher: BlockCipher, integrity: Uint8Array, key: Uint8Array): Uint8Array {
  const output = joinBytes([integrity, key]);
  const count = key.length / HALF;
  for (let round = 0; round < ROUNDS; round++)
    for (let index = 1; index <= count; index++) {
      const half = output.subarray(index * HALF, (index + 1) * HALF);
      const block = encryptBlock(cipher, joinBytes([output.subarray(0, HALF), half]));
      addCount(block, count * round + index);
      output.set(block.subarray(0, HALF));
      half.set(block.subarray(HALF));
    }
  return output;
}

function unwrapHalves(cipher: BlockCipher, wrapped: Uint8Array): Uint8Array {
  const output = wrapped.slice();
  const count = wrapped.length / HALF - 1;
  for (let round = ROUNDS - 1; round >= 0; round--)
    for (let index = count; index >= 1; index--) {
      const half = output.subarray(index * HALF, (index + 1) * HALF);
      const lead = output.slice(0, HALF);
      addCount(lead, count * round + index);
      const block = decryptBlock(cipher, joinBytes([lead, half]));
      output.set(block.subarray(0, HALF));
      half.set(block.subarray(HALF));
    }
  return output;
}

function addCount(block: Uint8Array, count: number): void {
  for (let index = HALF - 1, rest = count; rest > 0; index--, rest = Math.floor(rest / 256))
    block[index] = (block[index] ?? 0) ^ (rest & 0xff);
}

const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index]);

/** AES key wrap, with the key in one `update`. With `isPadded` it follows RFC 5649: keys of any length, and a vector of four bytes. */
export class KeyWrap implements WorkingCipher {
  constructor(
    private readonly cipher: BlockCipher,
    private readonly iv: Uint8Array,
    private readonly isEncrypting: boolean,
    private readonly isPadded: boolean,
  ) {}

  update(data: Uint8Array): Uint8Array {
    if (data.length === 0) return nothing();
    if (this.isPadded) return this.isEncrypting ? this.#wrapPadded(data) : this.#unwrapPadded(data);
    if (data.length % HALF !== 0 || data.length < (this.isEncrypting ? 2 : 3) * HALF) throw unsupportedData();
    if (this.isEncrypting) return wrapHalves(this.cipher, this.iv, data);
    const output = unwrapHalves(this.cipher, data);
    if (!isSame(output.subarray(0, HALF), this.iv)) throw unsupportedData();
    return output.subarray(HALF);
  }

  #wrapPadded(data: Uint8Array): Uint8Array {
    const lead = new Uint8Array(HALF);
    lead.set(this.iv);
    new DataView(lead.buffer).setUint32(4, data.length);
    const padded = joinBytes([data, new Uint8Array((HALF - (data.length % HALF)) % HALF)]);
    return padded.length === HALF ? encryptBlock(this.cipher, joinBytes([lead, padded])) : wrapHalves(this.cipher, lead, padded);
  }

  #unwrapPadded(data: Uint8Array): Uint8Array {
    if (data.length % HALF !== 0 || data.length < 2 * HALF) throw unsupportedData();
    const output = data.length === 2 * HALF ? decryptBlock(this.cipher, data) : unwrapHalves(this.cipher, data);
    const length = new DataView(output.buffer, output.byteOffset).getUint32(4);
    const [lead, padding] = [output.subarray(0, 4), output.subarray(HALF + length)];
    if (!isSame(lead, this.iv) || length > output.length - HALF || padding.length >= HALF || padding.some((byte) => byte !== 0))
      throw unsupportedData();
    return output.subarray(HALF, HALF + length);
  }

  final = nothing;
}
