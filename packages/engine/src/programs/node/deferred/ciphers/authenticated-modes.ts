import { poly1305 } from '@noble/ciphers/_poly1305';
import { ghash } from '@noble/ciphers/_polyval';
import { chacha20 } from '@noble/ciphers/chacha';
import { joinBytes } from 'devonz-engine-protocol/join-bytes';
import { type BlockCipher, encryptBlock, xorInto } from './block-cipher.ts';
import { increment, KeyStream } from './key-streams.ts';
import { nothing, type WorkingCipher } from './working-cipher.ts';

const BLOCK = 16;
const GCM_IV = 12;

function lengths(first: number, second: number, isLittleEndian: boolean, factor: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(BLOCK));
  view.setBigUint64(0, BigInt(first * factor), isLittleEndian);
  view.setBigUint64(8, BigInt(second * factor), isLittleEndian);
  return new Uint8Array(view.buffer);
}

interface Mac {
  update(data: Uint8Array): unknown;
  digest(): Uint8Array;
}

interface Authentication {
  mac: Mac;
  finishTag(sum: Uint8Array): Uint8Array;
  lengthBlock(aad: number, text: number): Uint8Array;
}

/** Encrypts and authenticates; the tag covers the associated data, the ciphertext and both lengths. */
class AuthenticatedMode implements WorkingCipher {
  #aadLength = 0;
  #textLength = 0;
  #isTextBegun = false;
  #tag: Uint8Array | null = null;

  constructor(
    private readonly text: WorkingCipher,
    private readonly authentication: Authentication,
    private readonly isEncrypting: boolean,
  ) {}

  setAad(data: Uint8Array): void {
    this.authentication.mac.update(data);
    this.#aadLength += data.length;
  }

  #pad(length: number): void {
    if (length % BLOCK !== 0) this.authentication.mac.update(new Uint8Array(BLOCK - (length % BLOCK)));
  }

  #beginText(): void {
    if (!this.#isTextBegun) this.#pad(this.#aadLength);
    this.#isTextBegun = true;
  }

  update(data: Uint8Array): Uint8Array {
    this.#beginText();
    const output = this.text.update(data);
    this.authentication.mac.update(this.isEncrypting ? output : data);
    this.#textLength += data.length;
    return output;
  }

  final(): Uint8Array {
    this.#beginText();
    this.#pad(this.#textLength);
    this.authentication.mac.update(this.authentication.lengthBlock(this.#aadLength, this.#textLength));
    return nothing();
  }

  tag(): Uint8Array {
    this.#tag ??= this.authentication.finishTag(this.authentication.mac.digest());
    return this.#tag;
  }
}

/** Splits input into the whole blocks that the MAC needs. */
class BlockMac implements Mac {
  #rest: Uint8Array = nothing();
  constructor(private readonly mac: Mac) {}
  update(data: Uint8Array): void {
    const input = joinBytes([this.#rest, data]);
    const end = input.length - (input.length % BLOCK);
    if (end > 0) this.mac.update(input.slice(0, end));
    this.#rest = input.slice(end);
  }
  digest(): Uint8Array {
    return this.mac.digest();
  }
}

function gcmCounter(iv: Uint8Array, hashKey: Uint8Array): Uint8Array<ArrayBuffer> {
  const counter = new Uint8Array(BLOCK);
  if (iv.length === GCM_IV) {
    counter.set(iv);
    counter[BLOCK - 1] = 1;
    return counter;
  }
  const padded = new Uint8Array(Math.ceil(iv.length / BLOCK) * BLOCK);
  padded.set(iv);
  const sum = ghash
    .create(hashKey)
    .update(padded)
    .update(lengths(0, iv.length, false, 8));
  counter.set(sum.digest());
  return counter;
}

export function createGcm(cipher: BlockCipher, iv: Uint8Array, isEncrypting: boolean): WorkingCipher {
  const hashKey = encryptBlock(cipher, new Uint8Array(BLOCK));
  const counter = gcmCounter(iv, hashKey);
  const tagMask = encryptBlock(cipher, counter);
  increment(counter, GCM_IV);
  const authentication: Authentication = {
    mac: new BlockMac(ghash.create(hashKey)),
    finishTag: (sum) => {
      const tag = sum.slice();
      xorInto(tag, tagMask);
      return tag;
    },
    lengthBlock: (aad, text) => lengths(aad, text, false, 8),
  };
  return new AuthenticatedMode(new KeyStream(cipher, counter, (state) => increment(state, GCM_IV)), authentication, isEncrypting);
}

const CHACHA_BLOCK = 64;

export function createChaChaPoly(key: Uint8Array, iv: Uint8Array, isEncrypting: boolean): WorkingCipher {
  // A shorter vector is padded with leading zeros.
  const nonce = joinBytes([new Uint8Array(GCM_IV - iv.length), iv]);
  let offset = 0;
  const text: WorkingCipher = {
    update(data) {
      // The stream starts at a multiple of 64; the first block is the MAC's key.
      const lead = offset % CHACHA_BLOCK;
      const padded = new Uint8Array(lead + data.length);
      padded.set(data, lead);
      const output = chacha20(key, nonce, padded, undefined, 1 + Math.floor(offset / CHACHA_BLOCK));
      offset += data.length;
      return output.slice(lead);
    },
    final: nothing,
  };
  const authentication: Authentication = {
    mac: poly1305.create(chacha20(key, nonce, new Uint8Array(32))),
    finishTag: (sum) => sum,
    lengthBlock: (aad, length) => lengths(aad, length, true, 1),
  };
  return new AuthenticatedMode(text, authentication, isEncrypting);
}
