import { Buffer } from '../../base/buffer-class.ts';
import { nodeError } from '../../errors/node-error.ts';
import { validateString } from '../../errors/validate.ts';
import { inputBytes, optionOf } from '../crypto/byte-arguments.ts';
import { cryptoConstants } from '../crypto/crypto-constants.ts';
import { hashNamed } from '../crypto/hashes.ts';
import { toBytes, toInteger } from '../numbers/big-integers.ts';
import type { PrivateKeyData, PublicKeyData } from './key-data.ts';
import { opensslError, unsupportedKeyType } from './openssl-error.ts';
import { readPrivateKey, readPublicKey } from './read-keys.ts';
import { type RsaPrivate, type RsaPublic, rsaByteLength, rsaPrivateOperation, rsaPublicOperation } from './rsa.ts';
import { padForEncryption, padForSignature, padOaep, unpadEncryption, unpadOaep, unpadSignature } from './rsa-padding.ts';

interface EncryptionOptions {
  padding: unknown;
  hash: unknown;
  label: Uint8Array;
}

function readOptions(given: unknown, defaultPadding: number): EncryptionOptions {
  const [hash = 'sha1', label] = [optionOf(given, 'oaepHash'), optionOf(given, 'oaepLabel')];
  validateString(hash, 'key.oaepHash');
  const labelBytes = label === undefined ? new Uint8Array(0) : inputBytes(label, undefined, 'key.oaepLabel');
  if (hashNamed(hash) === undefined)
    throw nodeError(Error, 'ERR_OSSL_EVP_INVALID_DIGEST', 'error:03000098:digital envelope routines::invalid digest');
  return { padding: optionOf(given, 'padding') ?? defaultPadding, hash, label: labelBytes };
}

/** Throws for RSA-PSS keys, which can only sign. */
function requireRsa<Key extends RsaPublic>(data: { kind: string; pss?: unknown; key?: Key }): Key {
  if (data.key === undefined || data.pss !== null) throw unsupportedKeyType();
  return data.key;
}

// Only RSA keys have a `key`.
const publicRsa = (data: PublicKeyData): RsaPublic => requireRsa<RsaPublic>(data);
const privateRsa = (data: PrivateKeyData): RsaPrivate => requireRsa<RsaPrivate>(data);

function unknownPadding(): Error {
  return opensslError('1C8000A5', 'Provider routines', 'illegal or unsupported padding mode');
}

function plainBlock(data: Uint8Array, length: number): Uint8Array {
  if (data.length > length) throw opensslError('0200006E', 'rsa routines', 'data too large for key size');
  if (data.length < length) throw opensslError('0200007A', 'rsa routines', 'data too small for key size');
  return data;
}

function run(block: Uint8Array, key: RsaPublic, operation: (message: bigint) => bigint): Uint8Array {
  const message = toInteger(block);
  if (message >= key.n) throw opensslError('02000084', 'rsa routines', 'data too large for modulus');
  return toBytes(operation(message), rsaByteLength(key));
}

export function publicEncrypt(given: unknown, buffer: unknown): Buffer {
  const key = publicRsa(readPublicKey(given));
  const data = inputBytes(buffer, optionOf(given, 'encoding'), 'buffer');
  const { padding, hash, label } = readOptions(given, cryptoConstants.RSA_PKCS1_OAEP_PADDING);
  const length = rsaByteLength(key);
  let block: Uint8Array;
  if (padding === cryptoConstants.RSA_PKCS1_OAEP_PADDING) block = padOaep(data, length, hash, label);
  else if (padding === cryptoConstants.RSA_PKCS1_PADDING) block = padForEncryption(data, length);
  else if (padding === cryptoConstants.RSA_NO_PADDING) block = plainBlock(data, length);
  else throw unknownPadding();
  return Buffer.from(run(block, key, (message) => rsaPublicOperation(key, message)));
}

function wholeBlock(buffer: unknown, given: unknown, key: RsaPublic): Uint8Array {
  const data = inputBytes(buffer, optionOf(given, 'encoding'), 'buffer');
  if (data.length > rsaByteLength(key)) throw opensslError('0200006C', 'rsa routines', 'data greater than mod len');
  return data;
}

export function privateDecrypt(given: unknown, buffer: unknown): Buffer {
  const key = privateRsa(readPrivateKey(given));
  const { padding, hash, label } = readOptions(given, cryptoConstants.RSA_PKCS1_OAEP_PADDING);
  const block = run(wholeBlock(buffer, given, key), key, (message) => rsaPrivateOperation(key, message));
  if (padding === cryptoConstants.RSA_PKCS1_OAEP_PADDING) return Buffer.from(unpadOaep(block, hash, label));
  if (padding === cryptoConstants.RSA_PKCS1_PADDING) return Buffer.from(unpadEncryption(block));
  if (padding === cryptoConstants.RSA_NO_PADDING) return Buffer.from(block);
  throw unknownPadding();
}

export function privateEncrypt(given: unknown, buffer: unknown): Buffer {
  const key = privateRsa(readPrivateKey(given));
  const data = inputBytes(buffer, optionOf(given, 'encoding'), 'buffer');
  const { padding } = readOptions(given, cryptoConstants.RSA_PKCS1_PADDING);
  const length = rsaByteLength(key);
  if (padding !== cryptoConstants.RSA_PKCS1_PADDING && padding !== cryptoConstants.RSA_NO_PADDING) throw unknownPadding();
  const block = padding === cryptoConstants.RSA_NO_PADDING ? plainBlock(data, length) : padForSignature(data, length);
  return Buffer.from(run(block, key, (message) => rsaPrivateOperation(key, message)));
}

export function publicDecrypt(given: unknown, buffer: unknown): Buffer {
  const key = publicRsa(readPublicKey(given));
  const { padding } = readOptions(given, cryptoConstants.RSA_PKCS1_PADDING);
  if (padding !== cryptoConstants.RSA_PKCS1_PADDING && padding !== cryptoConstants.RSA_NO_PADDING)
    throw nodeError(Error, 'ERR_OSSL_RSA_UNKNOWN_PADDING_TYPE', 'error:02000076:rsa routines::unknown padding type');
  const block = run(wholeBlock(buffer, given, key), key, (message) => rsaPublicOperation(key, message));
  return Buffer.from(padding === cryptoConstants.RSA_NO_PADDING ? block : unpadSignature(block));
}
