import { Writable } from 'readable-stream';
import { Buffer } from '../../base/buffer-class.ts';
import { cryptoConstants } from '../../builtins/crypto/crypto-constants.ts';
import { findHash, inputBytes, outputBytes } from '../../builtins/crypto/hashes.ts';
import { invalidArgumentType, nodeError } from '../../errors/node-error.ts';
import { bitLength, toBytes, toInteger } from './big-integers.ts';
import type { WeierstrassCurve } from './curves.ts';
import { DerError, DerReader, encodeInteger, encodeSequence, joinBytes } from './der.ts';
import type { PrivateKeyData, PublicKeyData } from './key-data.ts';
import { opensslError } from './openssl-error.ts';
import { readPrivateKey, readPublicKey } from './read-keys.ts';
import { rsaByteLength, rsaPrivateOperation, rsaPublicOperation } from './rsa.ts';
import { checkPss, describeDigest, equalBytes, type PssRules, padForSignature, padPss } from './rsa-padding.ts';

type RsaData = PublicKeyData & { kind: 'rsa' };

interface SignatureOptions {
  padding: unknown;
  saltLength: unknown;
  isPlain: boolean;
}

function readOptions(given: unknown): SignatureOptions {
  const field = (name: string): unknown => (typeof given === 'object' && given !== null ? Reflect.get(given, name) : undefined);
  const encoding = field('dsaEncoding');
  if (encoding !== undefined && encoding !== 'der' && encoding !== 'ieee-p1363')
    throw nodeError(TypeError, 'ERR_INVALID_ARG_VALUE', `The property 'options.dsaEncoding' is invalid. Received '${String(encoding)}'`);
  return { padding: field('padding'), saltLength: field('saltLength'), isPlain: encoding === 'ieee-p1363' };
}

function usesPss(data: RsaData, padding: unknown): boolean {
  const chosen = padding ?? (data.pss === null ? cryptoConstants.RSA_PKCS1_PADDING : cryptoConstants.RSA_PKCS1_PSS_PADDING);
  if (chosen === cryptoConstants.RSA_PKCS1_PSS_PADDING) return true;
  if (chosen !== cryptoConstants.RSA_PKCS1_PADDING || data.pss !== null)
    throw opensslError('1C8000A5', 'Provider routines', 'illegal or unsupported padding mode');
  return false;
}

function pssRules(data: RsaData, hash: unknown, saltLength: unknown, isSigning: boolean): PssRules {
  const limits = data.pss === null || data.pss === 'any' ? null : data.pss;
  const maskHash = limits?.maskHash ?? hash;
  // Node's default, unless the key says otherwise: the longest when signing, any when verifying.
  const length =
    saltLength ?? (isSigning ? (limits?.saltLength ?? cryptoConstants.RSA_PSS_SALTLEN_MAX_SIGN) : cryptoConstants.RSA_PSS_SALTLEN_AUTO);
  if (length === cryptoConstants.RSA_PSS_SALTLEN_DIGEST) return { hash, maskHash, saltLength: findHash(hash).outputLen };
  return { hash, maskHash, saltLength: Number(length) < 0 ? null : Number(length) };
}

/** `r` and `s` one behind the other, and as ASN.1 has them. */
function plainToDer(signature: Uint8Array): Uint8Array {
  const size = signature.length / 2;
  return encodeSequence(encodeInteger(toInteger(signature.subarray(0, size))), encodeInteger(toInteger(signature.subarray(size))));
}

function derToPlain(signature: Uint8Array, curve: WeierstrassCurve): Uint8Array | null {
  try {
    const fields = new DerReader(signature).readSequence();
    const [r, s] = [fields.readInteger(), fields.readInteger()];
    return r >= curve.order || s >= curve.order ? null : joinBytes(toBytes(r, curve.byteLength), toBytes(s, curve.byteLength));
  } catch (error) {
    if (error instanceof DerError) return null;
    throw error;
  }
}

function signRsa(data: PrivateKeyData & { kind: 'rsa' }, hash: unknown, digest: Uint8Array, options: SignatureOptions): Uint8Array {
  const length = rsaByteLength(data.key);
  const bits = bitLength(data.key.n) - 1;
  const block = usesPss(data, options.padding)
    ? padPss(digest, bits, pssRules(data, hash, options.saltLength, true))
    : padForSignature(describeDigest(hash, digest), length);
  return toBytes(rsaPrivateOperation(data.key, toInteger(block)), length);
}

function verifyRsa(data: RsaData, hash: unknown, digest: Uint8Array, signature: Uint8Array, options: SignatureOptions): boolean {
  const length = rsaByteLength(data.key);
  if (signature.length !== length) return false;
  const value = toInteger(signature);
  if (value >= data.key.n) return false;
  const message = rsaPublicOperation(data.key, value);
  const bits = bitLength(data.key.n) - 1;
  if (!usesPss(data, options.padding)) return equalBytes(toBytes(message, length), padForSignature(describeDigest(hash, digest), length));
  if (bitLength(message) > bits) return false;
  return checkPss(toBytes(message, Math.ceil(bits / 8)), digest, bits, pssRules(data, hash, options.saltLength, false));
}

