import { Buffer } from '../../base/buffer-class.ts';
import { invalidArgumentType, nodeError } from '../../errors/node-error.ts';
import { validateObject } from '../../errors/validate.ts';
import { inputBytes, optionOf, viewedBytes } from '../crypto/byte-arguments.ts';
import { KeyObject } from '../crypto/key-object.ts';
import {
  decodeCertificateKey,
  decodeDsaPrivate,
  decodePkcs1Private,
  decodePkcs1Public,
  decodePkcs8,
  decodeSec1,
  decodeSpki,
} from './decode-keys.ts';
import { DerReader, derTags } from './der.ts';
import { decryptLegacy, decryptPkcs8 } from './encrypted-keys.ts';
import { keyFromJwk } from './json-web-keys.ts';
import { type PrivateKeyData, type PublicKeyData, publicPart } from './key-data.ts';
import { type KeyEncoding, readKeyEncoding } from './key-encoding.ts';
import { privateDataOf, publicDataOf } from './key-material.ts';
import { opensslError } from './openssl-error.ts';
import { decodePem } from './pem.ts';

const TEXT_OR_BYTES = 'of type string or an instance of ArrayBuffer, Buffer, TypedArray, or DataView';
const ANY_KEY = 'of type string or an instance of ArrayBuffer, Buffer, TypedArray, DataView, KeyObject, or CryptoKey';

/** The purpose of reading: to create a KeyObject, or to use the key. */
export type Purpose = 'create public' | 'create private' | 'use public' | 'use private';

type GivenKey =
  | { form: 'object'; key: KeyObject }
  | { form: 'jwk'; jwk: object }
  | { form: 'bytes'; bytes: Uint8Array; encoding: KeyEncoding };

const isTextOrBytes = (value: unknown): boolean => typeof value === 'string' || viewedBytes(value) !== null;
const isCryptoKey = (key: unknown): boolean => typeof CryptoKey !== 'undefined' && key instanceof CryptoKey;

/** Checks whether a KeyObject fits the purpose; returns null for any other value. */
function asKeyObject(given: unknown, purpose: Purpose): GivenKey | null {
  const key = isCryptoKey(given) ? KeyObject.from(given) : given;
  if (!(key instanceof KeyObject)) return null;
  if (purpose === 'create private') throw invalidArgumentType('key', TEXT_OR_BYTES, given);
  const wanted = purpose === 'use public' ? ['private', 'public'] : ['private'];
  if (!wanted.includes(key.type)) {
    const expected = purpose === 'use public' ? 'private or public' : 'private';
    throw nodeError(TypeError, 'ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE', `Invalid key object type ${key.type}, expected ${expected}.`);
  }
  return { form: 'object', key };
}

/** Reads text, bytes, a key, or an object with one of them as `key`. */
function readGiven(given: unknown, purpose: Purpose): GivenKey {
  const direct = asKeyObject(given, purpose);
  if (direct !== null) return direct;
  const kinds = purpose === 'create private' ? TEXT_OR_BYTES : ANY_KEY;
  if (isTextOrBytes(given)) return { form: 'bytes', bytes: inputBytes(given), encoding: readKeyEncoding({}) };
  if (typeof given !== 'object' || given === null) throw invalidArgumentType('key', kinds, given);
  const key = optionOf(given, 'key');
  const inner = asKeyObject(key, purpose);
  if (inner !== null) return inner;
  if (optionOf(given, 'format') === 'jwk') {
    validateObject(key, 'key.key');
    return { form: 'jwk', jwk: key };
  }
  if (!isTextOrBytes(key)) throw invalidArgumentType('key.key', kinds, key);
  const isPrivate = purpose === 'create private' || purpose === 'use private';
  const encoding = readKeyEncoding(given, { isPublic: isPrivate ? false : undefined });
  return { form: 'bytes', bytes: inputBytes(key, optionOf(given, 'encoding')), encoding };
}

const missingPassphrase = (): Error => nodeError(TypeError, 'ERR_MISSING_PASSPHRASE', 'Passphrase required for encrypted key');

const MOST_PASSPHRASE_BYTES = 1024;

/** Returns the passphrase of a PEM. Without one, OpenSSL would prompt at the terminal, where no one answers. */
function pemPassphrase({ passphrase }: KeyEncoding): Uint8Array {
  if (passphrase === undefined || passphrase.length > MOST_PASSPHRASE_BYTES)
    throw opensslError('07880109', 'common libcrypto routines', 'interrupted or cancelled');
  return passphrase;
}

