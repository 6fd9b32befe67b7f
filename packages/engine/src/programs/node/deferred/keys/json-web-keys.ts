import { joinBytes } from 'devonz-engine-protocol/join-bytes';
import { Buffer } from '../../base/buffer-class.ts';
import { nodeError } from '../../errors/node-error.ts';
import { toBytes, toInteger } from '../numbers/big-integers.ts';
import { findOctetCurve, findWeierstrassCurve, readPoint } from './curves.ts';
import { ecPrivateKey } from './decode-keys.ts';

import type { PrivateKeyData, PublicKeyData } from './key-data.ts';
import { completeRsaKey } from './rsa.ts';

type Fields = Record<string, unknown>;

const encodeBytes = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url' as 'base64');
const encodeNumber = (value: bigint): string => encodeBytes(toBytes(value));

const invalid = (reason: string) => nodeError(Error, 'ERR_CRYPTO_INVALID_JWK', `Invalid JWK ${reason}`);

function readBytes(jwk: object, name: string): Uint8Array {
  const value: unknown = Reflect.get(jwk, name);
  if (typeof value !== 'string') throw invalid('data');
  return Buffer.from(value, 'base64url' as 'base64');
}

const readNumber = (jwk: object, name: string): bigint => toInteger(readBytes(jwk, name));

const unsupportedKind = () => nodeError(Error, 'ERR_CRYPTO_JWK_UNSUPPORTED_KEY_TYPE', 'Unsupported JWK Key Type.');

export function publicKeyToJwk(data: PublicKeyData): Fields {
  if (data.kind === 'rsa') {
    if (data.pss !== null) throw unsupportedKind();
    return { kty: 'RSA', n: encodeNumber(data.key.n), e: encodeNumber(data.key.e) };
  }
  if (data.kind === 'octets') return { crv: data.curve.jwkName, x: encodeBytes(data.publicKey), kty: 'OKP' };
  if (data.kind !== 'ec') throw unsupportedKind();
  if (data.curve.jwkName === null)
    throw nodeError(Error, 'ERR_CRYPTO_JWK_UNSUPPORTED_CURVE', `Unsupported JWK EC curve: ${data.curve.name}.`);
  const size = (data.publicKey.length - 1) / 2;
  const [x, y] = [data.publicKey.subarray(1, 1 + size), data.publicKey.subarray(1 + size)];
  return { kty: 'EC', x: encodeBytes(x), y: encodeBytes(y), crv: data.curve.jwkName };
}

export function privateKeyToJwk(data: PrivateKeyData): Fields {
  const { kty, crv, ...shared } = publicKeyToJwk(data);
  if (data.kind === 'octets') return { crv, d: encodeBytes(data.privateKey), ...shared, kty };
  if (data.kind === 'ec') return { kty, ...shared, crv, d: encodeBytes(data.privateKey) };
  if (data.kind !== 'rsa') throw unsupportedKind();
  const { d, p, q, dp, dq, qi } = data.key;
  const parts = Object.entries({ d, p, q, dp, dq, qi }).map(([name, value]) => [name, encodeNumber(value)]);
  return { kty, ...shared, ...Object.fromEntries(parts) };
}

/** Reads a JSON web key, which is private if it has a `d`. */
export function keyFromJwk(jwk: object): { publicData: PublicKeyData; privateData: PrivateKeyData | null } {
  const kind: unknown = Reflect.get(jwk, 'kty');
  const isPrivate = Reflect.get(jwk, 'd') !== undefined;
  if (kind === 'RSA') {
    const key = { n: readNumber(jwk, 'n'), e: readNumber(jwk, 'e') };
    const publicData: PublicKeyData = { kind: 'rsa', pss: null, key };
    if (!isPrivate) return { publicData, privateData: null };
    const whole = completeRsaKey({ ...key, d: readNumber(jwk, 'd'), p: readNumber(jwk, 'p'), q: readNumber(jwk, 'q') });
    return { publicData, privateData: { kind: 'rsa', pss: null, key: whole } };
  }
  const curveName = String(Reflect.get(jwk, 'crv'));
  if (kind === 'EC') {
    const curve = findWeierstrassCurve(curveName);
    if (curve === undefined) throw nodeError(Error, 'ERR_CRYPTO_INVALID_CURVE', 'Invalid EC curve name');
    const publicKey = readPoint(curve, joinBytes([Uint8Array.of(4), readBytes(jwk, 'x'), readBytes(jwk, 'y')]));
    return { publicData: { kind: 'ec', curve, publicKey }, privateData: isPrivate ? ecPrivateKey(curve, readBytes(jwk, 'd')) : null };
  }
  if (kind === 'OKP') {
    const curve = findOctetCurve(curveName);
    const publicKey = readBytes(jwk, 'x');
    if (curve === undefined || publicKey.length !== curve.byteLength) throw invalid('data');
    const publicData: PublicKeyData = { kind: 'octets', curve, publicKey };
    if (!isPrivate) return { publicData, privateData: null };
    const privateKey = readBytes(jwk, 'd');
    return { publicData, privateData: { kind: 'octets', curve, privateKey, publicKey: curve.publicKey(privateKey) } };
  }
  throw nodeError(TypeError, 'ERR_INVALID_ARG_VALUE', `The property 'key.kty' is invalid. Received '${String(kind)}'`);
}
