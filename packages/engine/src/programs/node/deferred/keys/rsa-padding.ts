import { joinBytes } from 'devonz-engine-protocol/join-bytes';
import { findHash } from '../crypto/hashes.ts';
import { randomBytes } from '../numbers/big-integers.ts';
import { encodeNothing, encodeObjectIdentifier, encodeOctets, encodeSequence } from './der.ts';
import { digestIdentifier } from './digest-identifiers.ts';
import { opensslError } from './openssl-error.ts';

const tooLarge = () => opensslError('0200006E', 'rsa routines', 'data too large for key size');
const badPadding = () => opensslError('02000079', 'rsa routines', 'oaep decoding error');

export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.length ^ b.length;
  for (let index = 0; index < a.length; index++) difference |= (a[index] ?? 0) ^ (b[index] ?? 0);
  return difference === 0;
}

/** PKCS #1 v1.5 for signatures: `00 01 FF … FF 00 data`. */
export function padForSignature(data: Uint8Array, length: number): Uint8Array {
  if (data.length > length - 11) throw tooLarge();
  return joinBytes([Uint8Array.of(0, 1), new Uint8Array(length - data.length - 3).fill(0xff), Uint8Array.of(0), data]);
}

export function unpadSignature(block: Uint8Array): Uint8Array {
  const end = block.indexOf(0, 2);
  if (block[0] !== 0 || block[1] !== 1 || end < 10 || block.subarray(2, end).some((byte) => byte !== 0xff))
    throw opensslError('02000072', 'rsa routines', 'padding check failed');
  return block.subarray(end + 1);
}

/** Returns the digest with its identifier in front (RFC 8017, 9.2). Throws if the key is too short. */
export function describeDigest(name: unknown, digest: Uint8Array, length: number): Uint8Array {
  const described = nameDigest(name, digest);
  if (described.length > length - 11) throw opensslError('02000070', 'rsa routines', 'digest too big for rsa key');
  return described;
}

function nameDigest(name: unknown, digest: Uint8Array): Uint8Array {
  const identifier = digestIdentifier(name);
  if (identifier === undefined) throw opensslError('1C8000AE', 'Provider routines', 'digest not allowed');
  return encodeSequence(encodeSequence(encodeObjectIdentifier(identifier), encodeNothing()), encodeOctets(digest));
}

/** PKCS #1 v1.5 for encryption: `00 02 random 00 data`. */
export function padForEncryption(data: Uint8Array, length: number): Uint8Array {
  if (data.length > length - 11) throw tooLarge();
  const filling = randomBytes(length - data.length - 3);
  for (let index = 0; index < filling.length; index++) while (filling[index] === 0) filling.set(randomBytes(1), index);
  return joinBytes([Uint8Array.of(0, 2), filling, Uint8Array.of(0), data]);
}

export function unpadEncryption(block: Uint8Array): Uint8Array {
  const end = block.indexOf(0, 2);
  if (block[0] !== 0 || block[1] !== 2 || end < 10) throw opensslError('0200009F', 'rsa routines', 'pkcs decoding error');
  return block.subarray(end + 1);
}

function generateMask(seed: Uint8Array, length: number, hash: unknown): Uint8Array {
  const parts: Uint8Array[] = [];
  for (let counter = 0, made = 0; made < length; counter++) {
    const part = findHash(hash)(joinBytes([seed, Uint8Array.of(counter >>> 24, counter >>> 16, counter >>> 8, counter)]));
    parts.push(part);
    made += part.length;
  }
  return joinBytes(parts).subarray(0, length);
}

const xor = (a: Uint8Array, b: Uint8Array): Uint8Array => a.map((byte, index) => byte ^ (b[index] ?? 0));

/** RFC 8017, 7.1.1. */
export function padOaep(data: Uint8Array, length: number, hash: unknown, label: Uint8Array): Uint8Array {
  const labelHash = findHash(hash)(label);
  const size = labelHash.length;
  if (data.length > length - 2 * size - 2) throw tooLarge();
  const block = joinBytes([labelHash, new Uint8Array(length - data.length - 2 * size - 2), Uint8Array.of(1), data]);
  const seed = randomBytes(size);
  const masked = xor(block, generateMask(seed, block.length, hash));
  return joinBytes([Uint8Array.of(0), xor(seed, generateMask(masked, size, hash)), masked]);
}

export function unpadOaep(block: Uint8Array, hash: unknown, label: Uint8Array): Uint8Array {
  const labelHash = findHash(hash)(label);
  const size = labelHash.length;
  if (block.length < 2 * size + 2 || block[0] !== 0) throw badPadding();
  const masked = block.subarray(1 + size);
  const seed = xor(block.subarray(1, 1 + size), generateMask(masked, size, hash));
  const data = xor(masked, generateMask(seed, masked.length, hash));
  const start = data.findIndex((byte, index) => index >= size && byte !== 0);
  if (!equalBytes(data.subarray(0, size), labelHash) || start === -1 || data[start] !== 1) throw badPadding();
  return data.subarray(start + 1);
}

export interface PssRules {
  hash: unknown;
  maskHash: unknown;
  /** The length of the salt in bytes. Null means the maximum when signing, and any length when verifying. */
  saltLength: number | null;
}

/** RFC 8017, 9.1.1. */
export function padPss(digest: Uint8Array, bits: number, { hash, maskHash, saltLength }: PssRules): Uint8Array {
  const length = Math.ceil(bits / 8);
  const salt = randomBytes(saltLength ?? Math.max(0, length - digest.length - 2));
  if (length < digest.length + salt.length + 2) throw tooLarge();
  const proof = findHash(hash)(joinBytes([new Uint8Array(8), digest, salt]));
  const data = joinBytes([new Uint8Array(length - salt.length - digest.length - 2), Uint8Array.of(1), salt]);
  const masked = xor(data, generateMask(proof, data.length, maskHash));
  masked[0] = (masked[0] ?? 0) & (0xff >> (8 * length - bits));
  return joinBytes([masked, proof, Uint8Array.of(0xbc)]);
}

/** RFC 8017, 9.1.2. */
export function checkPss(block: Uint8Array, digest: Uint8Array, bits: number, { hash, maskHash, saltLength }: PssRules): boolean {
  const length = block.length;
  if (length < digest.length + 2 || block[length - 1] !== 0xbc) return false;
  const masked = block.subarray(0, length - digest.length - 1);
  const proof = block.subarray(length - digest.length - 1, length - 1);
  const unused = 0xff >> (8 * length - bits);
  if (((masked[0] ?? 0) & ~unused & 0xff) !== 0) return false;
  const data = xor(masked, generateMask(proof, masked.length, maskHash));
  data[0] = (data[0] ?? 0) & unused;
  const start = data.findIndex((byte) => byte !== 0);
  if (start === -1 || data[start] !== 1) return false;
  const salt = data.subarray(start + 1);
  if (saltLength !== null && salt.length !== saltLength) return false;
  return equalBytes(findHash(hash)(joinBytes([new Uint8Array(8), digest, salt])), proof);
}
