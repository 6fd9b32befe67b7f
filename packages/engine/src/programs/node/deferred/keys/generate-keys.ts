import { nativeCrypto } from '../../base/native-crypto.ts';
import type { KeyObject } from '../../builtins/crypto/key-object.ts';
import { invalidArgumentType, nodeError, notSupported, outOfRange } from '../../errors/node-error.ts';
import { findOctetCurve, requireWeierstrassCurve } from './curves.ts';
import { digestName } from './digest-identifiers.ts';
import { keyFromJwk } from './json-web-keys.ts';
import { type PrivateKeyData, publicPart } from './key-data.ts';
import { privateKeyObject, publicKeyObject } from './key-material.ts';
import { generateRsaKey } from './rsa.ts';

type Encoded = KeyObject | string | object;
export interface KeyPair {
  publicKey: Encoded;
  privateKey: Encoded;
}

const DEFAULT_EXPONENT = 65_537;
const LEAST_BITS = 512;

const field = (options: object, name: string): unknown => Reflect.get(options, name);

function rsaSizes(options: object): { bits: number; exponent: number } {
  const bits = field(options, 'modulusLength');
  const exponent = field(options, 'publicExponent') ?? DEFAULT_EXPONENT;
  if (typeof bits !== 'number') throw invalidArgumentType('options.modulusLength', 'of type number', bits);
  if (typeof exponent !== 'number') throw invalidArgumentType('options.publicExponent', 'of type number', exponent);
  if (!Number.isInteger(bits) || bits < LEAST_BITS) throw outOfRange('options.modulusLength', `>= ${LEAST_BITS}`, bits);
  return { bits, exponent };
}

function pssOf(type: string, options: object): (PrivateKeyData & { kind: 'rsa' })['pss'] {
  if (type === 'rsa') return null;
  const given = field(options, 'hashAlgorithm') ?? field(options, 'hash');
  const maskGiven = field(options, 'mgf1HashAlgorithm') ?? field(options, 'mgf1Hash');
  const saltLength = field(options, 'saltLength');
  if (given === undefined && maskGiven === undefined && saltLength === undefined) return 'any';
  const hash = digestName(given ?? 'sha1');
  return { hash, maskHash: digestName(maskGiven ?? hash), saltLength: saltLength === undefined ? 20 : Number(saltLength) };
}

function generate(type: unknown, options: object): PrivateKeyData {
  if (type === 'rsa' || type === 'rsa-pss') {
    const { bits, exponent } = rsaSizes(options);
    return { kind: 'rsa', pss: pssOf(type, options), key: generateRsaKey(bits, BigInt(exponent)) };
  }
  if (type === 'ec') {
    const name = field(options, 'namedCurve');
    if (typeof name !== 'string') throw invalidArgumentType('options.namedCurve', 'of type string', name);
    const curve = requireWeierstrassCurve(name);
    const privateKey = curve.newPrivateKey();
    return { kind: 'ec', curve, privateKey, publicKey: curve.publicKey(privateKey) };
  }
  if (typeof type !== 'string') throw invalidArgumentType('type', 'of type string', type);
  const curve = /^(?:ed|x)\d/.test(type) ? findOctetCurve(type) : undefined;
  if (curve !== undefined) {
    const privateKey = curve.newPrivateKey();
    return { kind: 'octets', curve, privateKey, publicKey: curve.publicKey(privateKey) };
  }
  if (type === 'dsa' || type === 'dh')
    throw notSupported(`a key of the kind ${type}`, 'it makes rsa, rsa-pss, ec, ed25519, ed448, x25519 and x448');
  throw nodeError(TypeError, 'ERR_INVALID_ARG_VALUE', `The argument 'type' must be a supported key type. Received '${type}'`);
}

function encode(data: PrivateKeyData, options: object): KeyPair {
  const publicKey = publicKeyObject(publicPart(data));
  const privateKey = privateKeyObject(data);
  const encoding = (name: string): object | null => {
    const value = field(options, name);
    if (value === undefined || value === null) return null;
    if (typeof value !== 'object') throw invalidArgumentType(`options.${name}`, 'of type object', value);
    return value;
  };
  const [publicEncoding, privateEncoding] = [encoding('publicKeyEncoding'), encoding('privateKeyEncoding')];
  return {
    publicKey: publicEncoding === null ? publicKey : publicKey.export(publicEncoding),
    privateKey: privateEncoding === null ? privateKey : privateKey.export(privateEncoding),
  };
}

const readOptions = (given: unknown): object => (typeof given === 'object' && given !== null ? given : {});

export const generateKeyPairNow = (type: unknown, options: unknown): KeyPair =>
  encode(generate(type, readOptions(options)), readOptions(options));

/** The browser makes RSA keys on a thread of its own, in its own code. */
async function generateRsaNatively(bits: number, exponent: number): Promise<PrivateKeyData | null> {
  const { subtle } = nativeCrypto();
  if (subtle === undefined || exponent !== DEFAULT_EXPONENT || bits % 8 !== 0) return null;
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', modulusLength: bits, publicExponent: Uint8Array.of(1, 0, 1), hash: 'SHA-256' };
  try {
    const { privateKey } = await subtle.generateKey(algorithm, true, ['sign', 'verify']);
    return keyFromJwk(await subtle.exportKey('jwk', privateKey)).privateData;
  } catch {
    // It makes no keys of that size.
    return null;
  }
}

export async function generateKeyPairLater(type: unknown, given: unknown): Promise<KeyPair> {
  const options = readOptions(given);
  if (type !== 'rsa' && type !== 'rsa-pss') return generateKeyPairNow(type, options);
  const { bits, exponent } = rsaSizes(options);
  const native = await generateRsaNatively(bits, exponent);
  if (native?.kind !== 'rsa') return generateKeyPairNow(type, options);
  return encode({ ...native, pss: pssOf(type, options) }, options);
}
