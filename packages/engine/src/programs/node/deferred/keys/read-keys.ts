import { Buffer } from '../../base/buffer-class.ts';
import { inputBytes } from '../../builtins/crypto/hashes.ts';
import { KeyObject } from '../../builtins/crypto/key-object.ts';
import { invalidArgumentType, nodeError } from '../../errors/node-error.ts';
import { decodeCertificateKey, decodePkcs1Private, decodePkcs1Public, decodePkcs8, decodeSec1, decodeSpki } from './decode-keys.ts';
import { DerReader, derTags } from './der.ts';
import { decryptLegacy, decryptPkcs8 } from './encrypted-keys.ts';
import { keyFromJwk } from './json-web-keys.ts';
import { type PrivateKeyData, type PublicKeyData, publicPart } from './key-data.ts';
import { privateDataOf, publicDataOf } from './key-material.ts';
import { decodePem } from './pem.ts';

const KEY_KINDS = 'of type string or an instance of ArrayBuffer, Buffer, TypedArray, DataView, KeyObject, or CryptoKey';

type GivenKey = { form: 'object'; key: KeyObject } | { form: 'jwk'; jwk: object } | { form: 'bytes'; bytes: Uint8Array; options: object };

/** Text, bytes, a key, or an object with one of them under `key`. */
function readGiven(given: unknown): GivenKey {
  if (given instanceof KeyObject) return { form: 'object', key: given };
  if (typeof given === 'string' || ArrayBuffer.isView(given) || given instanceof ArrayBuffer)
    return { form: 'bytes', bytes: inputBytes(given), options: {} };
  if (typeof given !== 'object' || given === null) throw invalidArgumentType('key', `${KEY_KINDS}, or an instance of Object`, given);
  const key: unknown = Reflect.get(given, 'key');
  if (key instanceof KeyObject) return { form: 'object', key };
  if (Reflect.get(given, 'format') === 'jwk') {
    if (typeof key !== 'object' || key === null) throw invalidArgumentType('key.key', 'of type object', key);
    return { form: 'jwk', jwk: key };
  }
  if (typeof key !== 'string' && !ArrayBuffer.isView(key) && !(key instanceof ArrayBuffer))
    throw invalidArgumentType('key.key', KEY_KINDS, key);
  return { form: 'bytes', bytes: inputBytes(key, Reflect.get(given, 'encoding'), 'key.key'), options: given };
}

function passphraseOf(options: object): Uint8Array {
  const passphrase: unknown = Reflect.get(options, 'passphrase');
  if (passphrase === undefined || passphrase === null)
    throw nodeError(TypeError, 'ERR_MISSING_PASSPHRASE', 'Passphrase required for encrypted key');
  return inputBytes(passphrase, Reflect.get(options, 'encoding'), 'key.passphrase');
}

/** An encrypted PKCS #8 begins with its algorithm, a plain one with its version. */
const isEncrypted = (bytes: Uint8Array): boolean => new DerReader(bytes).readSequence().nextTag === derTags.sequence;

function privateFromDer(bytes: Uint8Array, options: object): PrivateKeyData {
  const type: unknown = Reflect.get(options, 'type');
  if (type === 'pkcs1') return decodePkcs1Private(bytes);
  if (type === 'sec1') return decodeSec1(bytes);
  if (type === 'pkcs8') return decodePkcs8(isEncrypted(bytes) ? decryptPkcs8(bytes, passphraseOf(options)) : bytes);
  throw nodeError(TypeError, 'ERR_INVALID_ARG_VALUE', `The property 'options.type' is invalid. Received ${String(type)}`);
}

function privateFromPem(text: string, options: object): PrivateKeyData {
  const { label, headers, bytes } = decodePem(text, (name) => name.endsWith('PRIVATE KEY'));
  if (label === 'ENCRYPTED PRIVATE KEY') return decodePkcs8(decryptPkcs8(bytes, passphraseOf(options)));
  const info = headers.get('DEK-Info');
  const plain = info === undefined ? bytes : decryptLegacy(bytes, info, passphraseOf(options));
  if (label === 'RSA PRIVATE KEY') return decodePkcs1Private(plain);
  return label === 'EC PRIVATE KEY' ? decodeSec1(plain) : decodePkcs8(plain);
}

/** What `createPrivateKey`, `sign` and `privateDecrypt` take. */
export function readPrivateKey(given: unknown): PrivateKeyData {
  const read = readGiven(given);
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
  if (Reflect.get(read.options, 'format') === 'der') return privateFromDer(read.bytes, read.options);
  return privateFromPem(Buffer.from(read.bytes).toString(), read.options);
}

function publicFromPem(text: string, options: object): PublicKeyData {
  const { label, bytes } = decodePem(text, (name) => /(?:PUBLIC|PRIVATE) KEY$|CERTIFICATE$/.test(name));
  if (label === 'PUBLIC KEY') return decodeSpki(bytes);
  if (label === 'RSA PUBLIC KEY') return decodePkcs1Public(bytes);
  if (label.endsWith('CERTIFICATE')) return decodeCertificateKey(bytes);
  return publicPart(privateFromPem(text, options));
}

/** What `createPublicKey`, `verify` and `publicEncrypt` take: a private key serves as well. */
export function readPublicKey(given: unknown): PublicKeyData {
  const read = readGiven(given);
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
  if (Reflect.get(read.options, 'format') !== 'der') return publicFromPem(Buffer.from(read.bytes).toString(), read.options);
  const type: unknown = Reflect.get(read.options, 'type');
  if (type === 'spki') return decodeSpki(read.bytes);
  // Both halves of RSA carry this name; a private key begins with a version.
  if (type === 'pkcs1' && new DerReader(read.bytes).readSequence().readInteger() !== 0n) return decodePkcs1Public(read.bytes);
  return publicPart(privateFromDer(read.bytes, read.options));
}
