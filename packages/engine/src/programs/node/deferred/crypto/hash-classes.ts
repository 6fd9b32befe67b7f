import { hmac } from '@noble/hashes/hmac';
import { Transform } from 'readable-stream';
import { asBuffer, type Buffer } from '../../base/buffer-class.ts';
import { callableClass } from '../../base/callable-class.ts';
import { invalidArgumentType, invalidArgumentValue, nodeError } from '../../errors/node-error.ts';
import { validateString, validateUint32 } from '../../errors/validate.ts';
import { digestOutput, optionOf, updateBytes } from './byte-arguments.ts';
import { findHash, hashNamed, type Running } from './hashes.ts';
import { secretKeyBytes } from './key-object.ts';

function finalized(): Error {
  return nodeError(Error, 'ERR_CRYPTO_HASH_FINALIZED', 'Digest already called');
}

/** Returns the options for the stream; readable-stream ignores those it does not know. */
const streamOptions = (options: unknown): object => (typeof options === 'object' && options !== null ? options : {});

class Digesting extends Transform {
  protected isFinal = false;
  /** The digest, once `digest` or the end of the stream has computed it. */
  protected result: Uint8Array | null = null;
  constructor(
    protected running: Running,
    options: unknown,
  ) {
    super(streamOptions(options));
  }
  update(data: unknown, encoding?: unknown): this {
    if (this.isFinal) throw finalized();
    this.running.update(updateBytes(data, encoding));
    return this;
  }
  digest(encoding?: unknown): Buffer | string {
    if (this.isFinal) return this.digestAgain(encoding);
    const output = digestOutput(this.finish(), encoding);
    this.isFinal = true;
    return output;
  }
  protected digestAgain(_encoding: unknown): Buffer | string {
    throw finalized();
  }
  protected finish(): Uint8Array {
    this.result ??= this.running.digest();
    return this.result;
  }
  override _transform(chunk: Uint8Array, _encoding: string, done: (error?: unknown) => void): void {
    this.running.update(chunk);
    done();
  }
  override _flush(done: (error?: unknown, data?: unknown) => void): void {
    done(null, asBuffer(this.finish()));
  }
}

class HashBase extends Digesting {
  /** The requested length, or null for the function's own. */
  #length: number | null;
  constructor(algorithm: unknown, options?: unknown) {
    // Called by `copy`, with a hash in progress.
    const isCopy = algorithm instanceof HashBase;
    const hash = isCopy ? null : findHash(algorithm);
    const length = optionOf(options, 'outputLength');
    if (length !== undefined) validateUint32(length, 'options.outputLength');
    super(isCopy ? algorithm.running.clone() : (hash?.create() as Running), options);
    if (length !== undefined && this.running.xof === undefined && length !== (hash?.outputLen ?? length))
      throw nodeError(
        Error,
        'ERR_OSSL_EVP_NOT_XOF_OR_INVALID_LENGTH',
        'error:030000B2:digital envelope routines::not XOF or invalid length',
      );
    this.#length = length ?? null;
  }
  protected override finish(): Uint8Array {
    const length = this.#length;
    if (length === null || this.running.xof === undefined) return super.finish();
    this.result ??= length === 0 ? new Uint8Array(0) : this.running.xof(length);
    return this.result;
  }
  copy(options?: unknown): HashBase {
    if (this.isFinal) throw finalized();
    return new Hash(this, options);
  }
}

/** The class `crypto.Hash`. */
export const Hash = callableClass('Hash', HashBase, 'instances');

function startHmac(name: unknown, key: unknown, options: unknown): Running {
  validateString(name, 'hmac');
  const bytes = secretKeyBytes(key, optionOf(options, 'encoding'));
  const hash = hashNamed(name);
  if (hash === undefined) throw nodeError(TypeError, 'ERR_CRYPTO_INVALID_DIGEST', `Invalid digest: ${name}`);
  // In the package's types, hash and hmac differ, but the members used here are the same.
  return hmac.create(hash as never, bytes) as unknown as Running;
}

/** The class `crypto.Hmac`. */
export const Hmac = callableClass(
  'Hmac',
  class extends Digesting {
    constructor(algorithm: unknown, key: unknown, options?: unknown) {
      super(startHmac(algorithm, key, options), options);
    }
    /** For historical reasons this is not an error. */
    protected override digestAgain(encoding: unknown): Buffer | string {
      return digestOutput(new Uint8Array(0), encoding);
    }
  },
  'instances',
);

const outputEncodings = new Set([
  'hex',
  'utf8',
  'utf-8',
  'base64',
  'base64url',
  'latin1',
  'binary',
  'ascii',
  'ucs2',
  'ucs-2',
  'utf16le',
  'utf-16le',
  'buffer',
]);

/** Implements the one-shot `crypto.hash`. */
export function hashOnce(algorithm: unknown, data: unknown, outputEncoding: unknown = 'hex'): Buffer | string {
  validateString(algorithm, 'algorithm');
  if (typeof data !== 'string' && !ArrayBuffer.isView(data))
    throw invalidArgumentType('input', 'of type string or an instance of Buffer, TypedArray, or DataView', data);
  validateString(outputEncoding, 'outputEncoding');
  if (!outputEncodings.has(outputEncoding.toLowerCase())) throw invalidArgumentValue('outputEncoding', outputEncoding);
  const hash = hashNamed(algorithm);
  if (hash === undefined) throw new Error(`Digest method ${algorithm} is not supported`);
  return digestOutput(hash(updateBytes(data, undefined)), outputEncoding);
}
