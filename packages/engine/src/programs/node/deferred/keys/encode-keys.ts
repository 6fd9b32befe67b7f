import { toBytes } from '../numbers/big-integers.ts';
import type { WeierstrassCurve } from './curves.ts';
import {
  contextTag,
  derTags,
  encodeBits,
  encodeDer,
  encodeInteger,
  encodeNothing,
  encodeObjectIdentifier,
  encodeOctets,
  encodeSequence,
} from './der.ts';
import { digestIdentifier } from './digest-identifiers.ts';
import type { PrivateKeyData, PssLimits, PublicKeyData } from './key-data.ts';
import type { KeyStructure } from './key-encoding.ts';
import {
  DIFFIE_HELLMAN_IDENTIFIER,
  DSA_IDENTIFIER,
  EC_IDENTIFIER,
  PRIME_FIELD_IDENTIFIER,
  RSA_IDENTIFIER,
  RSA_MASK_IDENTIFIER,
  RSA_PSS_IDENTIFIER,
} from './key-identifiers.ts';
import type { RsaPrivate, RsaPublic } from './rsa.ts';

function digestElement(name: string): Uint8Array {
  return encodeSequence(encodeObjectIdentifier(digestIdentifier(name) ?? ''), encodeNothing());
}

function encodePssLimits({ hash, maskHash, saltLength }: PssLimits): Uint8Array {
  return encodeSequence(
    encodeDer(contextTag(0), digestElement(hash)),
    encodeDer(contextTag(1), encodeSequence(encodeObjectIdentifier(RSA_MASK_IDENTIFIER), digestElement(maskHash))),
    encodeDer(contextTag(2), encodeInteger(BigInt(saltLength))),
  );
}

/** Encodes the curve's numbers instead of its name (X9.62). */
function encodeExplicitCurve(curve: WeierstrassCurve): Uint8Array {
  const { p, a, b, order, cofactor } = curve.numbers;
  const size = curve.fieldLength;
  return encodeSequence(
    encodeInteger(1n),
    encodeSequence(encodeObjectIdentifier(PRIME_FIELD_IDENTIFIER), encodeInteger(p)),
    encodeSequence(encodeOctets(toBytes(a, size)), encodeOctets(toBytes(b, size))),
    encodeOctets(curve.basePoint),
    encodeInteger(order),
    encodeInteger(cofactor),
  );
}

const encodeCurve = (data: { curve: WeierstrassCurve; isExplicit?: boolean }): Uint8Array =>
  data.isExplicit === true ? encodeExplicitCurve(data.curve) : encodeObjectIdentifier(data.curve.identifier);

function algorithmElement(data: PublicKeyData): Uint8Array {
  switch (data.kind) {
    case 'ec':
      return encodeSequence(encodeObjectIdentifier(EC_IDENTIFIER), encodeCurve(data));
    case 'octets':
      return encodeSequence(encodeObjectIdentifier(data.curve.identifier));
    case 'dsa': {
      const { p, q, g } = data.parameters;
      return encodeSequence(encodeObjectIdentifier(DSA_IDENTIFIER), encodeSequence(...[p, q, g].map(encodeInteger)));
    }
    case 'dh': {
      const { prime, generator } = data.numbers;
      const numbers = encodeSequence(encodeInteger(prime), encodeInteger(generator));
      return encodeSequence(encodeObjectIdentifier(DIFFIE_HELLMAN_IDENTIFIER), numbers);
    }
    default:
      if (data.pss === null) return encodeSequence(encodeObjectIdentifier(RSA_IDENTIFIER), encodeNothing());
      return encodeSequence(encodeObjectIdentifier(RSA_PSS_IDENTIFIER), ...(data.pss === 'any' ? [] : [encodePssLimits(data.pss)]));
  }
}

const rsaPublicElement = ({ n, e }: RsaPublic): Uint8Array => encodeSequence(encodeInteger(n), encodeInteger(e));

const rsaPrivateElement = ({ n, e, d, p, q, dp, dq, qi }: RsaPrivate): Uint8Array =>
  encodeSequence(...[0n, n, e, d, p, q, dp, dq, qi].map(encodeInteger));

/** Encodes a key as in RFC 5915. In PKCS #8 the curve is outside this element. */
function ecPrivateElement(data: PrivateKeyData & { kind: 'ec' }, withCurve: boolean): Uint8Array {
  return encodeSequence(
    encodeInteger(1n),
    encodeOctets(data.privateKey),
    ...(withCurve ? [encodeDer(contextTag(0), encodeCurve(data))] : []),
    encodeDer(contextTag(1), encodeBits(data.publicKey)),
  );
}

function publicBits(data: PublicKeyData): Uint8Array {
  if (data.kind === 'rsa') return rsaPublicElement(data.key);
  return data.kind === 'dsa' || data.kind === 'dh' ? encodeInteger(data.y) : data.publicKey;
}

/** `type` is spki, or pkcs1, which only RSA has. */
export function encodePublicKey(data: PublicKeyData, type: KeyStructure | undefined): Uint8Array {
  if (type === 'pkcs1' && data.kind === 'rsa') return rsaPublicElement(data.key);
  return encodeSequence(algorithmElement(data), encodeBits(publicBits(data)));
}

function privateContent(data: PrivateKeyData): Uint8Array {
  if (data.kind === 'rsa') return rsaPrivateElement(data.key);
  if (data.kind === 'ec') return ecPrivateElement(data, false);
  return data.kind === 'octets' ? encodeDer(derTags.octetString, data.privateKey) : encodeInteger(data.x);
}

/** `type` is pkcs8, pkcs1 (RSA) or sec1 (elliptic curves). */
export function encodePrivateKey(data: PrivateKeyData, type: KeyStructure | undefined): Uint8Array {
  if (type === 'pkcs1' && data.kind === 'rsa') return rsaPrivateElement(data.key);
  if (type === 'sec1' && data.kind === 'ec') return ecPrivateElement(data, true);
  return encodeSequence(encodeInteger(0n), algorithmElement(data), encodeOctets(privateContent(data)));
}
