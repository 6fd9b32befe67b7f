import { joinBytes } from 'devonz-engine-protocol/join-bytes';
import type { Buffer } from '../../base/buffer-class.ts';
import { invalidArgumentValue, nodeError } from '../../errors/node-error.ts';
import { validateObject, validateString } from '../../errors/validate.ts';
import { inputBytes, optionOf, outputBytes } from '../crypto/byte-arguments.ts';
import { cryptoConstants } from '../crypto/crypto-constants.ts';
import { KeyObject } from '../crypto/key-object.ts';
import { modularPower, toBytes } from '../numbers/big-integers.ts';
import { requireWeierstrassCurve, type WeierstrassCurve } from './curves.ts';

import type { PrivateKeyData, PublicKeyData } from './key-data.ts';
import { privateDataOf, publicDataOf } from './key-material.ts';
import { bindingError, mismatchingParameters } from './openssl-error.ts';
import { equalBytes } from './rsa-padding.ts';

function toPoint(curve: WeierstrassCurve, point: Uint8Array): Uint8Array {
  // The first byte of a hybrid point has the information of a compressed one, in addition to both coordinates.
  const isHybrid = point.length === 1 + 2 * curve.fieldLength && (point[0] === 6 || point[0] === 7);
  try {
    return curve.convertPoint(isHybrid ? joinBytes([Uint8Array.of(4), point.subarray(1)]) : point, false);
  } catch {
    throw bindingError('ERR_CRYPTO_OPERATION_FAILED', 'Failed to convert Buffer to EC_POINT');
  }
}

type PointFormat = 'compressed' | 'uncompressed' | 'hybrid';

function readFormat(format: unknown): PointFormat {
  if (!format) return 'uncompressed';
  if (format === 'compressed' || format === cryptoConstants.POINT_CONVERSION_COMPRESSED) return 'compressed';
  if (format === 'hybrid' || format === cryptoConstants.POINT_CONVERSION_HYBRID) return 'hybrid';
  if (format === 'uncompressed' || format === cryptoConstants.POINT_CONVERSION_UNCOMPRESSED) return 'uncompressed';
  throw nodeError(TypeError, 'ERR_CRYPTO_ECDH_INVALID_FORMAT', `Invalid ECDH format: ${String(format)}`);
}

/** Converts an uncompressed point. */
function formatPoint(curve: WeierstrassCurve, point: Uint8Array, format: PointFormat): Uint8Array {
  if (format === 'uncompressed') return point;
  if (format === 'compressed') return curve.convertPoint(point, true);
  const hybrid = point.slice();
  hybrid[0] = 6 | ((hybrid[hybrid.length - 1] ?? 0) & 1);
  return hybrid;
}

/** The class `crypto.ECDH`. */
export class ECDH {
  readonly #curve: WeierstrassCurve;
  #privateKey: Uint8Array | null = null;
  #publicKey: Uint8Array | null = null;

  constructor(curveName: unknown) {
    validateString(curveName, 'curve');
    this.#curve = requireWeierstrassCurve(curveName);
  }

  static convertKey(key: unknown, curveName: unknown, ...[inputEncoding, outputEncoding, format]: unknown[]): Buffer | string {
    validateString(curveName, 'curve');
    const bytes = inputBytes(key, inputEncoding, 'key');
    const wanted = readFormat(format);
    const curve = requireWeierstrassCurve(curveName);
    return outputBytes(formatPoint(curve, toPoint(curve, bytes), wanted), outputEncoding);
  }

  generateKeys(encoding?: unknown, format?: unknown): Buffer | string {
    this.#privateKey = this.#curve.newPrivateKey();
    this.#publicKey = this.#curve.publicKey(this.#privateKey);
    return this.getPublicKey(encoding, format);
  }

