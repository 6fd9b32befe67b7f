import { Transform } from 'readable-stream';
import { asBuffer, type Buffer } from '../../base/buffer-class.ts';
import { createStringDecoderModule } from '../../builtins/string-decoder-module.ts';
import { invalidArgumentValue, nodeError, notSupported, outOfRange } from '../../errors/node-error.ts';
import { validateString } from '../../errors/validate.ts';
import { inputBytes, optionOf, updateBytes } from '../crypto/byte-arguments.ts';
import { type CipherInfo, findCipher, isAbsentCipher } from '../crypto/cipher-names.ts';
import { secretKeyBytes } from '../crypto/key-object.ts';
import { checkGivenTag, checkTagLength, createWorking, fitsVector, isAuthenticated } from './create-working.ts';
import { unsupportedData, type WorkingCipher } from './working-cipher.ts';

const TAG_LENGTH = 16;
/** OpenSSL counts in 32 bits. */
const MOST_BYTES = 2 ** 31 - 1 - 16;

interface Decoder {
  encoding: string;
  write(bytes: Uint8Array): string;
  end(bytes: Uint8Array): string;
}
type DecoderClass = new (encoding: unknown) => Decoder;

/** Returns null if the option is not set. */
function countOption(options: unknown, name: string): number | null {
  const value = optionOf(options, name);
  if (value === undefined) return null;
  if (typeof value !== 'number' || value >>> 0 !== value) throw invalidArgumentValue(`options.${name}`, value);
  return value;
}

function invalidState(operation: string): Error {
  return nodeError(Error, 'ERR_CRYPTO_INVALID_STATE', `Invalid state for operation ${operation}`);
}

function requireCipher(name: string): CipherInfo {
  const info = findCipher(name);
  if (info !== null) return info;
  if (isAbsentCipher(name)) throw notSupported(`the cipher ${name}`, 'it has AES, triple DES and ChaCha20; use aes-256-gcm');
  throw nodeError(Error, 'ERR_CRYPTO_UNKNOWN_CIPHER', 'Unknown cipher');
}

/** Implements `Cipheriv` and `Decipheriv`. */
export class CipherStream extends Transform {
  readonly #info: CipherInfo;
  readonly #isEncrypting: boolean;
  readonly #askedTag: number | null;
  #working: WorkingCipher | null;
  #expectedTag: Uint8Array | null = null;
  #tag: Uint8Array | null = null;
  #decoder: Decoder | null = null;

