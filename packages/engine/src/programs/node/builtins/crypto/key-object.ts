import { Buffer } from '../../base/buffer-class.ts';
import { invalidArgumentType, nodeError, notSupported } from '../../errors/node-error.ts';

/** An asymmetric key. What it is made of is known where such keys are made: a part that is loaded when first asked for. */
export interface KeyMaterial {
  readonly typeName: string;
  readonly details: object;
  export(options: object): Buffer | string | object;
  equals(other: KeyMaterial): boolean;
}

/** Names of options that `export` of a secret key takes. */
function exportSecret(bytes: Uint8Array, options: unknown): Buffer | object {
  const format: unknown = typeof options === 'object' && options !== null ? Reflect.get(options, 'format') : undefined;
  if (format === undefined || format === 'buffer') return Buffer.from(bytes);
  if (format === 'jwk') return { kty: 'oct', k: Buffer.from(bytes).toString('base64url' as 'base64') };
  throw nodeError(TypeError, 'ERR_INVALID_ARG_VALUE', `The property 'options.format' is invalid. Received '${String(format)}'`);
}

export class KeyObject {
  readonly #type: 'secret' | 'public' | 'private';
  constructor(type: 'secret' | 'public' | 'private') {
    if (!['secret', 'public', 'private'].includes(type))
      throw nodeError(TypeError, 'ERR_INVALID_ARG_VALUE', `The argument 'type' is invalid. Received '${String(type)}'`);
    this.#type = type;
  }

  static from(): never {
    throw notSupported('KeyObject.from', 'a CryptoKey tells what it holds by promises only; export it with crypto.subtle.exportKey');
  }

  get type(): 'secret' | 'public' | 'private' {
    return this.#type;
  }

  get [Symbol.toStringTag](): string {
    return 'KeyObject';
  }
}

export class SecretKeyObject extends KeyObject {
  readonly #bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    super('secret');
    this.#bytes = bytes.slice();
  }
  get symmetricKeySize(): number {
    return this.#bytes.length;
  }
  export(options?: unknown): Buffer | object {
    return exportSecret(this.#bytes, options);
  }
  equals(other: unknown): boolean {
    if (!(other instanceof KeyObject)) throw invalidArgumentType('otherKeyObject', 'an instance of KeyObject', other);
    return other instanceof SecretKeyObject && Buffer.from(other.#bytes).equals(Buffer.from(this.#bytes));
  }
}

class AsymmetricKeyObject extends KeyObject {
  readonly #material: KeyMaterial;
  constructor(type: 'public' | 'private', material: KeyMaterial) {
    super(type);
    this.#material = material;
  }
  get asymmetricKeyType(): string {
    return this.#material.typeName;
  }
  get asymmetricKeyDetails(): object {
    return { ...this.#material.details };
  }
  export(options?: unknown): Buffer | string | object {
    if (typeof options !== 'object' || options === null) throw invalidArgumentType('options', 'of type object', options);
    return this.#material.export(options);
  }
  equals(other: unknown): boolean {
    if (!(other instanceof KeyObject)) throw invalidArgumentType('otherKeyObject', 'an instance of KeyObject', other);
    return other instanceof AsymmetricKeyObject && other.type === this.type && this.#material.equals(other.#material);
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

/** null for anything else. */
export const keyMaterialOf = (key: unknown): KeyMaterial | null => AsymmetricKeyObject.materialOf(key);
