import { poly1305 } from '@noble/ciphers/_poly1305';
import { ghash } from '@noble/ciphers/_polyval';
import { unsafe } from '@noble/ciphers/aes';
import { chacha20 } from '@noble/ciphers/chacha';
import { Transform } from 'readable-stream';
import { Buffer } from '../../base/buffer-class.ts';
import { nodeError } from '../../errors/node-error.ts';
import { type CipherInfo, findCipher } from './cipher-names.ts';
import { inputBytes, keyBytes, outputBytes } from './hashes.ts';

const BLOCK = 16;

function words(bytes: Uint8Array): [number, number, number, number] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, BLOCK);
  return [view.getUint32(0, true), view.getUint32(4, true), view.getUint32(8, true), view.getUint32(12, true)];
}

function block(
  crypt: (...w: [number, number, number, number]) => { s0: number; s1: number; s2: number; s3: number },
  input: Uint8Array,
): Uint8Array {
  const { s0, s1, s2, s3 } = crypt(...words(input));
  const output = new Uint8Array(BLOCK);
  const view = new DataView(output.buffer);
  [s0, s1, s2, s3].forEach((word, index) => {
    view.setUint32(index * 4, word, true);
  });
  return output;
}

function xor(a: Uint8Array, b: Uint8Array): Uint8Array {
  return a.map((byte, index) => byte ^ (b[index] ?? 0));
}

/** Adds one to a big-endian counter; of GCM's only the last four bytes count. */
function increment(counter: Uint8Array, first: number): void {
  for (let index = BLOCK - 1; index >= first; index--) {
    counter[index] = ((counter[index] ?? 0) + 1) & 0xff;
    if (counter[index] !== 0) return;
  }
}

interface Working {
  update(data: Uint8Array): Uint8Array;
  final(): Uint8Array;
  setAad?(data: Uint8Array): void;
  /** The tag over what has been processed. */
  tag?(): Uint8Array;
}

function badDecrypt(): Error {
  return Object.assign(new Error('error:1C800064:Provider routines::bad decrypt'), {
    library: 'Provider routines',
    reason: 'bad decrypt',
    code: 'ERR_OSSL_BAD_DECRYPT',
  });
}

function wrongLength(): Error {
  return Object.assign(new Error('error:1C80006B:Provider routines::wrong final block length'), {
    library: 'Provider routines',
    reason: 'wrong final block length',
    code: 'ERR_OSSL_WRONG_FINAL_BLOCK_LENGTH',
  });
}

/** Whole blocks: ECB, and CBC when there is a vector. */
class BlockMode implements Working {
  #rest = new Uint8Array(0);
  #previous: Uint8Array | null;
  hasPadding = true;
  readonly #crypt: (input: Uint8Array) => Uint8Array;

  constructor(
    key: Uint8Array,
    iv: Uint8Array | null,
    private readonly isEncrypting: boolean,
  ) {
    this.#previous = iv;
    const expanded = isEncrypting ? unsafe.expandKeyLE(key) : unsafe.expandKeyDecLE(key);
    this.#crypt = (input) => block((...w) => (isEncrypting ? unsafe.encrypt(expanded, ...w) : unsafe.decrypt(expanded, ...w)), input);
  }

