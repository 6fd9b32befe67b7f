import { invalidArgumentType, invalidArgumentValue, nodeError } from '../../errors/node-error.ts';
import { validateInt32, validateObject, validateString, validateUint32 } from '../../errors/validate.ts';
import type { NodeHost } from '../../node-host.ts';
import { optionOf, viewedBytes } from '../crypto/byte-arguments.ts';
import { hashNamed, hashNameOf } from '../crypto/hashes.ts';
import { toInteger } from '../numbers/big-integers.ts';
import { findOctetCurve, type OctetCurve, requireWeierstrassCurve, type WeierstrassCurve } from './curves.ts';
import { groupNumbers } from './diffie-hellman.ts';
import { requireKeyCipher } from './encrypted-keys.ts';
import type { PssLimits } from './key-data.ts';
import { type KeyEncoding, readKeyEncoding } from './key-encoding.ts';

export type KeySettings =
  | { kind: 'rsa'; bits: number; exponent: number; pss: PssLimits | 'any' | null }
  | { kind: 'ec'; curve: WeierstrassCurve; isExplicit: boolean }
  | { kind: 'octets'; curve: OctetCurve }
  | { kind: 'dsa'; bits: number; divisorBits: number | null }
  | { kind: 'dh'; prime: bigint | null; bits: number; generator: bigint };

export interface KeyPairRequest {
  settings: KeySettings;
  /** Null to return a KeyObject. */
  publicEncoding: KeyEncoding | null;
  privateEncoding: KeyEncoding | null;
}

const DEFAULT_EXPONENT = 65_537;
/** RFC 8017, A.2.3. */
const DEFAULT_PSS_HASH = 'sha1';

function readEncoding(options: unknown, name: string, keyType: string, isPublic: boolean): KeyEncoding | null {
  const given = optionOf(options, name);
  if (given === undefined || given === null) return null;
  if (typeof given !== 'object') throw invalidArgumentValue(`options.${name}`, given);
  return readKeyEncoding(given, { keyType, isPublic, path: `options.${name}` });
}

/** Reads an option by its current or its deprecated name. */
function hashOption(host: NodeHost, options: object, name: string, oldName: string): string | undefined {
  const [given, old] = [optionOf(options, name), optionOf(options, oldName)];
  if (given !== undefined) validateString(given, `options.${name}`);
  if (old === undefined) return given;
  const { emitWarning } = host.builtin('process') as { emitWarning(...args: string[]): void };
  emitWarning(`"options.${oldName}" is deprecated, use "options.${name}" instead.`, 'DeprecationWarning', 'DEP0154');
  validateString(old, `options.${oldName}`);
  if (given !== undefined && old !== given) throw invalidArgumentValue(`options.${oldName}`, old);
  return old;
}

function requireDigest(name: string, what: string): string {
  const found = hashNameOf(name);
  if (found === undefined) throw nodeError(TypeError, 'ERR_CRYPTO_INVALID_DIGEST', `Invalid ${what}: ${name}`);
  return found;
}

function pssOf(host: NodeHost, options: object): PssLimits | 'any' {
  const saltLength = optionOf(options, 'saltLength');
  if (saltLength !== undefined) validateInt32(saltLength, 'options.saltLength', 0);
  const hash = hashOption(host, options, 'hashAlgorithm', 'hash');
  const maskHash = hashOption(host, options, 'mgf1HashAlgorithm', 'mgf1Hash');
  if (hash === undefined && maskHash === undefined && saltLength === undefined) return 'any';
  const digest = requireDigest(hash ?? DEFAULT_PSS_HASH, 'digest');
  return {
    hash: digest,
    maskHash: maskHash === undefined ? digest : requireDigest(maskHash, 'MGF1 digest'),
    saltLength: saltLength ?? hashNamed(digest)?.outputLen ?? 0,
  };
}

function rsaSettings(host: NodeHost, type: string, options: object): KeySettings {
  const [bits, exponent = DEFAULT_EXPONENT] = [optionOf(options, 'modulusLength'), optionOf(options, 'publicExponent')];
  validateUint32(bits, 'options.modulusLength');
  validateUint32(exponent, 'options.publicExponent');
  return { kind: 'rsa', bits, exponent, pss: type === 'rsa' ? null : pssOf(host, options) };
}

