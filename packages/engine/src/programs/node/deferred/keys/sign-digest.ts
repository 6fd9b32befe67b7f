import { joinBytes } from 'devonz-engine-protocol/join-bytes';
import { cryptoConstants } from '../crypto/crypto-constants.ts';
import { findHash } from '../crypto/hashes.ts';
import { bitLength, modularInverse, modularPower, randomInteger, toBytes, toInteger } from '../numbers/big-integers.ts';
import type { DsaParameters } from '../numbers/primes.ts';
import { DerError, DerReader, encodeInteger, encodeSequence } from './der.ts';
import { digestName } from './digest-identifiers.ts';
import type { PrivateKeyData, PssLimits, PublicKeyData } from './key-data.ts';
import { opensslError, unsupportedKeyType } from './openssl-error.ts';
import { rsaByteLength, rsaPrivateOperation, rsaPublicOperation } from './rsa.ts';
import { checkPss, describeDigest, equalBytes, type PssRules, padForSignature, padPss } from './rsa-padding.ts';

type RsaData = PublicKeyData & { kind: 'rsa' };

export interface SignatureOptions {
  padding: number | undefined;
  saltLength: number | undefined;
  /** Whether `r` and `s` are concatenated instead of encoded as ASN.1. */
  isPlain: boolean;
}

function usesPss(data: RsaData, padding: number | undefined): boolean {
  const chosen = padding ?? (data.pss === null ? cryptoConstants.RSA_PKCS1_PADDING : cryptoConstants.RSA_PKCS1_PSS_PADDING);
  if (chosen === cryptoConstants.RSA_PKCS1_PSS_PADDING) return true;
  if (chosen !== cryptoConstants.RSA_PKCS1_PADDING || data.pss !== null)
    throw opensslError('1C8000A5', 'Provider routines', 'illegal or unsupported padding mode');
  return false;
}

function checkLimits(limits: PssLimits, hash: string, saltLength: number | undefined): void {
  if (saltLength !== undefined && saltLength >= 0 && saltLength < limits.saltLength)
    throw opensslError('1C8000AC', 'Provider routines', 'pss saltlen too small');
  if (digestName(hash) !== limits.hash) throw opensslError('1C8000AE', 'Provider routines', 'digest not allowed');
}

function pssRules(data: RsaData, hash: string, saltLength: number | undefined, isSigning: boolean): PssRules {
  const limits = data.pss === null || data.pss === 'any' ? null : data.pss;
  if (limits !== null) checkLimits(limits, hash, saltLength);
  const maskHash = limits?.maskHash ?? hash;
  // Node's default unless the key has a limit: the maximum when signing, any length when verifying.
  const length =
    saltLength ?? (isSigning ? (limits?.saltLength ?? cryptoConstants.RSA_PSS_SALTLEN_MAX_SIGN) : cryptoConstants.RSA_PSS_SALTLEN_AUTO);
  if (length === cryptoConstants.RSA_PSS_SALTLEN_DIGEST) return { hash, maskHash, saltLength: findHash(hash).outputLen };
  return { hash, maskHash, saltLength: length < 0 ? null : length };
}

/** Converts concatenated `r` and `s` to ASN.1. */
function plainToDer(signature: Uint8Array): Uint8Array {
  const size = signature.length / 2;
  return encodeSequence(encodeInteger(toInteger(signature.subarray(0, size))), encodeInteger(toInteger(signature.subarray(size))));
}

function derToPlain(signature: Uint8Array, order: bigint): Uint8Array | null {
  const size = Math.ceil(bitLength(order) / 8);
  try {
    const fields = new DerReader(signature).readSequence();
    const [r, s] = [fields.readInteger(), fields.readInteger()];
    return r >= order || s >= order ? null : joinBytes([toBytes(r, size), toBytes(s, size)]);
  } catch (error) {
    if (error instanceof DerError) return null;
    throw error;
  }
}

