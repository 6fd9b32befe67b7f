import type { Buffer } from '../../base/buffer-class.ts';
import { cryptoConstants } from '../../builtins/crypto/crypto-constants.ts';
import { inputBytes, outputBytes } from '../../builtins/crypto/hashes.ts';
import { nodeError } from '../../errors/node-error.ts';
import { readPoint, requireWeierstrassCurve, type WeierstrassCurve } from './curves.ts';
import { joinBytes } from './der.ts';
import { privateDataOf, publicDataOf, requireKeyObject } from './key-material.ts';

function formatPoint(curve: WeierstrassCurve, point: Uint8Array, format: unknown): Uint8Array {
  if (format === 'compressed' || format === cryptoConstants.POINT_CONVERSION_COMPRESSED) return curve.convertPoint(point, true);
  if (format === 'hybrid' || format === cryptoConstants.POINT_CONVERSION_HYBRID) {
    const whole = readPoint(curve, point).slice();
    whole[0] = 6 | ((whole[whole.length - 1] ?? 0) & 1);
    return whole;
  }
  if (format === undefined || format === 'uncompressed' || format === cryptoConstants.POINT_CONVERSION_UNCOMPRESSED)
    return readPoint(curve, point);
  throw nodeError(TypeError, 'ERR_CRYPTO_ECDH_INVALID_FORMAT', `Invalid ECDH format: ${String(format)}`);
}

/** `crypto.ECDH` */
export class ECDH {
  readonly #curve: WeierstrassCurve;
  #privateKey: Uint8Array | null = null;
  #publicKey: Uint8Array | null = null;

  constructor(curveName: unknown) {
    this.#curve = requireWeierstrassCurve(curveName);
  }

  static convertKey(key: unknown, curveName: unknown, ...[inputEncoding, outputEncoding, format]: unknown[]): Buffer | string {
    const curve = requireWeierstrassCurve(curveName);
    return outputBytes(formatPoint(curve, inputBytes(key, inputEncoding, 'key'), format), outputEncoding);
  }

  generateKeys(encoding?: unknown, format?: unknown): Buffer | string {
    this.#privateKey = this.#curve.newPrivateKey();
    this.#publicKey = this.#curve.publicKey(this.#privateKey);
    return this.getPublicKey(encoding, format);
  }

  computeSecret(other: unknown, inputEncoding?: unknown, outputEncoding?: unknown): Buffer | string {
    if (this.#privateKey === null) throw nodeError(Error, 'ERR_CRYPTO_ECDH_INVALID_KEY_PAIR', 'Invalid key pair');
    let secret: Uint8Array;
    try {
      secret = this.#curve.sharedSecret(this.#privateKey, readPoint(this.#curve, inputBytes(other, inputEncoding, 'otherPublicKey')));
    } catch {
      throw nodeError(Error, 'ERR_CRYPTO_ECDH_INVALID_PUBLIC_KEY', 'Public key is not valid for specified curve');
    }
    return outputBytes(secret, outputEncoding);
  }

  getPrivateKey(encoding?: unknown): Buffer | string {
    if (this.#privateKey === null) throw nodeError(Error, 'ERR_CRYPTO_OPERATION_FAILED', 'Failed to get ECDH private key');
    return outputBytes(this.#privateKey, encoding);
  }

  getPublicKey(encoding?: unknown, format?: unknown): Buffer | string {
    if (this.#publicKey === null) throw nodeError(Error, 'ERR_CRYPTO_OPERATION_FAILED', 'Failed to get ECDH public key');
    return outputBytes(formatPoint(this.#curve, this.#publicKey, format), encoding);
  }

  setPrivateKey(key: unknown, encoding?: unknown): void {
    const given = inputBytes(key, encoding, 'privateKey');
    try {
      const padded = joinBytes(new Uint8Array(Math.max(0, this.#curve.byteLength - given.length)), given);
      this.#publicKey = this.#curve.publicKey(padded);
      this.#privateKey = padded;
    } catch {
      throw nodeError(Error, 'ERR_CRYPTO_INVALID_KEYPAIR', 'Private key is not valid for specified curve.');
    }
  }

  setPublicKey(key: unknown, encoding?: unknown): void {
    this.#publicKey = readPoint(this.#curve, inputBytes(key, encoding, 'publicKey'));
  }
}

/** `crypto.diffieHellman({ privateKey, publicKey })` */
export function agreeOnSecret(options: unknown): Uint8Array {
  const given = typeof options === 'object' && options !== null ? options : {};
  const privateGiven: unknown = Reflect.get(given, 'privateKey');
  const publicGiven: unknown = Reflect.get(given, 'publicKey');
  const privateData = requireKeyObject(privateDataOf(privateGiven), 'options.privateKey', privateGiven);
  const publicData = requireKeyObject(publicDataOf(publicGiven), 'options.publicKey', publicGiven);
  if (privateData.kind === 'ec' && publicData.kind === 'ec' && privateData.curve === publicData.curve)
    return privateData.curve.sharedSecret(privateData.privateKey, publicData.publicKey);
  if (privateData.kind === 'octets' && publicData.kind === 'octets' && privateData.curve === publicData.curve) {
    const secret = privateData.curve.sharedSecret?.(privateData.privateKey, publicData.publicKey);
    if (secret !== undefined) return secret;
  }
  throw nodeError(Error, 'ERR_CRYPTO_INCOMPATIBLE_KEY', 'Incompatible key types for Diffie-Hellman');
}
