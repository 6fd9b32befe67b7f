import { invalidArgumentValue } from '../../errors/node-error.ts';
import { optionOf } from '../crypto/byte-arguments.ts';
import { type KeyObject, secretKeyBytes } from '../crypto/key-object.ts';
import type { PublicKeyData } from '../keys/key-data.ts';
import { publicDataOf } from '../keys/key-material.ts';
import { bitLength, toBytes } from '../numbers/big-integers.ts';

/** The value that `CryptoKey#algorithm` shows. */
export type ShownAlgorithm = Readonly<Record<string, unknown>> & { readonly name: string };

interface Rules {
  secret?: readonly string[];
  public?: readonly string[];
  private?: readonly string[];
}

const signing: Rules = { public: ['verify'], private: ['sign'] };
const agreeing: Rules = { public: [], private: ['deriveKey', 'deriveBits'] };
const enciphering: Rules = { secret: ['encrypt', 'decrypt', 'wrapKey', 'unwrapKey'] };
const deriving: Rules = { secret: ['deriveKey', 'deriveBits'] };

/** The allowed usages of each algorithm's keys, by key type. */
const usagesOf: ReadonlyMap<string, Rules> = new Map([
  ['AES-CTR', enciphering],
  ['AES-CBC', enciphering],
  ['AES-GCM', enciphering],
  ['AES-KW', { secret: ['wrapKey', 'unwrapKey'] }],
  ['HMAC', { secret: ['sign', 'verify'] }],
  ['PBKDF2', deriving],
  ['HKDF', deriving],
  ['RSASSA-PKCS1-v1_5', signing],
  ['RSA-PSS', signing],
  ['RSA-OAEP', { public: ['encrypt', 'wrapKey'], private: ['decrypt', 'unwrapKey'] }],
  ['ECDSA', signing],
  ['ECDH', agreeing],
  ['Ed25519', signing],
  ['Ed448', signing],
  ['X25519', agreeing],
  ['X448', agreeing],
]);

export const keyError = (name: 'DataError' | 'SyntaxError' | 'NotSupportedError', message: string): Error =>
  new DOMException(message, name);

function nameOf(algorithm: unknown): string {
  const given = typeof algorithm === 'string' ? algorithm : optionOf(algorithm, 'name');
  const found = [...usagesOf.keys()].find((name) => typeof given === 'string' && name.toLowerCase() === given.toLowerCase());
  if (found === undefined) throw keyError('NotSupportedError', 'Unrecognized algorithm name');
  return found;
}

function checkUsages(name: string, key: KeyObject, usages: readonly string[]): void {
  const allowed = usagesOf.get(name)?.[key.type];
  if (allowed === undefined) throw keyError('DataError', 'Invalid key type');
  const article = /^[AEHR]/.test(name) && !name.startsWith('HKDF') ? 'an' : 'a';
  if (usages.some((usage) => !allowed.includes(usage))) throw keyError('SyntaxError', `Unsupported key usage for ${article} ${name} key`);
  if (usages.length === 0 && key.type !== 'public')
    throw keyError('SyntaxError', `Usages cannot be empty when importing a ${key.type} key.`);
}

function hashOf(algorithm: unknown): { name: string } {
  const given = optionOf(algorithm, 'hash');
  const name = typeof given === 'string' ? given : optionOf(given, 'name');
  if (typeof name !== 'string') throw invalidArgumentValue('algorithm.hash', given);
  return { name: name.toUpperCase() };
}

const AES_BITS = [128, 192, 256];

function describeSecret(name: string, algorithm: unknown, length: number): ShownAlgorithm {
  if (name === 'PBKDF2' || name === 'HKDF') return { name };
  if (name !== 'HMAC') {
    if (!AES_BITS.includes(length)) throw keyError('DataError', 'Invalid key length');
    return { name, length };
  }
  if (length === 0 || optionOf(algorithm, 'length') === 0) throw keyError('DataError', 'Zero-length key is not supported');
  return { name, hash: hashOf(algorithm), length };
}

function describePair(name: string, algorithm: unknown, data: PublicKeyData | null): ShownAlgorithm {
  if (name.startsWith('RSA') && data?.kind === 'rsa' && data.pss === null)
    return { name, modulusLength: bitLength(data.key.n), publicExponent: toBytes(data.key.e), hash: hashOf(algorithm) };
  if (name.startsWith('EC') && data?.kind === 'ec') {
    const namedCurve = optionOf(algorithm, 'namedCurve');
    if (data.curve.jwkName !== namedCurve) throw keyError('DataError', 'Named curve mismatch');
    return { name, namedCurve };
  }
  if (data?.kind === 'octets' && data.curve.jwkName === name) return { name };
  throw keyError('DataError', 'Invalid key type');
}

/** Checks that the key fits the algorithm, and returns the value to show. */
export function describeAlgorithm(key: KeyObject, algorithm: unknown, isExtractable: boolean, usages: readonly string[]): ShownAlgorithm {
  const name = nameOf(algorithm);
  const isSource = name === 'PBKDF2' || name === 'HKDF';
  if (isSource && isExtractable) throw keyError('SyntaxError', `${name} keys are not extractable`);
  if (key.type === 'secret') {
    const bits = secretKeyBytes(key).length * 8;
    if (name === 'HMAC' && bits === 0) throw keyError('DataError', 'Zero-length key is not supported');
    checkUsages(name, key, usages);
    return describeSecret(name, algorithm, bits);
  }
  const shown = describePair(name, algorithm, publicDataOf(key));
  checkUsages(name, key, usages);
  return shown;
}
