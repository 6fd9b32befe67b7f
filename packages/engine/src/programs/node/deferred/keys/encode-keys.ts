import { nodeError } from '../../errors/node-error.ts';
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
import { keyTypeName, type PrivateKeyData, type PssLimits, type PublicKeyData } from './key-data.ts';
import { EC_IDENTIFIER, RSA_IDENTIFIER, RSA_MASK_IDENTIFIER, RSA_PSS_IDENTIFIER } from './key-identifiers.ts';
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

function algorithmElement(data: PublicKeyData): Uint8Array {
  if (data.kind === 'ec') return encodeSequence(encodeObjectIdentifier(EC_IDENTIFIER), encodeObjectIdentifier(data.curve.identifier));
  if (data.kind === 'octets') return encodeSequence(encodeObjectIdentifier(data.curve.identifier));
  if (data.pss === null) return encodeSequence(encodeObjectIdentifier(RSA_IDENTIFIER), encodeNothing());
  const limits = data.pss === 'any' ? [] : [encodePssLimits(data.pss)];
  return encodeSequence(encodeObjectIdentifier(RSA_PSS_IDENTIFIER), ...limits);
}

const rsaPublicElement = ({ n, e }: RsaPublic): Uint8Array => encodeSequence(encodeInteger(n), encodeInteger(e));

const rsaPrivateElement = ({ n, e, d, p, q, dp, dq, qi }: RsaPrivate): Uint8Array =>
  encodeSequence(...[0n, n, e, d, p, q, dp, dq, qi].map(encodeInteger));

/** RFC 5915. Inside PKCS #8 the curve is outside. */
function ecPrivateElement(data: PrivateKeyData & { kind: 'ec' }, withCurve: boolean): Uint8Array {
  return encodeSequence(
    encodeInteger(1n),
    encodeOctets(data.privateKey),
    ...(withCurve ? [encodeDer(contextTag(0), encodeObjectIdentifier(data.curve.identifier))] : []),
    encodeDer(contextTag(1), encodeBits(data.publicKey)),
  );
}

function wrongType(type: unknown, needed: string): Error {
  return nodeError(Error, 'ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS', `The selected key encoding ${String(type)} ${needed}.`);
}

/** `type`: spki or pkcs1. */
export function encodePublicKey(data: PublicKeyData, type: unknown): Uint8Array {
  if (type === 'pkcs1') {
    if (keyTypeName(data) !== 'rsa' || data.kind !== 'rsa') throw wrongType(type, 'can only be used for RSA keys');
    return rsaPublicElement(data.key);
  }
  const bits = data.kind === 'rsa' ? rsaPublicElement(data.key) : data.publicKey;
  return encodeSequence(algorithmElement(data), encodeBits(bits));
}

/** `type`: pkcs8, pkcs1 or sec1. */
export function encodePrivateKey(data: PrivateKeyData, type: unknown): Uint8Array {
  if (type === 'pkcs1') {
    if (keyTypeName(data) !== 'rsa' || data.kind !== 'rsa') throw wrongType(type, 'can only be used for RSA keys');
    return rsaPrivateElement(data.key);
  }
  if (type === 'sec1') {
    if (data.kind !== 'ec') throw wrongType(type, 'can only be used for EC keys');
    return ecPrivateElement(data, true);
  }
  const content =
    data.kind === 'rsa'
      ? rsaPrivateElement(data.key)
      : data.kind === 'ec'
        ? ecPrivateElement(data, false)
        : encodeDer(derTags.octetString, data.privateKey);
  return encodeSequence(encodeInteger(0n), algorithmElement(data), encodeOctets(content));
}
