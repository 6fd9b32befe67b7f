import { Buffer } from '../../base/buffer-class.ts';
import { inputBytes } from '../../builtins/crypto/hashes.ts';
import { type KeyMaterial, keyMaterialOf, PrivateKeyObject, PublicKeyObject } from '../../builtins/crypto/key-object.ts';
import { invalidArgumentType, nodeError } from '../../errors/node-error.ts';
import { bitLength } from './big-integers.ts';
import { encodePrivateKey, encodePublicKey } from './encode-keys.ts';
import { encryptLegacy, encryptPkcs8 } from './encrypted-keys.ts';
import { privateKeyToJwk, publicKeyToJwk } from './json-web-keys.ts';
import { keyTypeName, type PrivateKeyData, type PublicKeyData, publicPart } from './key-data.ts';
import { encodePem } from './pem.ts';
import { equalBytes } from './rsa-padding.ts';

function detailsOf(data: PublicKeyData): object {
  if (data.kind === 'ec') return { namedCurve: data.curve.name };
  if (data.kind === 'octets') return {};
  const sizes = { modulusLength: bitLength(data.key.n), publicExponent: data.key.e };
  if (data.pss === null || data.pss === 'any') return sizes;
  const { hash, maskHash, saltLength } = data.pss;
  return { ...sizes, hashAlgorithm: hash, mgf1HashAlgorithm: maskHash, saltLength };
}

const option = (options: object, name: string): unknown => Reflect.get(options, name);

function invalidOption(name: string, value: unknown): Error {
  const shown = typeof value === 'string' ? `'${value}'` : String(value);
  return nodeError(TypeError, 'ERR_INVALID_ARG_VALUE', `The property '${name}' is invalid. Received ${shown}`);
}

function checkFormat(options: object, types: readonly string[]): { format: unknown; type: unknown } {
  const format = option(options, 'format');
  const type = option(options, 'type');
  if (format !== 'pem' && format !== 'der' && format !== 'jwk') throw invalidOption('options.format', format);
  if (format !== 'jwk' && !types.includes(String(type))) throw invalidOption('options.type', type);
  return { format, type };
}

class PublicMaterial implements KeyMaterial {
  constructor(readonly data: PublicKeyData) {}
  get typeName(): string {
    return keyTypeName(this.data);
  }
  get details(): object {
    return detailsOf(this.data);
  }
  export(options: object): Buffer | string | object {
    const { format, type } = checkFormat(options, ['spki', 'pkcs1']);
    if (format === 'jwk') return publicKeyToJwk(this.data);
    const bytes = encodePublicKey(this.data, type);
    return format === 'der' ? Buffer.from(bytes) : encodePem(type === 'pkcs1' ? 'RSA PUBLIC KEY' : 'PUBLIC KEY', bytes);
  }
  equals(other: KeyMaterial): boolean {
    return other instanceof PublicMaterial && equalBytes(encodePublicKey(this.data, 'spki'), encodePublicKey(other.data, 'spki'));
  }
}

const privateLabels = new Map([
  ['pkcs1', 'RSA PRIVATE KEY'],
  ['sec1', 'EC PRIVATE KEY'],
  ['pkcs8', 'PRIVATE KEY'],
]);

class PrivateMaterial implements KeyMaterial {
  constructor(readonly data: PrivateKeyData) {}
  get typeName(): string {
    return keyTypeName(this.data);
  }
  get details(): object {
    return detailsOf(this.data);
  }
  export(options: object): Buffer | string | object {
    const { format, type } = checkFormat(options, ['pkcs8', 'pkcs1', 'sec1']);
    const cipher = option(options, 'cipher');
    if (format === 'jwk') {
      if (cipher !== undefined)
        throw nodeError(Error, 'ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS', 'The selected key encoding jwk does not support encryption.');
      return privateKeyToJwk(this.data);
    }
    const bytes = encodePrivateKey(this.data, type);
    if (cipher !== undefined && cipher !== null) return this.#encrypted(bytes, { format, type, cipher, options });
    return format === 'der' ? Buffer.from(bytes) : encodePem(privateLabels.get(String(type)) ?? '', bytes);
  }
  #encrypted(bytes: Uint8Array, given: { format: unknown; type: unknown; cipher: unknown; options: object }): Buffer | string {
    const passphrase = inputBytes(option(given.options, 'passphrase'), undefined, 'options.passphrase');
    if (given.type === 'pkcs8') {
      const encrypted = encryptPkcs8(bytes, given.cipher, passphrase);
      return given.format === 'der' ? Buffer.from(encrypted) : encodePem('ENCRYPTED PRIVATE KEY', encrypted);
    }
    if (given.format === 'der') {
      const message = `The selected key encoding ${String(given.type)} does not support encryption.`;
      throw nodeError(Error, 'ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS', message);
    }
    const { headers, bytes: encrypted } = encryptLegacy(bytes, given.cipher, passphrase);
    return encodePem(privateLabels.get(String(given.type)) ?? '', encrypted, headers);
  }
  equals(other: KeyMaterial): boolean {
    return other instanceof PrivateMaterial && equalBytes(encodePrivateKey(this.data, 'pkcs8'), encodePrivateKey(other.data, 'pkcs8'));
  }
}

export const publicKeyObject = (data: PublicKeyData): PublicKeyObject => new PublicKeyObject(new PublicMaterial(data));
export const privateKeyObject = (data: PrivateKeyData): PrivateKeyObject => new PrivateKeyObject(new PrivateMaterial(data));

/** null when it is no KeyObject of that kind. */
export function privateDataOf(key: unknown): PrivateKeyData | null {
  const material = keyMaterialOf(key);
  return material instanceof PrivateMaterial ? material.data : null;
}

/** Of a public key, or the public half of a private one. */
export function publicDataOf(key: unknown): PublicKeyData | null {
  const material = keyMaterialOf(key);
  if (material instanceof PublicMaterial) return material.data;
  return material instanceof PrivateMaterial ? publicPart(material.data) : null;
}

export function requireKeyObject<Data>(data: Data | null, name: string, value: unknown): Data {
  if (data === null) throw invalidArgumentType(name, 'an instance of KeyObject', value);
  return data;
}