function signRsa(data: PrivateKeyData & { kind: 'rsa' }, hash: string, digest: Uint8Array, options: SignatureOptions): Uint8Array {
  const length = rsaByteLength(data.key);
  const bits = bitLength(data.key.n) - 1;
  const block = usesPss(data, options.padding)
    ? padPss(digest, bits, pssRules(data, hash, options.saltLength, true))
    : padForSignature(describeDigest(hash, digest, length), length);
  return toBytes(rsaPrivateOperation(data.key, toInteger(block)), length);
}

function verifyRsa(data: RsaData, hash: string, digest: Uint8Array, signature: Uint8Array, options: SignatureOptions): boolean {
  const length = rsaByteLength(data.key);
  const isPss = usesPss(data, options.padding);
  const rules = isPss ? pssRules(data, hash, options.saltLength, false) : null;
  if (signature.length !== length) return false;
  const value = toInteger(signature);
  if (value >= data.key.n) return false;
  const message = rsaPublicOperation(data.key, value);
  const bits = bitLength(data.key.n) - 1;
  if (rules === null) return equalBytes(toBytes(message, length), padForSignature(describeDigest(hash, digest, length), length));
  if (bitLength(message) > bits) return false;
  return checkPss(toBytes(message, Math.ceil(bits / 8)), digest, bits, rules);
}

/** Returns the leftmost bits of the digest, as many as the order has. */
function truncated(digest: Uint8Array, q: bigint): bigint {
  const over = digest.length * 8 - bitLength(q);
  return over > 0 ? toInteger(digest) >> BigInt(over) : toInteger(digest);
}

/** FIPS 186-4, 4.6. */
function signDsa({ p, q, g }: DsaParameters, x: bigint, digest: Uint8Array): Uint8Array {
  const size = Math.ceil(bitLength(q) / 8);
  for (;;) {
    const k = 1n + (randomInteger(bitLength(q) + 64) % (q - 1n));
    const r = modularPower(g, k, p) % q;
    const s = (modularInverse(k, q) * (truncated(digest, q) + x * r)) % q;
    if (r !== 0n && s !== 0n) return joinBytes([toBytes(r, size), toBytes(s, size)]);
  }
}

function verifyDsa({ p, q, g }: DsaParameters, y: bigint, digest: Uint8Array, plain: Uint8Array): boolean {
  const size = plain.length / 2;
  const [r, s] = [toInteger(plain.subarray(0, size)), toInteger(plain.subarray(size))];
  if (r <= 0n || r >= q || s <= 0n || s >= q) return false;
  const inverse = modularInverse(s, q);
  const first = modularPower(g, (truncated(digest, q) * inverse) % q, p);
  const second = modularPower(y, (r * inverse) % q, p);
  return ((first * second) % p) % q === r;
}

export function signDigest(data: PrivateKeyData, hash: string, digest: Uint8Array, options: SignatureOptions): Uint8Array {
  if (data.kind === 'rsa') return signRsa(data, hash, digest, options);
  if (data.kind !== 'ec' && data.kind !== 'dsa') throw unsupportedKeyType();
  const signature = data.kind === 'ec' ? data.curve.sign(digest, data.privateKey) : signDsa(data.parameters, data.x, digest);
  return options.isPlain ? signature : plainToDer(signature);
}

export function verifyDigest(
  data: PublicKeyData,
  hash: string,
  digest: Uint8Array,
  given: { signature: Uint8Array; options: SignatureOptions },
): boolean {
  const { signature, options } = given;
  if (data.kind === 'rsa') return verifyRsa(data, hash, digest, signature, options);
  if (data.kind !== 'ec' && data.kind !== 'dsa') throw unsupportedKeyType();
  const order = data.kind === 'ec' ? data.curve.order : data.parameters.q;
  const plain = options.isPlain ? signature : derToPlain(signature, order);
  if (plain === null || plain.length !== 2 * Math.ceil(bitLength(order) / 8)) return false;
  return data.kind === 'ec' ? data.curve.verify(plain, digest, data.publicKey) : verifyDsa(data.parameters, data.y, digest, plain);
}