/** An encrypted PKCS #8 begins with its algorithm, a plain one with its version. */
function isEncrypted(bytes: Uint8Array): boolean {
  try {
    return new DerReader(bytes).readSequence().nextTag === derTags.sequence;
  } catch {
    // Not a key; decoding it will report that.
    return false;
  }
}

function privateFromDer(bytes: Uint8Array, { type, passphrase }: KeyEncoding): PrivateKeyData {
  if (type === 'pkcs1') return decodePkcs1Private(bytes);
  if (type === 'sec1') return decodeSec1(bytes);
  if (!isEncrypted(bytes)) return decodePkcs8(bytes);
  if (passphrase === undefined) throw missingPassphrase();
  return decodePkcs8(decryptPkcs8(bytes, passphrase));
}

function privateFromPem(text: string, encoding: KeyEncoding): PrivateKeyData {
  const { label, headers, bytes } = decodePem(text, (name) => name.endsWith('PRIVATE KEY'));
  if (label === 'ENCRYPTED PRIVATE KEY') return decodePkcs8(decryptPkcs8(bytes, pemPassphrase(encoding)));
  const info = headers.get('DEK-Info');
  const plain = info === undefined ? bytes : decryptLegacy(bytes, info, pemPassphrase(encoding));
  if (label === 'RSA PRIVATE KEY') return decodePkcs1Private(plain);
  if (label === 'DSA PRIVATE KEY') return decodeDsaPrivate(plain);
  return label === 'EC PRIVATE KEY' ? decodeSec1(plain) : decodePkcs8(plain);
}

/** Reads the key argument of `createPrivateKey`, `sign` and `privateDecrypt`. */
export function readPrivateKey(given: unknown, purpose: Purpose = 'use private'): PrivateKeyData {
  const read = readGiven(given, purpose);
  if (read.form === 'object') {
    const data = privateDataOf(read.key);
    if (data !== null) return data;
    throw nodeError(TypeError, 'ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE', `Invalid key object type ${read.key.type}, expected private.`);
  }
  if (read.form === 'jwk') {
    const { privateData } = keyFromJwk(read.jwk);
    if (privateData === null) throw nodeError(TypeError, 'ERR_CRYPTO_INVALID_JWK', 'Invalid JWK data');
    return privateData;
  }
  if (read.encoding.format === 'der') return privateFromDer(read.bytes, read.encoding);
  return privateFromPem(Buffer.from(read.bytes).toString(), read.encoding);
}

function publicFromPem(text: string, encoding: KeyEncoding): PublicKeyData {
  const { label, bytes } = decodePem(text, (name) => /(?:PUBLIC|PRIVATE) KEY$|CERTIFICATE$/.test(name));
  if (label === 'PUBLIC KEY') return decodeSpki(bytes);
  if (label === 'RSA PUBLIC KEY') return decodePkcs1Public(bytes);
  if (label.endsWith('CERTIFICATE')) return decodeCertificateKey(bytes);
  return publicPart(privateFromPem(text, encoding));
}

/** Both RSA halves are named `pkcs1`; a private key begins with a version. */
function isPublicPkcs1(bytes: Uint8Array): boolean {
  try {
    return new DerReader(bytes).readSequence().readInteger() !== 0n;
  } catch {
    return true;
  }
}

/** Reads the key argument of `createPublicKey`, `verify` and `publicEncrypt`, which may be a private key. */
export function readPublicKey(given: unknown, purpose: Purpose = 'use public'): PublicKeyData {
  const read = readGiven(given, purpose);
  if (read.form === 'object') {
    const data = publicDataOf(read.key);
    if (data !== null) return data;
    throw nodeError(
      TypeError,
      'ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE',
      `Invalid key object type ${read.key.type}, expected private or public.`,
    );
  }
  if (read.form === 'jwk') return keyFromJwk(read.jwk).publicData;
  if (read.encoding.format !== 'der') return publicFromPem(Buffer.from(read.bytes).toString(), read.encoding);
  if (read.encoding.type === 'spki') return decodeSpki(read.bytes);
  if (read.encoding.type === 'pkcs1' && isPublicPkcs1(read.bytes)) return decodePkcs1Public(read.bytes);
  return publicPart(privateFromDer(read.bytes, read.encoding));
}
