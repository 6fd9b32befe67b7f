import { Buffer } from '../../base/buffer-class.ts';
import { keyObjects } from '../../base/native-crypto.ts';
import { invalidArgumentType, invalidArgumentValue, nodeError } from '../../errors/node-error.ts';
import { validateObject, validateOneOf } from '../../errors/validate.ts';
import { inputBytes, optionOf, viewedBytes } from './byte-arguments.ts';

/** The data of an asymmetric key. The part that creates such keys, loaded on first use, knows its content. */
export interface KeyMaterial {
  readonly typeName: string;
  readonly details: object;
  export(options: object): Buffer | string | object;
  equals(other: KeyMaterial): boolean;
}

type KeyKind = 'secret' | 'public' | 'private';

/** The conversions provided by the part of asymmetric keys and Web Crypto. */
export interface KeyConversions {
  fromCryptoKey(key: unknown): KeyObject;
  toCryptoKey(key: KeyObject, algorithm: unknown, extractable: unknown, usages: unknown): unknown;
}

let conversions: (() => KeyConversions) | null = null;

/** Sets the loader of the conversions; called once, by the module. */
export function setKeyConversions(load: () => KeyConversions): void {
  conversions = load;
}

function requireConversions(): KeyConversions {
  if (conversions === null) throw new Error('the crypto module has not been made');
  return conversions();
}

export class KeyObject {
  readonly #type: KeyKind;
  constructor(type: KeyKind, handle: unknown) {
    if (type !== 'secret' && type !== 'public' && type !== 'private') throw invalidArgumentValue('type', type);
    if (typeof handle !== 'object' || handle === null) throw invalidArgumentType('handle', 'of type object', handle);
    this.#type = type;
    keyObjects.add(this);
  }

  static from(key: unknown): KeyObject {
    if (typeof CryptoKey === 'undefined' || !(key instanceof CryptoKey)) throw invalidArgumentType('key', 'an instance of CryptoKey', key);
    return requireConversions().fromCryptoKey(key);
  }

  get type(): KeyKind {
    return this.#type;
  }

  toCryptoKey(algorithm: unknown, extractable: unknown, usages: unknown): unknown {
    return requireConversions().toCryptoKey(this, algorithm, extractable, usages);
  }

  equals(other: unknown): boolean {
    if (!(other instanceof KeyObject)) throw invalidArgumentType('otherKeyObject', 'an instance of KeyObject', other);
    return other.type === this.type && this.isSameKey(other);
  }

  protected isSameKey(_other: KeyObject): boolean {
    return false;
  }
}

Object.defineProperty(KeyObject.prototype, Symbol.toStringTag, { value: 'KeyObject', configurable: true });

export class SecretKeyObject extends KeyObject {
  readonly #bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    super('secret', bytes);
    this.#bytes = bytes.slice();
  }
  get symmetricKeySize(): number {
    return this.#bytes.length;
  }
  export(options?: unknown): Buffer | object {
    if (options !== undefined) validateObject(options, 'options');
    const format = optionOf(options, 'format');
    if (options !== undefined) validateOneOf(format, 'options.format', [undefined, 'buffer', 'jwk']);
    if (format === 'jwk') return { kty: 'oct', k: Buffer.from(this.#bytes).toString('base64url' as 'base64') };
    return Buffer.from(this.#bytes);
  }
  protected override isSameKey(other: KeyObject): boolean {
    return other instanceof SecretKeyObject && Buffer.from(other.#bytes).equals(Buffer.from(this.#bytes));
  }
  static bytesOf(key: unknown): Uint8Array | null {
    return key instanceof SecretKeyObject ? key.#bytes : null;
  }
}

class AsymmetricKeyObject extends KeyObject {
  readonly #material: KeyMaterial;
  constructor(type: 'public' | 'private', material: KeyMaterial) {
    super(type, material);
    this.#material = material;
  }
  get asymmetricKeyType(): string {
    return this.#material.typeName;
  }
  get asymmetricKeyDetails(): object {
    return { ...this.#material.details };
  }
  export(options?: unknown): Buffer | string | object {
    validateObject(options, 'options');
    return this.#material.export(options);
  }
  protected override isSameKey(other: KeyObject): boolean {
    return other instanceof AsymmetricKeyObject && this.#material.equals(other.#material);
  }
  static materialOf(key: unknown): KeyMaterial | null {
    return key instanceof AsymmetricKeyObject ? key.#material : null;
  }
}

export class PublicKeyObject extends AsymmetricKeyObject {
  constructor(material: KeyMaterial) {
    super('public', material);
  }
}

export class PrivateKeyObject extends AsymmetricKeyObject {
  constructor(material: KeyMaterial) {
    super('private', material);
  }
}

/** Returns null for any other value. */
export const keyMaterialOf = (key: unknown): KeyMaterial | null => AsymmetricKeyObject.materialOf(key);

const SECRET_KEY = 'of type string or an instance of ArrayBuffer, Buffer, TypedArray, DataView, KeyObject, or CryptoKey';

const isCryptoKey = (key: unknown): boolean => typeof CryptoKey !== 'undefined' && key instanceof CryptoKey;

/** Returns the bytes of a key for a cipher or an HMAC, given as text, bytes or a secret key. */
export function secretKeyBytes(key: unknown, encoding?: unknown): Uint8Array {
  const given = isCryptoKey(key) ? KeyObject.from(key) : key;
  if (given instanceof KeyObject) {
    const bytes = SecretKeyObject.bytesOf(given);
    if (bytes !== null) return bytes;
    throw nodeError(TypeError, 'ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE', `Invalid key object type ${given.type}, expected secret.`);
  }
  return inputBytes(given, encoding, 'key', SECRET_KEY);
}

/** Implements `crypto.createSecretKey`. */
export function createSecretKey(key: unknown, encoding?: unknown): SecretKeyObject {
  if (typeof key === 'string') return new SecretKeyObject(inputBytes(key, encoding));
  const bytes = viewedBytes(key);
  if (bytes === null)
    throw invalidArgumentType('key', 'of type string or an instance of ArrayBuffer, Buffer, TypedArray, or DataView', key);
  return new SecretKeyObject(bytes);
}
