import { joinBytes } from 'devonz-engine-protocol/join-bytes';
import { notSupported } from '../../errors/node-error.ts';
import { modularPower } from '../numbers/big-integers.ts';
import type { DsaParameters } from '../numbers/primes.ts';
import { findCurveOfNumbers, findOctetCurve, findWeierstrassCurve, readPoint, type WeierstrassCurve, weierstrassNames } from './curves.ts';
import { contextTag, DerError, DerReader, derTags } from './der.ts';
import { digestOfIdentifier } from './digest-identifiers.ts';
import type { DiffieHellmanNumbers, PrivateKeyData, PssLimits, PublicKeyData } from './key-data.ts';
import { DIFFIE_HELLMAN_IDENTIFIER, DSA_IDENTIFIER, EC_IDENTIFIER, RSA_IDENTIFIER, RSA_PSS_IDENTIFIER } from './key-identifiers.ts';
import { unsupportedEncoding } from './openssl-error.ts';
import type { RsaPrivate, RsaPublic } from './rsa.ts';

/** Decodes a key and reports malformed data with OpenSSL's error. */
function decoding<Result>(decode: () => Result): Result {
  try {
    return decode();
  } catch (error) {
    throw error instanceof DerError ? unsupportedEncoding() : error;
  }
}

function readDigest(reader: DerReader): string {
  return digestOfIdentifier(reader.readSequence().readObjectIdentifier()) ?? 'sha1';
}

function readPssLimits(reader: DerReader): PssLimits | 'any' {
  if (reader.isDone) return 'any';
  const fields = reader.readSequence();
  const limits: PssLimits = { hash: 'sha1', maskHash: 'sha1', saltLength: 20 };
  if (fields.nextTag === contextTag(0)) limits.hash = readDigest(new DerReader(fields.read(contextTag(0))));
  if (fields.nextTag === contextTag(1)) {
    const mask = new DerReader(fields.read(contextTag(1))).readSequence();
    mask.readObjectIdentifier();
    limits.maskHash = readDigest(mask);
  }
  if (fields.nextTag === contextTag(2)) limits.saltLength = Number(new DerReader(fields.read(contextTag(2))).readInteger());
  return limits;
}

type Algorithm =
  | { kind: 'rsa'; pss: PssLimits | 'any' | null }
  | { kind: 'ec'; curve: WeierstrassCurve; isExplicit: boolean }
  | { kind: 'dsa'; parameters: DsaParameters }
  | { kind: 'dh'; numbers: DiffieHellmanNumbers }
  | { kind: 'octets'; curve: NonNullable<ReturnType<typeof findOctetCurve>> };

function unknownCurve(name: string): Error {
  return notSupported(`the elliptic curve ${name}`, `it knows ${weierstrassNames.join(', ')}`);
}

/** Reads a curve given by its numbers: version, field, a and b, generator, order. */
function readExplicitCurve(fields: DerReader): WeierstrassCurve {
  fields.readInteger();
  const field = fields.readSequence();
  field.readObjectIdentifier();
  const p = field.readInteger();
  fields.skip();
  fields.skip();
  const curve = findCurveOfNumbers(p, fields.readInteger());
  if (curve === undefined) throw unknownCurve('of these numbers');
  return curve;
}

interface NamedCurve {
  curve: WeierstrassCurve;
  isExplicit: boolean;
}

function readCurve(reader: DerReader): NamedCurve {
  if (reader.nextTag === derTags.sequence) return { curve: readExplicitCurve(reader.readSequence()), isExplicit: true };
  const identifier = reader.readObjectIdentifier();
  const curve = findWeierstrassCurve(identifier);
  if (curve === undefined) throw unknownCurve(identifier);
  return { curve, isExplicit: false };
}

function readDsaParameters(fields: DerReader): DsaParameters {
  return { p: fields.readInteger(), q: fields.readInteger(), g: fields.readInteger() };
}

function readAlgorithm(reader: DerReader): Algorithm {
  const fields = reader.readSequence();
  const identifier = fields.readObjectIdentifier();
  if (identifier === RSA_IDENTIFIER) return { kind: 'rsa', pss: null };
  if (identifier === RSA_PSS_IDENTIFIER) return { kind: 'rsa', pss: readPssLimits(fields) };
  if (identifier === EC_IDENTIFIER) return { kind: 'ec', ...readCurve(fields) };
  if (identifier === DSA_IDENTIFIER) return { kind: 'dsa', parameters: readDsaParameters(fields.readSequence()) };
  if (identifier === DIFFIE_HELLMAN_IDENTIFIER) {
    const numbers = fields.readSequence();
    return { kind: 'dh', numbers: { prime: numbers.readInteger(), generator: numbers.readInteger() } };
  }
  const curve = findOctetCurve(identifier);
  if (curve === undefined)
    throw notSupported(`a key of the algorithm ${identifier}`, 'it knows RSA, DSA, Diffie-Hellman, elliptic curves, Ed25519 and X25519');
  return { kind: 'octets', curve };
}