function dsaSettings(options: object): KeySettings {
  const [bits, divisorBits] = [optionOf(options, 'modulusLength'), optionOf(options, 'divisorLength')];
  validateUint32(bits, 'options.modulusLength');
  if (divisorBits !== undefined && divisorBits !== null) validateInt32(divisorBits, 'options.divisorLength', 0);
  return { kind: 'dsa', bits, divisorBits: typeof divisorBits === 'number' ? divisorBits : null };
}

function ecSettings(options: object): KeySettings {
  const [name, encoding] = [optionOf(options, 'namedCurve'), optionOf(options, 'paramEncoding')];
  validateString(name, 'options.namedCurve');
  if (encoding !== undefined && encoding !== null && encoding !== 'named' && encoding !== 'explicit')
    throw invalidArgumentValue('options.paramEncoding', encoding);
  return { kind: 'ec', curve: requireWeierstrassCurve(name), isExplicit: encoding === 'explicit' };
}

function refusePair(options: object, first: string, others: readonly string[]): void {
  const other = others.find((name) => optionOf(options, name) !== undefined && optionOf(options, name) !== null);
  if (other === undefined) return;
  throw nodeError(TypeError, 'ERR_INCOMPATIBLE_OPTION_PAIR', `Option "${first}" cannot be used in combination with option "${other}"`);
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

function diffieHellmanSettings(options: object): KeySettings {
  const [group, prime, bits, generator] = ['group', 'prime', 'primeLength', 'generator'].map((name) => optionOf(options, name));
  if (isGiven(group)) {
    refusePair(options, 'group', ['prime', 'primeLength', 'generator']);
    validateString(group, 'options.group');
    return { kind: 'dh', bits: 0, ...groupNumbers(group) };
  }
  if (isGiven(prime)) {
    refusePair(options, 'prime', ['primeLength']);
    if (!ArrayBuffer.isView(prime)) throw invalidArgumentType('options.prime', 'an instance of Buffer, TypedArray, or DataView', prime);
  } else if (isGiven(bits)) validateInt32(bits, 'options.primeLength', 0);
  else throw nodeError(TypeError, 'ERR_MISSING_OPTION', 'At least one of the group, prime, or primeLength options is required');
  if (isGiven(generator)) validateInt32(generator, 'options.generator', 0);
  const bytes = isGiven(prime) ? viewedBytes(prime) : null;
  return {
    kind: 'dh',
    prime: bytes === null ? null : toInteger(bytes),
    bits: Number(bits ?? 0),
    generator: BigInt(Number(generator ?? 2)),
  };
}

const octetTypes = new Set(['ed25519', 'ed448', 'x25519', 'x448']);

function settingsOf(host: NodeHost, type: string, options: unknown): KeySettings {
  if (octetTypes.has(type)) {
    if (options !== undefined) validateObject(options, 'options');
    // `octetTypes` contains only names of these curves.
    return { kind: 'octets', curve: findOctetCurve(type) as OctetCurve };
  }
  if (!['rsa', 'rsa-pss', 'dsa', 'ec', 'dh'].includes(type)) throw invalidArgumentValue('type', type, 'must be a supported key type');
  validateObject(options, 'options');
  if (type === 'dsa') return dsaSettings(options);
  if (type === 'ec') return ecSettings(options);
  return type === 'dh' ? diffieHellmanSettings(options) : rsaSettings(host, type, options);
}

/** Reads and checks the arguments of `generateKeyPair`. */
export function checkKeyPair(host: NodeHost, type: unknown, options: unknown): KeyPairRequest {
  validateString(type, 'type');
  const publicEncoding = readEncoding(options, 'publicKeyEncoding', type, true);
  const privateEncoding = readEncoding(options, 'privateKeyEncoding', type, false);
  const settings = settingsOf(host, type, options);
  const cipher = privateEncoding?.cipher;
  if (cipher !== undefined) requireKeyCipher(cipher);
  return { settings, publicEncoding, privateEncoding };
}
