import { createCurve } from '@noble/curves/_shortw_utils';
import { Field } from '@noble/curves/abstract/modular';
import { ed448, x448 } from '@noble/curves/ed448';
import { ed25519, x25519 } from '@noble/curves/ed25519';
import { p256, p384, p521 } from '@noble/curves/nist';
import { secp256k1 } from '@noble/curves/secp256k1';
import { sha256 } from '@noble/hashes/sha2';
import { nodeError } from '../../errors/node-error.ts';
import { opensslError } from './openssl-error.ts';

/** A Weierstrass curve, for ECDSA and ECDH. */
export interface WeierstrassCurve {
  readonly form: 'weierstrass';
  readonly name: string;
  /** Null if JSON web keys have no name for it. */
  readonly jwkName: string | null;
  readonly identifier: string;
  /** The length of a private key in bytes. */
  readonly byteLength: number;
  readonly order: bigint;
  /** The length of a coordinate in bytes. */
  readonly fieldLength: number;
  /** The parameters of y² = x³ + ax + b over the field of p. */
  readonly numbers: Readonly<Record<'p' | 'a' | 'b' | 'order' | 'cofactor', bigint>>;
  /** The generator, uncompressed. */
  readonly basePoint: Uint8Array;
  newPrivateKey(): Uint8Array;
  /** Returns the public key, uncompressed by default. Throws if the private key is out of range. */
  publicKey(privateKey: Uint8Array, isCompressed?: boolean): Uint8Array;
  /** Converts a point from any form. Throws if the point is not on the curve. */
  convertPoint(point: Uint8Array, isCompressed: boolean): Uint8Array;
  /** Returns `r` and `s`, concatenated. */
  sign(digest: Uint8Array, privateKey: Uint8Array): Uint8Array;
  verify(signature: Uint8Array, digest: Uint8Array, publicKey: Uint8Array): boolean;
  sharedSecret(privateKey: Uint8Array, publicKey: Uint8Array): Uint8Array;
}

/** Ed25519, X25519, Ed448 and X448, whose keys are plain bytes. */
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

function weierstrass(name: string, jwkName: string | null, identifier: string, curve: NobleWeierstrass): WeierstrassCurve {
  const { p, a, b, h } = curve.Point.CURVE();
  const { n: order, nByteLength, Fp } = { n: curve.Point.Fn.ORDER, nByteLength: curve.Point.Fn.BYTES, Fp: curve.Point.Fp };
  return {
    form: 'weierstrass',
    name,
    jwkName,
    identifier,
    byteLength: nByteLength,
    order,
    fieldLength: Fp.BYTES,
    numbers: { p, a, b, order, cofactor: h },
    basePoint: curve.Point.BASE.toBytes(false),
    newPrivateKey: () => curve.utils.randomSecretKey(),
    publicKey: (privateKey, isCompressed = false) => curve.getPublicKey(privateKey, isCompressed),
    convertPoint: (point, isCompressed) => curve.Point.fromBytes(point).toBytes(isCompressed),
    // OpenSSL accepts and produces either half of `s`; the digest itself is signed.
    sign: (digest, privateKey) => curve.sign(digest, privateKey, { lowS: false, prehash: false }).toBytes('compact'),
    verify: (signature, digest, publicKey) => {
      try {
        return curve.verify(signature, digest, publicKey, { lowS: false, prehash: false, format: 'compact' });
      } catch {
        // A number in the signature is out of range.
        return false;
      }
    },
    sharedSecret: (privateKey, publicKey) => curve.getSharedSecret(privateKey, publicKey, true).slice(1, 1 + Fp.BYTES),
  };
}

const P224_FIELD = 2n ** 224n - 2n ** 96n + 1n;

/** FIPS 186-4, D.1.2.2. */
const p224 = createCurve(
  {
    Fp: Field(P224_FIELD),
    a: P224_FIELD - 3n,
    b: 0xb4050a850c04b3abf54132565044b0b7d7bfd8ba270b39432355ffb4n,
    Gx: 0xb70e0cbd6bb4bf7f321390b94a03c1d356c21122343280d6115c1d21n,
    Gy: 0xbd376388b5f723fb4c22dfe6cd4375a05a07476444d5819985007e34n,
    n: 0xffffffffffffffffffffffffffff16a2e0b8f03e13dd29455c5c2a3dn,
    h: 1n,
    lowS: false,
  },
  sha256,
);

/** OpenSSL has 82 curves, most of them unused in practice. */
const weierstrassCurves: readonly WeierstrassCurve[] = [
  weierstrass('prime256v1', 'P-256', '1.2.840.10045.3.1.7', p256),
  weierstrass('secp224r1', null, '1.3.132.0.33', p224),
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

export const weierstrassNames: readonly string[] = weierstrassCurves.map(({ name }) => name);

/** Finds a curve by any of its names: `prime256v1`, `P-256`, `secp256r1`. */
export function findWeierstrassCurve(name: unknown): WeierstrassCurve | undefined {
  const written = name === 'secp256r1' ? 'prime256v1' : name === 'P-224' ? 'secp224r1' : name;
  return weierstrassCurves.find((curve) => [curve.name, curve.jwkName, curve.identifier].includes(String(written)));
}

/** Finds the curve with this field and order. */
export const findCurveOfNumbers = (p: bigint, order: bigint): WeierstrassCurve | undefined =>
  weierstrassCurves.find(({ numbers }) => numbers.p === p && numbers.order === order);

export function requireWeierstrassCurve(name: unknown): WeierstrassCurve {
  const curve = findWeierstrassCurve(name);
  if (curve === undefined) throw nodeError(TypeError, 'ERR_CRYPTO_INVALID_CURVE', 'Invalid EC curve name');
  return curve;
}

export const findOctetCurve = (name: string): OctetCurve | undefined =>
  octetCurves.find((curve) => curve.name === name || curve.jwkName === name || curve.identifier === name);

/** Converts a point of any form to the uncompressed form. */
export function readPoint(curve: WeierstrassCurve, point: Uint8Array): Uint8Array {
  try {
    return curve.convertPoint(point, false);
  } catch {
    throw opensslError('08000066', 'elliptic curve routines', 'invalid encoding');
  }
}
