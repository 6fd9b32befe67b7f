import { blake2b } from '@noble/hashes/blake2b';
import { blake2s } from '@noble/hashes/blake2s';
import { hmac } from '@noble/hashes/hmac';
import { md5, ripemd160, sha1 } from '@noble/hashes/legacy';
import { sha224, sha256, sha384, sha512, sha512_224, sha512_256 } from '@noble/hashes/sha2';
import { sha3_224, sha3_256, sha3_384, sha3_512 } from '@noble/hashes/sha3';
import { Transform } from 'readable-stream';
import { asBuffer, Buffer } from '../../base/buffer-class.ts';
import { invalidArgumentType, nodeError } from '../../errors/node-error.ts';

export type HashFunction = typeof sha256;

const hashes: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['md5', md5],
  ['sha1', sha1],
  ['sha224', sha224],
  ['sha256', sha256],
  ['sha384', sha384],
  ['sha512', sha512],
  ['sha512-224', sha512_224],
  ['sha512-256', sha512_256],
  ['sha3-224', sha3_224],
  ['sha3-256', sha3_256],
  ['sha3-384', sha3_384],
  ['sha3-512', sha3_512],
  ['ripemd160', ripemd160],
  ['rmd160', ripemd160],
  ['blake2b512', blake2b],
  ['blake2s256', blake2s],
]);

export const hashNames: readonly string[] = [...hashes.keys()];

/** `RSA-SHA256`, `sha-256` and `SHA256` are all sha256. */
export function findHash(name: unknown): HashFunction {
  if (typeof name !== 'string') throw invalidArgumentType('algorithm', 'of type string', name);
  const plain = name
    .toLowerCase()
    .replace(/^rsa-/, '')
    .replace(/^sha-(\d)/, 'sha$1')
    .replace('/', '-');
  const hash = hashes.get(plain);
  if (hash === undefined) {
    throw new Error('Digest method not supported');
  }
  // They differ only in their sizes.
  return hash as HashFunction;
}

export function inputBytes(data: unknown, encoding?: unknown, name = 'data'): Uint8Array {
  if (typeof data === 'string')
    return Buffer.from(data, (typeof encoding === 'string' && encoding !== 'buffer' ? encoding : 'utf8') as 'utf8');
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  throw invalidArgumentType(name, 'of type string or an instance of Buffer, TypedArray, or DataView', data);
}

export function outputBytes(bytes: Uint8Array, encoding: unknown): Buffer | string {
  const buffer = asBuffer(bytes);
  return encoding === undefined || encoding === 'buffer' ? buffer : buffer.toString(encoding as 'hex');
}

interface Running {
  update(data: Uint8Array): unknown;
  digest(): Uint8Array;
  clone(): Running;
}

class Digesting extends Transform {
  protected isFinal = false;
  /** What a stream that has ended has given already. */
  protected result: Uint8Array | null = null;
  constructor(protected running: Running) {
    super();
  }
  update(data: unknown, encoding?: unknown): this {
    if (this.isFinal) throw nodeError(Error, 'ERR_CRYPTO_HASH_FINALIZED', 'Digest already called');
    this.running.update(inputBytes(data, encoding));
    return this;
  }
  digest(encoding?: unknown): Buffer | string {
    if (this.isFinal) return this.digestAgain(encoding);
    // An object is asked for its text, as Node does.
    const name = encoding === undefined || encoding === null ? undefined : `${encoding as string}`;
    this.isFinal = true;
    return outputBytes(this.finish(), name);
  }
  protected digestAgain(_encoding: unknown): Buffer | string {
    throw nodeError(Error, 'ERR_CRYPTO_HASH_FINALIZED', 'Digest already called');
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

/** `crypto.Hash`. */
export class Hash extends Digesting {
  constructor(algorithm: unknown) {
    super(findHash(algorithm).create() as Running);
  }
  copy(): Hash {
    const copy: Hash = Object.create(Hash.prototype);
    Transform.call(copy as never);
    copy.running = this.running.clone();
    copy.isFinal = false;
    copy.result = null;
    return copy;
  }
}

function findHmac(name: unknown): HashFunction {
  if (typeof name !== 'string') throw invalidArgumentType('hmac', 'of type string', name);
  try {
    return findHash(name);
  } catch {
    throw nodeError(TypeError, 'ERR_CRYPTO_INVALID_DIGEST', `Invalid digest: ${name}`);
  }
}

/** `crypto.Hmac`. */
export class Hmac extends Digesting {
  constructor(algorithm: unknown, key: unknown) {
    // The package types hash and hmac apart; what is used of them is the same.
    super(hmac.create(findHmac(algorithm), keyBytes(key)) as unknown as Running);
  }
  /** Not an error, since long ago. */
  protected override digestAgain(encoding: unknown): Buffer | string {
    return outputBytes(new Uint8Array(0), encoding);
  }
}

/** A key as bytes: text, bytes or a secret KeyObject. */
export function keyBytes(key: unknown): Uint8Array {
  if (typeof key === 'object' && key !== null && 'export' in key && typeof key.export === 'function')
    return inputBytes(key.export(), undefined, 'key');
  return inputBytes(key, undefined, 'key');
}
