import type { DsaParameters } from '../numbers/primes.ts';
import type { OctetCurve, WeierstrassCurve } from './curves.ts';
import type { RsaPrivate, RsaPublic } from './rsa.ts';

/** The limits of an RSA-PSS key: digests and the minimum salt length. */
export interface PssLimits {
  hash: string;
  maskHash: string;
  saltLength: number;
}

interface RsaKind {
  kind: 'rsa';
  /** Null for an ordinary RSA key, `any` for RSA-PSS without limits. */
  pss: PssLimits | 'any' | null;
}
interface EcKind {
  kind: 'ec';
  curve: WeierstrassCurve;
  /** The uncompressed point. */
  publicKey: Uint8Array;
  /** Encoded with the curve's numbers instead of its name. */
  isExplicit?: boolean;
}
interface OctetKind {
  kind: 'octets';
  curve: OctetCurve;
  publicKey: Uint8Array;
}
interface DsaKind {
  kind: 'dsa';
  parameters: DsaParameters;
  y: bigint;
}

export interface DiffieHellmanNumbers {
  prime: bigint;
  generator: bigint;
}
interface DiffieHellmanKind {
  kind: 'dh';
  numbers: DiffieHellmanNumbers;
  y: bigint;
}

export type PublicKeyData = (RsaKind & { key: RsaPublic }) | EcKind | OctetKind | DsaKind | DiffieHellmanKind;
export type PrivateKeyData =
  | (RsaKind & { key: RsaPrivate })
  | (EcKind & { privateKey: Uint8Array })
  | (OctetKind & { privateKey: Uint8Array })
  | (DsaKind & { x: bigint })
  | (DiffieHellmanKind & { x: bigint });

export function publicPart(data: PrivateKeyData): PublicKeyData {
  switch (data.kind) {
    case 'rsa':
      return { kind: 'rsa', pss: data.pss, key: { n: data.key.n, e: data.key.e } };
    case 'ec':
      return { kind: 'ec', curve: data.curve, publicKey: data.publicKey, isExplicit: data.isExplicit === true };
    case 'octets':
      return { kind: 'octets', curve: data.curve, publicKey: data.publicKey };
    case 'dsa':
      return { kind: 'dsa', parameters: data.parameters, y: data.y };
    default:
      return { kind: 'dh', numbers: data.numbers, y: data.y };
  }
}

/** Returns Node's `asymmetricKeyType`. */
export function keyTypeName(data: PublicKeyData): string {
  if (data.kind === 'rsa') return data.pss === null ? 'rsa' : 'rsa-pss';
  return data.kind === 'octets' ? data.curve.name : data.kind;
}
