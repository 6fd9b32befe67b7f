import { asBuffer, Buffer } from '../../base/buffer-class.ts';
import { outOfRange } from '../../errors/node-error.ts';
import { inputBytes } from '../crypto/byte-arguments.ts';
import { hashNamed } from '../crypto/hashes.ts';
import { decodeSpki } from '../keys/decode-keys.ts';
import { DerReader, derTags } from '../keys/der.ts';
import type { PublicKeyData } from '../keys/key-data.ts';
import { writePublicKey } from '../keys/key-material.ts';
import { verifyDigest } from '../keys/sign-digest.ts';
import { signatureDigest } from './signature-algorithms.ts';

const MOST_BYTES = 2 ** 31 - 1;

/** A signed public key and challenge, what `<keygen>` of browsers once sent. */
interface SignedKey {
  publicKey: PublicKeyData;
  challenge: Uint8Array;
  /** What is signed. */
  signed: Uint8Array;
  algorithm: string;
  signature: Uint8Array;
}

function read(given: unknown, encoding: unknown): SignedKey | null {
  const bytes = inputBytes(given, encoding, 'spkac');
  if (bytes.length > MOST_BYTES) throw outOfRange('spkac', `<= ${MOST_BYTES}`, bytes.length);
  const text = asBuffer(bytes)
    .toString('latin1')
    .replace(/^SPKAC=/, '')
    .trim();
  try {
    const outer = new DerReader(Buffer.from(text, 'base64')).readSequence();
    const { content, whole } = outer.readElement(derTags.sequence);
    const inner = new DerReader(content);
    const publicKey = decodeSpki(inner.readElement(derTags.sequence).whole);
    const challenge = inner.read(derTags.ia5String);
    return { publicKey, challenge, signed: whole, algorithm: outer.readSequence().readObjectIdentifier(), signature: outer.readBits() };
  } catch {
    // It is none; Node gives an empty answer.
    return null;
  }
}

function isAuthentic({ publicKey, signed, algorithm, signature }: SignedKey): boolean {
  const hash = signatureDigest(algorithm);
  const digest = hash === undefined ? undefined : hashNamed(hash)?.(signed);
  if (hash === undefined || digest === undefined) return false;
  return verifyDigest(publicKey, hash, digest, { signature, options: { padding: undefined, saltLength: undefined, isPlain: false } });
}

function verifySpkac(spkac: unknown, encoding?: unknown): boolean {
  const key = read(spkac, encoding);
  return key !== null && isAuthentic(key);
}

function exportPublicKey(spkac: unknown, encoding?: unknown): Buffer | string {
  const key = read(spkac, encoding);
  if (key === null) return '';
  return Buffer.from(String(writePublicKey(key.publicKey, { format: 'pem', type: 'spki', cipher: undefined, passphrase: undefined })));
}

function exportChallenge(spkac: unknown, encoding?: unknown): Buffer | string {
  const key = read(spkac, encoding);
  return key === null ? '' : Buffer.from(key.challenge);
}

/** `crypto.Certificate` */
export class Certificate {
  static readonly verifySpkac = verifySpkac;
  static readonly exportPublicKey = exportPublicKey;
  static readonly exportChallenge = exportChallenge;
  readonly verifySpkac = verifySpkac;
  readonly exportPublicKey = exportPublicKey;
  readonly exportChallenge = exportChallenge;
}
