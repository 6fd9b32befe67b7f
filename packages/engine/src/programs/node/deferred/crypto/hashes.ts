import { blake2b } from '@noble/hashes/blake2b';
import { blake2s } from '@noble/hashes/blake2s';
import { md5, ripemd160, sha1 } from '@noble/hashes/legacy';
import { sha224, sha256, sha384, sha512, sha512_224, sha512_256 } from '@noble/hashes/sha2';
import { sha3_224, sha3_256, sha3_384, sha3_512, shake128, shake256 } from '@noble/hashes/sha3';
import { validateString } from '../../errors/validate.ts';

/** A hash in progress. */
export interface Running {
  update(data: Uint8Array): unknown;
  digest(): Uint8Array;
  clone(): Running;
  /** Set by functions with output of any length. */
  xof?(length: number): Uint8Array;
}

export interface HashFunction {
  (data: Uint8Array): Uint8Array;
  outputLen: number;
  blockLen: number;
  create(): Running;
}

/** The name that `asymmetricKeyDetails` shows, the function, and OpenSSL's other names for it. */
const functions: readonly (readonly [name: string, hash: unknown, others: string])[] = [
  ['md5', md5, 'RSA-MD5 md5WithRSAEncryption ssl3-md5'],
  ['sha1', sha1, 'RSA-SHA1 RSA-SHA1-2 sha1WithRSAEncryption ssl3-sha1'],
  ['sha224', sha224, 'RSA-SHA224 sha224WithRSAEncryption'],
  ['sha256', sha256, 'RSA-SHA256 sha256WithRSAEncryption'],
  ['sha384', sha384, 'RSA-SHA384 sha384WithRSAEncryption'],
  ['sha512', sha512, 'RSA-SHA512 sha512WithRSAEncryption'],
  ['sha512-224', sha512_224, 'RSA-SHA512/224 sha512-224WithRSAEncryption'],
  ['sha512-256', sha512_256, 'RSA-SHA512/256 sha512-256WithRSAEncryption'],
  ['sha3-224', sha3_224, 'RSA-SHA3-224 id-rsassa-pkcs1-v1_5-with-sha3-224'],
  ['sha3-256', sha3_256, 'RSA-SHA3-256 id-rsassa-pkcs1-v1_5-with-sha3-256'],
  ['sha3-384', sha3_384, 'RSA-SHA3-384 id-rsassa-pkcs1-v1_5-with-sha3-384'],
  ['sha3-512', sha3_512, 'RSA-SHA3-512 id-rsassa-pkcs1-v1_5-with-sha3-512'],
  ['shake128', shake128, ''],
  ['shake256', shake256, ''],
  ['ripemd160', ripemd160, 'RSA-RIPEMD160 ripemd ripemd160WithRSA rmd160'],
  ['blake2b512', blake2b, ''],
  ['blake2s256', blake2s, ''],
];

/** The names that `getHashes` lists. */
export const hashNames: readonly string[] = functions.flatMap(([name, , others]) => [name, ...others.split(' ')].filter(Boolean)).sort();

interface NamedHash {
  name: string;
  // The packages' hash functions have different types, but differ only in their sizes.
  hash: HashFunction;
}

const byName: ReadonlyMap<string, NamedHash> = new Map(
  functions.flatMap(([name, hash, others]) =>
    [name, ...others.split(' ')].map((written) => [written.toLowerCase(), { name, hash: hash as HashFunction }] as const),
  ),
);

/** Finds a hash by name in any case and in RFC notation: `SHA256`, `sha-256`, `SHA512/256`. */
function lookUp(name: string): NamedHash | undefined {
  const plain = name.toLowerCase();
  return byName.get(plain) ?? byName.get(plain.replace(/^sha2?-(\d)/, 'sha$1').replace('/', '-'));
}

/** Returns undefined if there is no hash of that name. */
export const hashNamed = (name: unknown): HashFunction | undefined => lookUp(String(name))?.hash;

export const hashNameOf = (name: unknown): string | undefined => lookUp(String(name))?.name;

export function findHash(name: unknown, argument = 'algorithm'): HashFunction {
  validateString(name, argument);
  const found = lookUp(name);
  if (found === undefined) throw new Error('Digest method not supported');
  return found.hash;
}