  constructor(algorithm: unknown, key: unknown, iv: unknown, isEncrypting: boolean, options: unknown) {
    validateString(algorithm, 'cipher');
    const keyData = secretKeyBytes(key, optionOf(options, 'encoding'));
    const vector = iv === null ? null : inputBytes(iv, undefined, 'iv');
    const tagLength = countOption(options, 'authTagLength');
    const info = requireCipher(algorithm);
    if (!fitsVector(info, vector?.length ?? null)) throw nodeError(TypeError, 'ERR_CRYPTO_INVALID_IV', 'Invalid initialization vector');
    const asked = isAuthenticated(info) ? checkTagLength(info, tagLength) : null;
    if (keyData.length !== info.keyLength) throw nodeError(RangeError, 'ERR_CRYPTO_INVALID_KEYLEN', 'Invalid key length');
    super(typeof options === 'object' && options !== null ? options : {});
    this.#info = info;
    this.#isEncrypting = isEncrypting;
    this.#askedTag = asked;
    this.#working = createWorking({
      info,
      key: new Uint8Array(keyData),
      iv: vector === null ? new Uint8Array(0) : vector.slice(),
      isEncrypting,
      tagLength: asked ?? TAG_LENGTH,
    });
  }

  #decoderOf(encoding: unknown): Decoder {
    // Keeps an incomplete character back, as `string_decoder` does.
    const { StringDecoder } = createStringDecoderModule() as { StringDecoder: DecoderClass };
    const decoder = new StringDecoder(encoding);
    this.#decoder ??= decoder;
    if (decoder.encoding !== this.#decoder.encoding) throw nodeError(Error, 'ERR_INTERNAL_ASSERTION', 'Cannot change encoding');
    return this.#decoder;
  }

  #crypt(data: Uint8Array): Uint8Array {
    if (this.#working === null) throw unsupportedData();
    if (data.length > MOST_BYTES) throw outOfRange('data', `<= ${MOST_BYTES} bytes`, data.length);
    if (this.#expectedTag !== null) this.#working.expectTag?.(this.#expectedTag);
    return this.#working.update(data);
  }

  update(data: unknown, inputEncoding?: unknown, outputEncoding?: unknown): Buffer | string {
    const output = this.#crypt(updateBytes(data, inputEncoding));
    return outputEncoding && outputEncoding !== 'buffer' ? this.#decoderOf(outputEncoding).write(asBuffer(output)) : asBuffer(output);
  }

  final(outputEncoding?: unknown): Buffer | string {
    const decoder = outputEncoding && outputEncoding !== 'buffer' ? this.#decoderOf(outputEncoding) : null;
    const output = this.#finish();
    return decoder === null ? asBuffer(output) : decoder.end(asBuffer(output));
  }

  #finish(): Uint8Array {
    const working = this.#working;
    if (working === null) throw nodeError(Error, 'ERR_CRYPTO_INVALID_STATE', 'Invalid state');
    this.#working = null;
    const output = working.final();
    if (working.tag === undefined) return output;
    const tag = working.tag();
    this.#tag = tag.slice(0, this.#askedTag ?? TAG_LENGTH);
    if (this.#isEncrypting) return output;
    const expected = this.#expectedTag;
    if (expected === null || tag.length === 0 || expected.some((byte, index) => byte !== tag[index]))
      throw new Error('Unsupported state or unable to authenticate data');
    return output;
  }

  setAutoPadding(isOn: unknown = true): this {
    if (this.#working === null) throw invalidState('setAutoPadding');
    if (this.#working.hasPadding !== undefined) this.#working.hasPadding = Boolean(isOn);
    return this;
  }

  setAAD(data: unknown, options?: unknown): this {
    const textLength = countOption(options, 'plaintextLength');
    const bytes = inputBytes(data, optionOf(options, 'encoding'), 'aadbuf');
    if (this.#working?.setAad === undefined) throw invalidState('setAAD');
    if (this.#info.mode === 'ccm' && textLength === null)
      throw nodeError(TypeError, 'ERR_MISSING_ARGS', 'options.plaintextLength required for CCM mode with AAD');
    this.#working.setAad(new Uint8Array(bytes), textLength);
    return this;
  }

  getAuthTag(): Buffer {
    if (!this.#isEncrypting || this.#tag === null) throw invalidState('getAuthTag');
    return asBuffer(this.#tag.slice());
  }

  setAuthTag(tag: unknown, encoding?: unknown): this {
    const bytes = inputBytes(tag, encoding, 'buffer');
    if (this.#working === null || this.#working.tag === undefined || this.#isEncrypting || this.#expectedTag !== null)
      throw invalidState('setAuthTag');
    checkGivenTag(this.#info, this.#askedTag, bytes.length);
    this.#expectedTag = bytes.slice();
    return this;
  }

  override _transform(chunk: Uint8Array, _encoding: string, done: (error?: unknown, data?: unknown) => void): void {
    let output: Uint8Array;
    try {
      output = this.#crypt(chunk);
    } catch (error) {
      done(error);
      return;
    }
    done(null, asBuffer(output));
  }

  override _flush(done: (error?: unknown, data?: unknown) => void): void {
    let last: Uint8Array;
    try {
      last = this.#finish();
    } catch (error) {
      done(error);
      return;
    }
    done(null, asBuffer(last));
  }
}
