import { findHash, hashNameOf } from '../crypto/hashes.ts';

/** The object identifiers of digests, by the names that Node uses in `asymmetricKeyDetails`. */
const identifiers = new Map([
  ['md5', '1.2.840.113549.2.5'],
  ['sha1', '1.3.14.3.2.26'],
  ['sha224', '2.16.840.1.101.3.4.2.4'],
  ['sha256', '2.16.840.1.101.3.4.2.1'],
  ['sha384', '2.16.840.1.101.3.4.2.2'],
  ['sha512', '2.16.840.1.101.3.4.2.3'],
  ['sha512-224', '2.16.840.1.101.3.4.2.5'],
  ['sha512-256', '2.16.840.1.101.3.4.2.6'],
  ['sha3-224', '2.16.840.1.101.3.4.2.7'],
  ['sha3-256', '2.16.840.1.101.3.4.2.8'],
  ['sha3-384', '2.16.840.1.101.3.4.2.9'],
  ['sha3-512', '2.16.840.1.101.3.4.2.10'],
  ['ripemd160', '1.3.36.3.2.1'],
]);

const names = new Map([...identifiers].map(([name, identifier]) => [identifier, name]));

/** Normalizes a digest name: `RSA-SHA256` → `sha256`. */
export function digestName(name: unknown): string {
  // Throws if there is no such digest.
  findHash(name);
  return hashNameOf(name) ?? '';
}

export const digestIdentifier = (name: unknown): string | undefined => identifiers.get(digestName(name));
export const digestOfIdentifier = (identifier: string): string | undefined => names.get(identifier);
