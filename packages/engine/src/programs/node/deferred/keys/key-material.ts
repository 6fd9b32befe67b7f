import { Buffer } from '../../base/buffer-class.ts';
import { type KeyMaterial, keyMaterialOf, PrivateKeyObject, PublicKeyObject } from '../crypto/key-object.ts';
import { bitLength } from '../numbers/big-integers.ts';
import { encodePrivateKey, encodePublicKey } from './encode-keys.ts';
import { encryptLegacy, encryptPkcs8 } from './encrypted-keys.ts';
import { privateKeyToJwk, publicKeyToJwk } from './json-web-keys.ts';
import { keyTypeName, type PrivateKeyData, type PublicKeyData, publicPart } from './key-data.ts';
import { type KeyEncoding, readKeyEncoding } from './key-encoding.ts';
import { encodePem } from './pem.ts';
import { equalBytes } from './rsa-padding.ts';

function detailsOf(data: PublicKeyData): object {
  if (data.kind === 'ec') return { namedCurve: data.curve.name };
  if (data.kind === 'dsa') return { modulusLength: bitLength(data.parameters.p), divisorLength: bitLength(data.parameters.q) };
  if (data.kind === 'octets' || data.kind === 'dh') return {};
  const sizes = { modulusLength: bitLength(data.key.n), publicExponent: data.key.e };
  if (data.pss === null || data.pss === 'any') return sizes;
  const { hash, maskHash, saltLength } = data.pss;
  return { ...sizes, hashAlgorithm: hash, mgf1HashAlgorithm: maskHash, saltLength };
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
    return writePublicKey(this.data, readKeyEncoding(options, { keyType: this.typeName, isPublic: true }));
  }
  equals(other: KeyMaterial): boolean {
    return other instanceof PublicMaterial && equalBytes(encodePublicKey(this.data, 'spki'), encodePublicKey(other.data, 'spki'));
  }
}

export function writePublicKey(data: PublicKeyData, { format, type }: KeyEncoding): Buffer | string | object {
  if (format === 'jwk') return publicKeyToJwk(data);
  const bytes = encodePublicKey(data, type);
  return format === 'der' ? Buffer.from(bytes) : encodePem(type === 'pkcs1' ? 'RSA PUBLIC KEY' : 'PUBLIC KEY', bytes);
}

const privateLabels = new Map([
  ['pkcs1', 'RSA PRIVATE KEY'],
  ['sec1', 'EC PRIVATE KEY'],
  ['pkcs8', 'PRIVATE KEY'],
]);

export function writePrivateKey(data: PrivateKeyData, { format, type, cipher, passphrase }: KeyEncoding): Buffer | string | object {
  if (format === 'jwk') return privateKeyToJwk(data);
  const bytes = encodePrivateKey(data, type);
  const label = privateLabels.get(type ?? '') ?? '';
  if (cipher === undefined || passphrase === undefined) return format === 'der' ? Buffer.from(bytes) : encodePem(label, bytes);
  if (type === 'pkcs8') {
    const encrypted = encryptPkcs8(bytes, cipher, passphrase);
    return format === 'der' ? Buffer.from(encrypted) : encodePem('ENCRYPTED PRIVATE KEY', encrypted);
  }
  const { headers, bytes: encrypted } = encryptLegacy(bytes, cipher, passphrase);
  return encodePem(label, encrypted, headers);
}

class PrivateMaterial implements KeyMaterial {
  constructor(readonly data: PrivateKeyData) {}
  get typeName(): string {
    return keyTypeName(this.data);
  }
  get details(): object {
    return detailsOf(this.data);
  }
  export(options: object): Buffer | string | object {
    return writePrivateKey(this.data, readKeyEncoding(options, { keyType: this.typeName, isPublic: false }));
  }
  equals(other: KeyMaterial): boolean {
    return other instanceof PrivateMaterial && equalBytes(encodePrivateKey(this.data, 'pkcs8'), encodePrivateKey(other.data, 'pkcs8'));
  }
}

export const publicKeyObject = (data: PublicKeyData): PublicKeyObject => new PublicKeyObject(new PublicMaterial(data));
export const privateKeyObject = (data: PrivateKeyData): PrivateKeyObject => new PrivateKeyObject(new PrivateMaterial(data));

/** Returns null if it is not a private KeyObject. */
export function privateDataOf(key: unknown): PrivateKeyData | null {
  const material = keyMaterialOf(key);
  return material instanceof PrivateMaterial ? material.data : null;
}

/** Returns the data of a public key, or of a private key's public half. */
export function publicDataOf(key: unknown): PublicKeyData | null {
  const material = keyMaterialOf(key);
  if (material instanceof PublicMaterial) return material.data;
  return material instanceof PrivateMaterial ? publicPart(material.data) : null;
}
