import { ed448, x448 } from '@noble/curves/ed448';
import { ed25519, x25519 } from '@noble/curves/ed25519';
import { p256, p384, p521 } from '@noble/curves/nist';
import { secp256k1 } from '@noble/curves/secp256k1';
import { nodeError } from '../../errors/node-error.ts';
import { opensslError } from './openssl-error.ts';

/** A curve of Weierstrass' form: ECDSA and ECDH. */
export interface WeierstrassCurve {
  readonly form: 'weierstrass';
  readonly name: string;
  readonly jwkName: string;
  readonly identifier: string;
  /** Of a coordinate, and of a private key. */
  readonly byteLength: number;
  readonly order: bigint;
  newPrivateKey(): Uint8Array;
  /** Uncompressed unless said. Throws when the private key is out of range. */
  publicKey(privateKey: Uint8Array, isCompressed?: boolean): Uint8Array;
  /** Any form to another. Throws when the point is not on the curve. */
  convertPoint(point: Uint8Array, isCompressed: boolean): Uint8Array;
  /** `r` and `s`, one behind the other. */
  sign(digest: Uint8Array, privateKey: Uint8Array): Uint8Array;
  verify(signature: Uint8Array, digest: Uint8Array, publicKey: Uint8Array): boolean;
  sharedSecret(privateKey: Uint8Array, publicKey: Uint8Array): Uint8Array;
}

/** Ed25519, X25519 and their larger kin: keys are plain bytes. */
export interface OctetCurve {
  readonly form: 'octets';
  readonly name: 'ed25519' | 'ed448' | 'x25519' | 'x448';
  readonly jwkName: string;
  readonly identifier: string;
  readonly byteLength: number;
  newPrivateKey(): Uint8Array;
  publicKey(privateKey: Uint8Array): Uint8Array;
  sign: ((message: Uint8Array, privateKey: Uint8Array) => Uint8Array) | null;
  verify: ((signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array) => boolean) | null;
  sharedSecret: ((privateKey: Uint8Array, publicKey: Uint8Array) => Uint8Array) | null;
}

type NobleWeierstrass = typeof p256;

function weierstrass(name: string, jwkName: string, identifier: string, curve: NobleWeierstrass): WeierstrassCurve {
  const { n: order, nByteLength, Fp } = { n: curve.Point.Fn.ORDER, nByteLength: curve.Point.Fn.BYTES, Fp: curve.Point.Fp };
  return {
    form: 'weierstrass',
    name,
    jwkName,
    identifier,
    byteLength: nByteLength,
    order,
    newPrivateKey: () => curve.utils.randomSecretKey(),
    publicKey: (privateKey, isCompressed = false) => curve.getPublicKey(privateKey, isCompressed),
    convertPoint: (point, isCompressed) => curve.Point.fromBytes(point).toBytes(isCompressed),
    // OpenSSL takes and gives either half of `s`; what is signed is the digest itself.
    sign: (digest, privateKey) => curve.sign(digest, privateKey, { lowS: false, prehash: false }).toBytes('compact'),
    verify: (signature, digest, publicKey) => {
      try {
        return curve.verify(signature, digest, publicKey, { lowS: false, prehash: false, format: 'compact' });
      } catch {
        // A number in it is out of range.
        return false;
      }
    },
    sharedSecret: (privateKey, publicKey) => curve.getSharedSecret(privateKey, publicKey, true).slice(1, 1 + Fp.BYTES),
  };
}

/** In the order in which Node lists them is of no use: it lists 82, most of them for nobody. */
const weierstrassCurves: readonly WeierstrassCurve[] = [
  weierstrass('prime256v1', 'P-256', '1.2.840.10045.3.1.7', p256),
  weierstrass('secp256k1', 'secp256k1', '1.3.132.0.10', secp256k1),
  weierstrass('secp384r1', 'P-384', '1.3.132.0.34', p384),
  weierstrass('secp521r1', 'P-521', '1.3.132.0.35', p521),
];

const octetCurves: readonly OctetCurve[] = [
  {
    form: 'octets',
    name: 'ed25519',
    jwkName: 'Ed25519',
    identifier: '1.3.101.112',
    byteLength: 32,
    newPrivateKey: () => ed25519.utils.randomSecretKey(),
    publicKey: (key) => ed25519.getPublicKey(key),
    sign: (message, key) => ed25519.sign(message, key),
    verify: (signature, message, key) => ed25519.verify(signature, message, key, { zip215: false }),
    sharedSecret: null,
  },
  {
    form: 'octets',
    name: 'ed448',
    jwkName: 'Ed448',
    identifier: '1.3.101.113',
    byteLength: 57,
    newPrivateKey: () => ed448.utils.randomSecretKey(),
    publicKey: (key) => ed448.getPublicKey(key),
    sign: (message, key) => ed448.sign(message, key),
    verify: (signature, message, key) => ed448.verify(signature, message, key, { zip215: false }),
    sharedSecret: null,
  },
  {
    form: 'octets',
    name: 'x25519',
    jwkName: 'X25519',
    identifier: '1.3.101.110',
    byteLength: 32,
    newPrivateKey: () => x25519.utils.randomSecretKey(),
    publicKey: (key) => x25519.getPublicKey(key),
    sign: null,
    verify: null,
    sharedSecret: (privateKey, publicKey) => x25519.getSharedSecret(privateKey, publicKey),
  },
  {
    form: 'octets',
    name: 'x448',
    jwkName: 'X448',
    identifier: '1.3.101.111',
    byteLength: 56,
    newPrivateKey: () => x448.utils.randomSecretKey(),
    publicKey: (key) => x448.getPublicKey(key),
    sign: null,
    verify: null,
    sharedSecret: (privateKey, publicKey) => x448.getSharedSecret(privateKey, publicKey),
  },
];

/** `prime256v1` and its names elsewhere: `P-256`, `secp256r1`. */
export function findWeierstrassCurve(name: unknown): WeierstrassCurve | undefined {
  const written = name === 'secp256r1' ? 'prime256v1' : name;
  return weierstrassCurves.find((curve) => [curve.name, curve.jwkName, curve.identifier].includes(String(written)));
}

export function requireWeierstrassCurve(name: unknown): WeierstrassCurve {
  const curve = findWeierstrassCurve(name);
  if (curve === undefined) throw nodeError(TypeError, 'ERR_CRYPTO_INVALID_CURVE', 'Invalid EC curve name');
  return curve;
}

export const findOctetCurve = (name: string): OctetCurve | undefined =>
  octetCurves.find((curve) => curve.name === name || curve.jwkName === name || curve.identifier === name);

/** A point in any form, uncompressed. */
export function readPoint(curve: WeierstrassCurve, point: Uint8Array): Uint8Array {
  try {
    return curve.convertPoint(point, false);
  } catch {
    throw opensslError('08000066', 'elliptic curve routines', 'invalid encoding');
  }
}
