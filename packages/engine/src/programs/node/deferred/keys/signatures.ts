import { Writable } from 'readable-stream';
import { Buffer } from '../../base/buffer-class.ts';
import { invalidArgumentValue, nodeError } from '../../errors/node-error.ts';
import { validateFunction, validateString } from '../../errors/validate.ts';
import type { NodeHost } from '../../node-host.ts';
import { inputBytes, optionOf, outputBytes, updateBytes } from '../crypto/byte-arguments.ts';
import { hashNamed, type Running } from '../crypto/hashes.ts';
import { answerLater } from '../crypto/later.ts';
import { opensslError, unsupportedKeyType } from './openssl-error.ts';
import { readPrivateKey, readPublicKey } from './read-keys.ts';
import { type SignatureOptions, signDigest, verifyDigest } from './sign-digest.ts';

/** Returns an integer or undefined. */
function integerOption(given: unknown, name: string): number | undefined {
  const value = optionOf(given, name);
  if (value === undefined) return undefined;
  if (typeof value !== 'number' || value !== value >> 0) throw invalidArgumentValue(`options.${name}`, value);
  return value;
}

function readOptions(given: unknown): SignatureOptions {
  const [padding, saltLength] = [integerOption(given, 'padding'), integerOption(given, 'saltLength')];
  const encoding = optionOf(given, 'dsaEncoding');
  if (encoding !== undefined && encoding !== 'der' && encoding !== 'ieee-p1363')
    throw invalidArgumentValue('options.dsaEncoding', encoding);
  return { padding, saltLength, isPlain: encoding === 'ieee-p1363' };
}

const keyRequired = (): Error => nodeError(Error, 'ERR_CRYPTO_SIGN_KEY_REQUIRED', 'No key provided to sign');

/** Collects the data of `Sign` and `Verify`. */
class Collecting extends Writable {
  readonly #hash: string;
  readonly #running: Running;
  constructor(algorithm: unknown, options?: unknown) {
    validateString(algorithm, 'algorithm');
    const hash = hashNamed(algorithm);
    if (hash === undefined) throw nodeError(TypeError, 'ERR_CRYPTO_INVALID_DIGEST', `Invalid digest: ${algorithm}`);
    super(typeof options === 'object' && options !== null ? options : {});
    this.#running = hash.create();
    this.#hash = algorithm;
  }
  update(data: unknown, encoding?: unknown): this {
    this.#running.update(updateBytes(data, encoding));
    return this;
  }
  override _write(chunk: Uint8Array, _encoding: string, done: (error?: unknown) => void): void {
    this.#running.update(chunk);
    done();
  }
  protected finish(): { hash: string; digest: Uint8Array } {
    return { hash: this.#hash, digest: this.#running.digest() };
  }
}

/** Ed25519 and Ed448 sign the message itself, so they support only one-shot calls. */
function refuseOctets(data: { kind: string }): void {
  if (data.kind === 'octets') throw nodeError(Error, 'ERR_CRYPTO_UNSUPPORTED_OPERATION', 'Unsupported crypto operation');
}

export class Sign extends Collecting {
  sign(key: unknown, encoding?: unknown): Buffer | string {
    if (!key) throw keyRequired();
    const data = readPrivateKey(key);
    const options = readOptions(key);
    refuseOctets(data);
    const { hash, digest } = this.finish();
    return outputBytes(signDigest(data, hash, digest, options), encoding);
  }
}

export class Verify extends Collecting {
  verify(key: unknown, signature: unknown, encoding?: unknown): boolean {
    const data = readPublicKey(key);
    const options = readOptions(key);
    const proof = inputBytes(signature, encoding, 'signature');
    refuseOctets(data);
    const { hash, digest } = this.finish();
    return verifyDigest(data, hash, digest, { signature: proof, options });
  }
}

/** OpenSSL's default digest. */
const DEFAULT_DIGEST = 'sha256';

function digestOf(algorithm: string | null, data: Uint8Array): { hash: string; digest: Uint8Array } {
  const name = algorithm ?? DEFAULT_DIGEST;
  const hash = hashNamed(name);
  if (hash === undefined) throw nodeError(TypeError, 'ERR_CRYPTO_INVALID_DIGEST', `Invalid digest: ${name}`);
  return { hash: name, digest: hash(data) };
}

function readAlgorithm(algorithm: unknown): string | null {
  if (algorithm === null || algorithm === undefined) return null;
  validateString(algorithm, 'algorithm');
  return algorithm;
}

/** Called after the key has been read, as in Node. */
function checkDigest(name: string | null): void {
  if (name !== null && hashNamed(name) === undefined) throw nodeError(TypeError, 'ERR_CRYPTO_INVALID_DIGEST', `Invalid digest: ${name}`);
}

function answer(host: NodeHost, callback: unknown, compute: () => unknown): unknown {
  return callback === undefined ? compute() : answerLater(host, callback, compute);
}

/** Implements `crypto.sign`. */
export function signOnce(host: NodeHost, ...[algorithm, given, key, callback]: unknown[]): unknown {
  const name = readAlgorithm(algorithm);
  if (callback !== undefined) validateFunction(callback, 'callback');
  const data = inputBytes(given, undefined, 'data');
  if (!key) throw keyRequired();
  const options = readOptions(key);
  const privateKey = readPrivateKey(key);
  checkDigest(name);
  return answer(host, callback, () => {
    if (privateKey.kind === 'octets') {
      const { sign } = privateKey.curve;
      if (sign === null) throw unsupportedKeyType();
      if (name !== null) throw opensslError('1C80007A', 'Provider routines', 'invalid digest');
      return Buffer.from(sign(data, privateKey.privateKey));
    }
    const { hash, digest } = digestOf(name, data);
    return Buffer.from(signDigest(privateKey, hash, digest, options));
  });
}

/** Implements `crypto.verify`. */
export function verifyOnce(host: NodeHost, ...[algorithm, given, key, signature, callback]: unknown[]): unknown {
  const name = readAlgorithm(algorithm);
  if (callback !== undefined) validateFunction(callback, 'callback');
  const data = inputBytes(given, undefined, 'data');
  const options = readOptions(key);
  const proof = inputBytes(signature, undefined, 'signature');
  const publicKey = readPublicKey(key);
  checkDigest(name);
  return answer(host, callback, () => {
    if (publicKey.kind === 'octets') {
      const { verify } = publicKey.curve;
      if (verify === null) throw unsupportedKeyType();
      if (name !== null) throw opensslError('1C80007A', 'Provider routines', 'invalid digest');
      try {
        return verify(proof, data, publicKey.publicKey);
      } catch {
        // The signature is malformed.
        return false;
      }
    }
    const { hash, digest } = digestOf(name, data);
    return verifyDigest(publicKey, hash, digest, { signature: proof, options });
  });
}
