import type { OctetCurve, WeierstrassCurve } from './curves.ts';
import type { RsaPrivate, RsaPublic } from './rsa.ts';

/** What a key of RSA-PSS allows: digests and the shortest salt. */
export interface PssLimits {
  hash: string;
  maskHash: string;
  saltLength: number;
}

interface RsaKind {
  kind: 'rsa';
  /** null: an ordinary RSA key. `any`: RSA-PSS without limits. */
  pss: PssLimits | 'any' | null;
}
interface EcKind {
  kind: 'ec';
  curve: WeierstrassCurve;
  /** Uncompressed point. */
  publicKey: Uint8Array;
}
interface OctetKind {
  kind: 'octets';
  curve: OctetCurve;
  publicKey: Uint8Array;
}

export type PublicKeyData = (RsaKind & { key: RsaPublic }) | EcKind | OctetKind;
export type PrivateKeyData =
  | (RsaKind & { key: RsaPrivate })
  | (EcKind & { privateKey: Uint8Array })
  | (OctetKind & { privateKey: Uint8Array });

export function publicPart(data: PrivateKeyData): PublicKeyData {
  if (data.kind === 'rsa') return { kind: 'rsa', pss: data.pss, key: { n: data.key.n, e: data.key.e } };
  if (data.kind === 'ec') return { kind: 'ec', curve: data.curve, publicKey: data.publicKey };
  return { kind: 'octets', curve: data.curve, publicKey: data.publicKey };
}

/** Node's `asymmetricKeyType`. */
export function keyTypeName(data: PublicKeyData): string {
  if (data.kind === 'rsa') return data.pss === null ? 'rsa' : 'rsa-pss';
  return data.kind === 'ec' ? 'ec' : data.curve.name;
}
