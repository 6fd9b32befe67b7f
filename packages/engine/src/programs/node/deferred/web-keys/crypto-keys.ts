import { nativeCrypto } from '../../base/native-crypto.ts';
import { notSupported } from '../../errors/node-error.ts';
import { validateArray, validateBoolean } from '../../errors/validate.ts';
import { createSecretKey, type KeyConversions, type KeyObject, secretKeyBytes } from '../crypto/key-object.ts';
import { importedKeys, ownKeys } from '../crypto/web-key-hooks.ts';
import type { PrivateKeyData } from '../keys/key-data.ts';
import { privateDataOf, privateKeyObject, publicDataOf, publicKeyObject, writePrivateKey, writePublicKey } from '../keys/key-material.ts';
import { readPrivateKey, readPublicKey } from '../keys/read-keys.ts';
import { describeAlgorithm, type ShownAlgorithm } from './key-algorithms.ts';

const der = { format: 'der', cipher: undefined, passphrase: undefined } as const;

function importNatively(key: KeyObject, algorithm: ShownAlgorithm, isExtractable: boolean, usages: readonly string[]): Promise<CryptoKey> {
  const { subtle } = nativeCrypto();
  const privateData: PrivateKeyData | null = privateDataOf(key);
  const publicData = publicDataOf(key);
  let format: 'raw' | 'pkcs8' | 'spki' = 'raw';
  let bytes: unknown = null;
  if (privateData !== null) [format, bytes] = ['pkcs8', writePrivateKey(privateData, { ...der, type: 'pkcs8' })];
  else if (publicData !== null) [format, bytes] = ['spki', writePublicKey(publicData, { ...der, type: 'spki' })];
  else bytes = secretKeyBytes(key);
  // DER and secrets are bytes; the browser checks the rest itself.
  const data = new Uint8Array(bytes as Uint8Array);
  return subtle.importKey(format, data, algorithm as never, isExtractable, [...usages] as KeyUsage[]);
}

function toCryptoKey(key: KeyObject, algorithm: unknown, extractable: unknown, usages: unknown): unknown {
  validateBoolean(extractable, 'extractable');
  validateArray(usages, 'usages');
  const wanted = usages.map(String);
  const shown = describeAlgorithm(key, algorithm, extractable, wanted);
  // Looks like a key of the browser; the browser's methods receive the real one.
  const own: object = Object.create(CryptoKey.prototype);
  const fields = { type: key.type, extractable, algorithm: shown, usages: wanted };
  for (const [name, value] of Object.entries(fields)) Object.defineProperty(own, name, { value, enumerable: true });
  let native: Promise<CryptoKey> | null = null;
  ownKeys.set(own, {
    source: key,
    native: () => {
      native ??= importNatively(key, shown, extractable, wanted);
      return native;
    },
  });
  return own;
}

function fromCryptoKey(key: unknown): KeyObject {
  // The hooks pass only keys of Web Crypto.
  const given = key as object;
  const own = ownKeys.get(given);
  if (own !== undefined) return own.source;
  const imported = importedKeys.get(given);
  if (imported !== undefined) return sourceOf(imported.format, imported.data, imported.isPrivate);
  throw notSupported(
    'KeyObject.from of a key that the browser has made',
    'it tells what it holds by promises only; export it with crypto.subtle.exportKey, and import that',
  );
}

/** Returns the KeyObject for the arguments of `importKey`. */
function sourceOf(format: unknown, data: unknown, isPrivate: boolean): KeyObject {
  if (format === 'jwk') {
    const kind: unknown = Reflect.get(data as object, 'kty');
    if (kind === 'oct') return createSecretKey(String(Reflect.get(data as object, 'k')), 'base64url');
    const given = { key: data, format: 'jwk' };
    return isPrivate ? privateKeyObject(readPrivateKey(given)) : publicKeyObject(readPublicKey(given));
  }
  if (format === 'pkcs8') return privateKeyObject(readPrivateKey({ key: data, format: 'der', type: 'pkcs8' }));
  if (format === 'spki') return publicKeyObject(readPublicKey({ key: data, format: 'der', type: 'spki' }));
  return createSecretKey(data);
}

export const keyConversions: KeyConversions = { fromCryptoKey, toCryptoKey };