function signDigest(data: PrivateKeyData, hash: unknown, digest: Uint8Array, options: SignatureOptions): Uint8Array {
  if (data.kind === 'rsa') return signRsa(data, hash, digest, options);
  if (data.kind === 'octets') throw opensslError('1C800098', 'Provider routines', 'invalid digest');
  const signature = data.curve.sign(digest, data.privateKey);
  return options.isPlain ? signature : plainToDer(signature);
}

function verifyDigest(
  data: PublicKeyData,
  hash: unknown,
  digest: Uint8Array,
  given: { signature: Uint8Array; options: SignatureOptions },
): boolean {
  const { signature, options } = given;
  if (data.kind === 'rsa') return verifyRsa(data, hash, digest, signature, options);
  if (data.kind === 'octets') throw opensslError('1C800098', 'Provider routines', 'invalid digest');
  const plain = options.isPlain ? signature : derToPlain(signature, data.curve);
  if (plain === null || plain.length !== 2 * data.curve.byteLength) return false;
  return data.curve.verify(plain, digest, data.publicKey);
}

/** Collects what `Sign` and `Verify` are given. */
class Digesting extends Writable {
  readonly #hash: unknown;
  readonly #running: { update(data: Uint8Array): unknown; digest(): Uint8Array };
  constructor(algorithm: unknown) {
    super();
    if (typeof algorithm !== 'string') throw invalidArgumentType('algorithm', 'of type string', algorithm);
    try {
      this.#running = findHash(algorithm).create();
    } catch {
      throw nodeError(Error, 'ERR_CRYPTO_INVALID_DIGEST', `Invalid digest: ${algorithm}`);
    }
    this.#hash = algorithm;
  }
  update(data: unknown, encoding?: unknown): this {
    this.#running.update(inputBytes(data, encoding));
    return this;
  }
  override _write(chunk: Uint8Array, _encoding: string, done: (error?: unknown) => void): void {
    this.#running.update(chunk);
    done();
  }
  protected finish(): { hash: unknown; digest: Uint8Array } {
    return { hash: this.#hash, digest: this.#running.digest() };
  }
}

export class Sign extends Digesting {
  sign(key: unknown, encoding?: unknown): Buffer | string {
    if (key === undefined || key === null) throw nodeError(Error, 'ERR_CRYPTO_SIGN_KEY_REQUIRED', 'No key provided to sign');
    const data = readPrivateKey(key);
    const { hash, digest } = this.finish();
    return outputBytes(signDigest(data, hash, digest, readOptions(key)), encoding);
  }
}

export class Verify extends Digesting {
  verify(key: unknown, signature: unknown, encoding?: unknown): boolean {
    const data = readPublicKey(key);
    const { hash, digest } = this.finish();
    return verifyDigest(data, hash, digest, { signature: inputBytes(signature, encoding, 'signature'), options: readOptions(key) });
  }
}

/** OpenSSL's own choice when none is named. */
const DEFAULT_DIGEST = 'sha256';

function digestOf(algorithm: unknown, data: Uint8Array): { hash: unknown; digest: Uint8Array } {
  const hash = algorithm ?? DEFAULT_DIGEST;
  return { hash, digest: findHash(hash)(data) };
}

export function signOnce(algorithm: unknown, given: unknown, key: unknown): Buffer {
  const data = inputBytes(given);
  const privateKey = readPrivateKey(key);
  if (privateKey.kind === 'octets') {
    const { sign, name } = privateKey.curve;
    if (sign === null) throw opensslError('03000096', 'digital envelope routines', `operation not supported for this keytype`);
    if (algorithm !== null && algorithm !== undefined) throw opensslError('1C800098', 'Provider routines', `invalid digest for ${name}`);
    return Buffer.from(sign(data, privateKey.privateKey));
  }
  const { hash, digest } = digestOf(algorithm, data);
  return Buffer.from(signDigest(privateKey, hash, digest, readOptions(key)));
}

export function verifyOnce(algorithm: unknown, given: unknown, key: unknown, signature: unknown): boolean {
  const data = inputBytes(given);
  const proof = inputBytes(signature, undefined, 'signature');
  const publicKey = readPublicKey(key);
  if (publicKey.kind === 'octets') {
    const { verify } = publicKey.curve;
    if (verify === null) throw opensslError('03000096', 'digital envelope routines', 'operation not supported for this keytype');
    try {
      return verify(proof, data, publicKey.publicKey);
    } catch {
      // It has not the form of a signature.
      return false;
    }
  }
  const { hash, digest } = digestOf(algorithm, data);
  return verifyDigest(publicKey, hash, digest, { signature: proof, options: readOptions(key) });
}