  #one(input: Uint8Array): Uint8Array {
    if (this.#previous === null) return this.#crypt(input);
    if (this.isEncrypting) {
      this.#previous = this.#crypt(xor(input, this.#previous));
      return this.#previous;
    }
    const output = xor(this.#crypt(input), this.#previous);
    this.#previous = input.slice();
    return output;
  }

  update(data: Uint8Array): Uint8Array {
    const input = Buffer.concat([this.#rest, data]);
    // When decrypting with padding the last block waits: it may be the padding's.
    const keep = !this.isEncrypting && this.hasPadding && input.length % BLOCK === 0 ? BLOCK : input.length % BLOCK;
    const end = Math.max(0, input.length - keep);
    const output = new Uint8Array(end);
    for (let at = 0; at < end; at += BLOCK) output.set(this.#one(input.subarray(at, at + BLOCK)), at);
    this.#rest = new Uint8Array(input.subarray(end));
    return output;
  }

  final(): Uint8Array {
    const rest = this.#rest;
    if (!this.hasPadding) {
      if (rest.length > 0) throw wrongLength();
      return new Uint8Array(0);
    }
    if (this.isEncrypting) {
      const missing = BLOCK - rest.length;
      return this.#one(Buffer.concat([rest, new Uint8Array(missing).fill(missing)]));
    }
    if (rest.length !== BLOCK) throw wrongLength();
    const output = this.#one(rest);
    const added = output[BLOCK - 1] ?? 0;
    if (added < 1 || added > BLOCK || output.subarray(BLOCK - added).some((byte) => byte !== added)) throw badDecrypt();
    return output.slice(0, BLOCK - added);
  }
}

/** A stream of key bytes laid over the data. */
class CounterMode implements Working {
  readonly #counter: Uint8Array;
  readonly #expanded: Uint32Array;
  #stream = new Uint8Array(0);

  constructor(
    key: Uint8Array,
    counter: Uint8Array,
    private readonly firstCounterByte: number,
  ) {
    this.#expanded = unsafe.expandKeyLE(key);
    this.#counter = counter.slice();
  }

  update(data: Uint8Array): Uint8Array {
    const output = new Uint8Array(data.length);
    for (let at = 0; at < data.length; at++) {
      if (this.#stream.length === 0) {
        this.#stream = new Uint8Array(block((...w) => unsafe.encrypt(this.#expanded, ...w), this.#counter));
        increment(this.#counter, this.firstCounterByte);
      }
      output[at] = (data[at] ?? 0) ^ (this.#stream[0] ?? 0);
      this.#stream = this.#stream.subarray(1);
    }
    return output;
  }

  final(): Uint8Array {
    return new Uint8Array(0);
  }
}

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

/** Encrypts and authenticates: the tag covers the associated data, the ciphertext and both lengths. */
class AuthenticatedMode implements Working {
  #aadLength = 0;
  #textLength = 0;
  #isTextBegun = false;

  constructor(
    private readonly text: Working,
    private readonly mac: Mac,
    private readonly isEncrypting: boolean,
    private readonly finishTag: (sum: Uint8Array) => Uint8Array,
    private readonly lengthBlock: (aad: number, text: number) => Uint8Array,
  ) {}

  setAad(data: Uint8Array): void {
    this.mac.update(data);
    this.#aadLength += data.length;
  }

  #pad(length: number): void {
    if (length % BLOCK !== 0) this.mac.update(new Uint8Array(BLOCK - (length % BLOCK)));
  }

  update(data: Uint8Array): Uint8Array {
    if (!this.#isTextBegun) this.#pad(this.#aadLength);
    this.#isTextBegun = true;
    const output = this.text.update(data);
    this.mac.update(this.isEncrypting ? output : data);
    this.#textLength += data.length;
    return output;
  }

  final(): Uint8Array {
    if (!this.#isTextBegun) this.#pad(this.#aadLength);
    this.#pad(this.#textLength);
    this.mac.update(this.lengthBlock(this.#aadLength, this.#textLength));
    return new Uint8Array(0);
  }

  tag(): Uint8Array {
    return this.finishTag(this.mac.digest());
  }
}

function createGcm(key: Uint8Array, iv: Uint8Array, isEncrypting: boolean): Working {
  const expanded = unsafe.expandKeyLE(key);
  const encrypt = (input: Uint8Array) => block((...w) => unsafe.encrypt(expanded, ...w), input);
  const hashKey = encrypt(new Uint8Array(BLOCK));
  const counter = new Uint8Array(BLOCK);
  if (iv.length === 12) {
    counter.set(iv);
    counter[15] = 1;
  } else {
    const padded = new Uint8Array(Math.ceil(iv.length / BLOCK) * BLOCK);
    padded.set(iv);
    counter.set(
      ghash
        .create(hashKey)
        .update(padded)
        .update(lengths(0, iv.length, false, 8))
        .digest(),
    );
  }
  const tagMask = encrypt(counter);
  increment(counter, 12);
  const mac = ghash.create(hashKey);
  return new AuthenticatedMode(
    new CounterMode(key, counter, 12),
    new BlockMac(mac),
    isEncrypting,
    (sum) => xor(sum, tagMask),
    (aad, text) => lengths(aad, text, false, 8),
  );
}

/** The sums want whole blocks: what comes in pieces is put together. */
class BlockMac implements Mac {
  #rest: Uint8Array = new Uint8Array(0);
  constructor(private readonly mac: Mac) {}
  update(data: Uint8Array): void {
    const input = Buffer.concat([this.#rest, data]);
    const end = input.length - (input.length % BLOCK);
    if (end > 0) this.mac.update(new Uint8Array(input.subarray(0, end)));
    this.#rest = new Uint8Array(input.subarray(end));
  }
  digest(): Uint8Array {
    return this.mac.digest();
  }
}

function createChaCha(key: Uint8Array, iv: Uint8Array, isEncrypting: boolean): Working {
  const mac = poly1305.create(chacha20(key, iv, new Uint8Array(32)));
  let offset = 0;
  const text: Working = {
    update(data) {
      // Its stream begins at a multiple of 64; the first block is the sum's key.
      const lead = offset % 64;
      const padded = new Uint8Array(lead + data.length);
      padded.set(data, lead);
      const output = chacha20(key, iv, padded, undefined, 1 + Math.floor(offset / 64));
      offset += data.length;
      return output.slice(lead);
    },
    final: () => new Uint8Array(0),
  };
  return new AuthenticatedMode(
    text,
    mac,
    isEncrypting,
    (sum) => sum,
    (aad, length) => lengths(aad, length, true, 1),
  );
}

function createWorking(info: CipherInfo, key: Uint8Array, iv: Uint8Array | null, isEncrypting: boolean): Working {
  const vector = iv ?? new Uint8Array(BLOCK);
  if (info.mode === 'gcm') return createGcm(key, vector, isEncrypting);
  if (info.mode === 'stream') return createChaCha(key, vector, isEncrypting);
  if (info.mode === 'ctr') return new CounterMode(key, vector, 0);
  return new BlockMode(key, info.mode === 'ecb' ? null : vector, isEncrypting);
}

/** `Cipheriv` and `Decipheriv`. */
export class CipherStream extends Transform {
  readonly #working: Working;
  readonly #isEncrypting: boolean;
  readonly #tagLength: number;
  #expectedTag: Uint8Array | null = null;
  #isFinal = false;

  constructor(algorithm: unknown, key: unknown, iv: unknown, isEncrypting: boolean, options: unknown) {
    super();
    const info = findCipher(algorithm);
    if (info === null) throw nodeError(Error, 'ERR_CRYPTO_UNKNOWN_CIPHER', 'Unknown cipher');
    const keyData = keyBytes(key);
    if (keyData.length !== info.keyLength) throw nodeError(RangeError, 'ERR_CRYPTO_INVALID_KEYLEN', 'Invalid key length');
    const vector = iv === null || iv === undefined ? null : inputBytes(iv, undefined, 'iv');
    const fits = info.mode === 'gcm' ? vector !== null && vector.length > 0 : (vector?.length ?? 0) === info.ivLength;
    if (!fits) throw nodeError(TypeError, 'ERR_CRYPTO_INVALID_IV', 'Invalid initialization vector');
    this.#isEncrypting = isEncrypting;
    this.#working = createWorking(info, new Uint8Array(keyData), vector === null ? null : new Uint8Array(vector), isEncrypting);
    const length: unknown = typeof options === 'object' && options !== null ? Reflect.get(options, 'authTagLength') : undefined;
    this.#tagLength = typeof length === 'number' ? length : BLOCK;
  }

  update(data: unknown, inputEncoding?: unknown, outputEncoding?: unknown): Buffer | string {
    if (this.#isFinal) throw nodeError(Error, 'ERR_CRYPTO_INVALID_STATE', 'Invalid state for operation update');
    return outputBytes(this.#working.update(new Uint8Array(inputBytes(data, inputEncoding))), outputEncoding);
  }

  final(outputEncoding?: unknown): Buffer | string {
    if (this.#isFinal) throw nodeError(Error, 'ERR_CRYPTO_INVALID_STATE', 'Invalid state for operation final');
    const output = this.#working.final();
    this.#isFinal = true;
    if (!this.#isEncrypting && this.#working.tag !== undefined) {
      const tag = this.#working.tag();
      const expected = this.#expectedTag;
      if (expected === null || expected.some((byte, index) => byte !== tag[index]))
        throw new Error('Unsupported state or unable to authenticate data');
    }
    return outputBytes(output, outputEncoding);
  }

  setAutoPadding(isOn = true): this {
    if (this.#working instanceof BlockMode) this.#working.hasPadding = isOn;
    return this;
  }

  setAAD(data: unknown): this {
    this.#working.setAad?.(new Uint8Array(inputBytes(data)));
    return this;
  }

  getAuthTag(): Buffer {
    if (!this.#isFinal || this.#working.tag === undefined)
      throw nodeError(Error, 'ERR_CRYPTO_INVALID_STATE', 'Invalid state for operation getAuthTag');
    return Buffer.from(this.#working.tag().subarray(0, this.#tagLength));
  }

  setAuthTag(tag: unknown, encoding?: unknown): this {
    this.#expectedTag = new Uint8Array(inputBytes(tag, encoding));
    return this;
  }

  override _transform(chunk: Uint8Array, _encoding: string, done: (error?: unknown, data?: unknown) => void): void {
    done(null, this.update(chunk));
  }

  override _flush(done: (error?: unknown, data?: unknown) => void): void {
    let last: Buffer | string;
    try {
      last = this.final();
    } catch (error) {
      done(error);
      return;
    }
    done(null, last);
  }
}
