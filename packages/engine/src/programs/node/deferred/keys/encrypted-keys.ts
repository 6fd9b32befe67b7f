import { pbkdf2 } from '@noble/hashes/pbkdf2';
import { sha256 } from '@noble/hashes/sha2';
import { joinBytes } from 'devonz-engine-protocol/join-bytes';
import { Buffer } from '../../base/buffer-class.ts';
import { nodeError, notSupported } from '../../errors/node-error.ts';
import { CipherStream } from '../ciphers/cipher-stream.ts';
import { findCipher } from '../crypto/cipher-names.ts';
import { findHash } from '../crypto/hashes.ts';
import { randomBytes } from '../numbers/big-integers.ts';
import { DerReader, derTags, encodeInteger, encodeNothing, encodeObjectIdentifier, encodeOctets, encodeSequence } from './der.ts';

/** The identifiers of RFC 8018. */
const PBES2_IDENTIFIER = '1.2.840.113549.1.5.13';
const PBKDF2_IDENTIFIER = '1.2.840.113549.1.5.12';
const ITERATIONS = 2048;

const hmacNames = new Map([
  ['1.2.840.113549.2.7', 'sha1'],
  ['1.2.840.113549.2.9', 'sha256'],
  ['1.2.840.113549.2.10', 'sha384'],
  ['1.2.840.113549.2.11', 'sha512'],
]);
const HMAC_SHA256 = '1.2.840.113549.2.9';

/** AES in four modes with keys of 128, 192 and 256 bits, and triple DES. */
const cipherIdentifiers = new Map([
  ...[128, 192, 256].flatMap((bits, size) =>
    ['ecb', 'cbc', 'ofb', 'cfb'].map((mode, index) => [`aes-${bits}-${mode}`, `2.16.840.1.101.3.4.1.${size * 20 + index + 1}`] as const),
  ),
  ['des-ede3-cbc', '1.2.840.113549.3.7'],
]);
const cipherNames = new Map([...cipherIdentifiers].map(([name, identifier]) => [identifier, name]));

function crypt(cipher: string, key: Uint8Array, iv: Uint8Array, data: Uint8Array, isEncrypting: boolean): Uint8Array {
  const stream = new CipherStream(cipher, key, iv, isEncrypting, undefined);
  // Without an encoding, `update` and `final` return bytes.
  return joinBytes([stream.update(data) as Buffer, stream.final() as Buffer]);
}

interface KeyCipher {
  name: string;
  keyLength: number;
  ivLength: number;
  identifier: string;
}

/** Finds the cipher by name. OpenSSL's other ciphers are obsolete and not supported. */
export function requireKeyCipher(name: unknown): KeyCipher {
  const info = findCipher(String(name));
  if (info === null) throw nodeError(Error, 'ERR_CRYPTO_UNKNOWN_CIPHER', 'Unknown cipher');
  const identifier = cipherIdentifiers.get(info.name);
  if (identifier === undefined) throw notSupported(`a key encrypted with ${String(name)}`, 'use aes-256-cbc');
  return { name: info.name, keyLength: info.keyLength, ivLength: info.ivLength, identifier };
}

/** Encrypts a PKCS #8 key with a passphrase. */
export function encryptPkcs8(key: Uint8Array, cipherName: unknown, passphrase: Uint8Array): Uint8Array {
  const cipher = requireKeyCipher(cipherName);
  const salt = randomBytes(16);
  const iv = randomBytes(cipher.ivLength);
  const derived = pbkdf2(sha256, passphrase, salt, { c: ITERATIONS, dkLen: cipher.keyLength });
  const derivation = encodeSequence(
    encodeObjectIdentifier(PBKDF2_IDENTIFIER),
    encodeSequence(
      encodeOctets(salt),
      encodeInteger(BigInt(ITERATIONS)),
      encodeSequence(encodeObjectIdentifier(HMAC_SHA256), encodeNothing()),
    ),
  );
  const scheme = encodeSequence(encodeObjectIdentifier(cipher.identifier), encodeOctets(iv));
  return encodeSequence(
    encodeSequence(encodeObjectIdentifier(PBES2_IDENTIFIER), encodeSequence(derivation, scheme)),
    encodeOctets(crypt(cipher.name, derived, iv, key, true)),
  );
}

export function decryptPkcs8(bytes: Uint8Array, passphrase: Uint8Array): Uint8Array {
  const fields = new DerReader(bytes).readSequence();
  const algorithm = fields.readSequence();
  const identifier = algorithm.readObjectIdentifier();
  if (identifier !== PBES2_IDENTIFIER) throw notSupported(`a key encrypted by the scheme ${identifier}`, 'it knows PBES2');
  const parameters = algorithm.readSequence();
  const derivation = parameters.readSequence();
  const derivationName = derivation.readObjectIdentifier();
  if (derivationName !== PBKDF2_IDENTIFIER) throw notSupported(`a key derived by ${derivationName}`, 'it knows PBKDF2');
  const settings = derivation.readSequence();
  const salt = settings.read(derTags.octetString);
  const iterations = Number(settings.readInteger());
  if (settings.nextTag === derTags.integer) settings.skip();
  const hmac = settings.isDone ? 'sha1' : (hmacNames.get(settings.readSequence().readObjectIdentifier()) ?? 'sha1');
  const scheme = parameters.readSequence();
  const cipherIdentifier = scheme.readObjectIdentifier();
  const cipher = requireKeyCipher(cipherNames.get(cipherIdentifier) ?? cipherIdentifier);
  const derived = pbkdf2(findHash(hmac) as never, passphrase, salt, { c: iterations, dkLen: cipher.keyLength });
  const iv = scheme.nextTag === derTags.octetString ? scheme.read(derTags.octetString) : new Uint8Array(0);
  return crypt(cipher.name, derived, iv, fields.read(derTags.octetString), false);
}

/** Derives a key as the older format does: OpenSSL's EVP_BytesToKey with MD5 and one round. */
function legacyKey(passphrase: Uint8Array, salt: Uint8Array, length: number): Uint8Array {
  let key: Uint8Array = new Uint8Array(0);
  for (let last: Uint8Array = new Uint8Array(0); key.length < length; key = joinBytes([key, last]))
    last = findHash('md5')(joinBytes([last, passphrase, salt]));
  return key.subarray(0, length);
}

/** Encrypts a PKCS #1 or SEC 1 key; returns the header lines and the content. */
export function encryptLegacy(key: Uint8Array, cipherName: unknown, passphrase: Uint8Array): { headers: string[]; bytes: Uint8Array } {
  const cipher = requireKeyCipher(cipherName);
  const iv = randomBytes(cipher.ivLength);
  const derived = legacyKey(passphrase, iv.subarray(0, 8), cipher.keyLength);
  const shown = Buffer.from(iv).toString('hex').toUpperCase();
  return {
    headers: ['Proc-Type: 4,ENCRYPTED', `DEK-Info: ${cipher.name.toUpperCase()},${shown}`],
    bytes: crypt(cipher.name, derived, iv, key, true),
  };
}

export function decryptLegacy(bytes: Uint8Array, info: string, passphrase: Uint8Array): Uint8Array {
  const [name = '', hex = ''] = info.split(',');
  const cipher = requireKeyCipher(name.trim());
  const iv = Buffer.from(hex.trim(), 'hex');
  return crypt(cipher.name, legacyKey(passphrase, iv.subarray(0, 8), cipher.keyLength), iv, bytes, false);
}