  computeSecret(other: unknown, inputEncoding?: unknown, outputEncoding?: unknown): Buffer | string {
    const [privateKey, publicKey] = [this.#privateKey, this.#publicKey];
    const given = inputBytes(other, inputEncoding, 'otherPublicKey');
    if (privateKey === null || publicKey === null || !equalBytes(this.#curve.publicKey(privateKey), publicKey))
      throw nodeError(Error, 'ERR_CRYPTO_INVALID_KEYPAIR', 'Invalid key pair');
    let secret: Uint8Array;
    try {
      secret = this.#curve.sharedSecret(privateKey, toPoint(this.#curve, given));
    } catch {
      throw nodeError(Error, 'ERR_CRYPTO_ECDH_INVALID_PUBLIC_KEY', 'Public key is not valid for specified curve');
    }
    return outputBytes(secret, outputEncoding);
  }

  getPrivateKey(encoding?: unknown): Buffer | string {
    if (this.#privateKey === null) throw bindingError('ERR_CRYPTO_OPERATION_FAILED', 'Failed to get ECDH private key');
    return outputBytes(this.#privateKey, encoding);
  }

  getPublicKey(encoding?: unknown, format?: unknown): Buffer | string {
    if (this.#publicKey === null) throw bindingError('ERR_CRYPTO_OPERATION_FAILED', 'Failed to get ECDH public key');
    return outputBytes(formatPoint(this.#curve, this.#publicKey, readFormat(format)), encoding);
  }

  setPrivateKey(key: unknown, encoding?: unknown): this {
    const given = inputBytes(key, encoding, 'key');
    try {
      const padded = joinBytes([new Uint8Array(Math.max(0, this.#curve.byteLength - given.length)), given]);
      this.#publicKey = this.#curve.publicKey(padded);
      this.#privateKey = padded;
    } catch {
      throw nodeError(Error, 'ERR_CRYPTO_INVALID_KEYTYPE', 'Private key is not valid for specified curve.');
    }
    return this;
  }

  setPublicKey(key: unknown, encoding?: unknown): this {
    this.#publicKey = toPoint(this.#curve, inputBytes(key, encoding, 'key'));
    return this;
  }
}

function requireHalf(key: unknown, name: 'privateKey' | 'publicKey', allowed: readonly string[]): KeyObject {
  if (!(key instanceof KeyObject)) throw invalidArgumentValue(`options.${name}`, key);
  if (allowed.includes(key.type)) return key;
  throw nodeError(
    TypeError,
    'ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE',
    `Invalid key object type ${key.type}, expected ${allowed.join(' or ')}.`,
  );
}

const typeOf = (key: KeyObject): string => String(Reflect.get(key, 'asymmetricKeyType'));

/** Returns null if the two keys cannot agree on a secret. */
function agree(own: PrivateKeyData | null, other: PublicKeyData | null): Uint8Array | null {
  if (own?.kind === 'ec' && other?.kind === 'ec') {
    if (own.curve !== other.curve) throw mismatchingParameters();
    return own.curve.sharedSecret(own.privateKey, other.publicKey);
  }
  if (own?.kind === 'octets' && other?.kind === 'octets' && own.curve === other.curve)
    return own.curve.sharedSecret?.(own.privateKey, other.publicKey) ?? null;
  if (own?.kind !== 'dh' || other?.kind !== 'dh') return null;
  const { prime, generator } = own.numbers;
  if (prime !== other.numbers.prime || generator !== other.numbers.generator) throw mismatchingParameters();
  return toBytes(modularPower(other.y, own.x, prime), toBytes(prime).length);
}

/** Implements `crypto.diffieHellman({ privateKey, publicKey })`. */
export function agreeOnSecret(options: unknown): Uint8Array {
  validateObject(options, 'options');
  const given = [optionOf(options, 'privateKey'), optionOf(options, 'publicKey')];
  const privateKey = requireHalf(given[0], 'privateKey', ['private']);
  const publicKey = requireHalf(given[1], 'publicKey', ['private', 'public']);
  const secret = agree(privateDataOf(privateKey), publicDataOf(publicKey));
  if (secret !== null) return secret;
  throw nodeError(
    Error,
    'ERR_CRYPTO_INCOMPATIBLE_KEY',
    `Incompatible key types for Diffie-Hellman: ${typeOf(privateKey)} and ${typeOf(publicKey)}`,
  );
}