function readRsaPublic(bytes: Uint8Array): RsaPublic {
  const fields = new DerReader(bytes).readSequence();
  return { n: fields.readInteger(), e: fields.readInteger() };
}

function readRsaPrivate(bytes: Uint8Array): RsaPrivate {
  const fields = new DerReader(bytes).readSequence();
  fields.readInteger();
  const next = () => fields.readInteger();
  return { n: next(), e: next(), d: next(), p: next(), q: next(), dp: next(), dq: next(), qi: next() };
}

export const decodePkcs1Public = (bytes: Uint8Array): PublicKeyData =>
  decoding(() => ({ kind: 'rsa', pss: null, key: readRsaPublic(bytes) }));

export const decodePkcs1Private = (bytes: Uint8Array): PrivateKeyData =>
  decoding(() => ({ kind: 'rsa', pss: null, key: readRsaPrivate(bytes) }));

export function ecPrivateKey(curve: WeierstrassCurve, given: Uint8Array): PrivateKeyData & { kind: 'ec' } {
  const missing = Math.max(0, curve.byteLength - given.length);
  const privateKey = joinBytes([new Uint8Array(missing), given]);
  return { kind: 'ec', curve, privateKey, publicKey: curve.publicKey(privateKey) };
}

function readEcPrivate(bytes: Uint8Array, outer: NamedCurve | null): PrivateKeyData {
  const fields = new DerReader(bytes).readSequence();
  fields.readInteger();
  const privateKey = fields.read(derTags.octetString);
  const named = fields.nextTag === contextTag(0) ? readCurve(new DerReader(fields.read(contextTag(0)))) : outer;
  if (named === null) throw new DerError('no curve');
  return { ...ecPrivateKey(named.curve, privateKey), isExplicit: named.isExplicit };
}

/** Decodes the older form: version, p, q, g, y, x. */
export const decodeDsaPrivate = (bytes: Uint8Array): PrivateKeyData =>
  decoding(() => {
    const fields = new DerReader(bytes).readSequence();
    fields.readInteger();
    return { kind: 'dsa', parameters: readDsaParameters(fields), y: fields.readInteger(), x: fields.readInteger() };
  });

export const decodeSec1 = (bytes: Uint8Array): PrivateKeyData => decoding(() => readEcPrivate(bytes, null));

export const decodeSpki = (bytes: Uint8Array): PublicKeyData =>
  decoding(() => {
    const fields = new DerReader(bytes).readSequence();
    const algorithm = readAlgorithm(fields);
    const bits = fields.readBits();
    if (algorithm.kind === 'rsa') return { ...algorithm, key: readRsaPublic(bits) };
    if (algorithm.kind === 'ec') return { ...algorithm, publicKey: readPoint(algorithm.curve, bits) };
    if (algorithm.kind === 'dsa' || algorithm.kind === 'dh') return { ...algorithm, y: new DerReader(bits).readInteger() };
    return { ...algorithm, publicKey: bits.slice() };
  });

/** Adds the public number, because both kinds store only the secret exponent. */
function withPublicNumber(algorithm: Algorithm & { kind: 'dsa' | 'dh' }, x: bigint): PrivateKeyData {
  if (algorithm.kind === 'dh') return { ...algorithm, x, y: modularPower(algorithm.numbers.generator, x, algorithm.numbers.prime) };
  return { ...algorithm, x, y: modularPower(algorithm.parameters.g, x, algorithm.parameters.p) };
}

export const decodePkcs8 = (bytes: Uint8Array): PrivateKeyData =>
  decoding(() => {
    const fields = new DerReader(bytes).readSequence();
    fields.readInteger();
    const algorithm = readAlgorithm(fields);
    const content = fields.read(derTags.octetString);
    if (algorithm.kind === 'rsa') return { ...algorithm, key: readRsaPrivate(content) };
    if (algorithm.kind === 'ec') return readEcPrivate(content, algorithm);
    if (algorithm.kind === 'dsa' || algorithm.kind === 'dh') return withPublicNumber(algorithm, new DerReader(content).readInteger());
    const privateKey = new DerReader(content).read(derTags.octetString).slice();
    return { ...algorithm, privateKey, publicKey: algorithm.curve.publicKey(privateKey) };
  });

/** Returns the subject's key of an X.509 certificate. */
export const decodeCertificateKey = (bytes: Uint8Array): PublicKeyData =>
  decoding(() => {
    const fields = new DerReader(bytes).readSequence().readSequence();
    if (fields.nextTag === contextTag(0)) fields.skip();
    // Serial number, algorithm, issuer, validity, subject.
    for (let index = 0; index < 5; index++) fields.skip();
    return decodeSpki(fields.readElement(derTags.sequence).whole);
  });
