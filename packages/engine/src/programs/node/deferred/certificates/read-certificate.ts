import { Buffer } from '../../base/buffer-class.ts';
import { decodeSpki } from '../keys/decode-keys.ts';
import { contextTag, DerError, DerReader, derTags } from '../keys/der.ts';
import type { PublicKeyData } from '../keys/key-data.ts';
import { opensslError } from '../keys/openssl-error.ts';
import { decodePem } from '../keys/pem.ts';

/** The fields of RFC 5280 that Node shows. Names are in their encoded form. */
export interface ParsedCertificate {
  raw: Uint8Array;
  /** The bytes that are signed. */
  signed: Uint8Array;
  serialNumber: string;
  issuer: Uint8Array;
  subject: Uint8Array;
  validFrom: Date;
  validTo: Date;
  publicKey: PublicKeyData;
  spki: Uint8Array;
  /** By object identifier. */
  extensions: ReadonlyMap<string, Uint8Array>;
  signatureAlgorithm: string;
  signature: Uint8Array;
}

const FIRST_YEAR_OF_CENTURY = 50;

function readTime(reader: DerReader): Date {
  const isShort = reader.nextTag === derTags.utcTime;
  const text = Buffer.from(reader.read(isShort ? derTags.utcTime : derTags.generalizedTime)).toString('latin1');
  const digits = isShort ? `${Number(text.slice(0, 2)) < FIRST_YEAR_OF_CENTURY ? '20' : '19'}${text}` : text;
  const part = (from: number, length: number) => Number(digits.slice(from, from + length));
  return new Date(Date.UTC(part(0, 4), part(4, 2) - 1, part(6, 2), part(8, 2), part(10, 2), part(12, 2)));
}

function readExtensions(fields: DerReader): Map<string, Uint8Array> {
  const extensions = new Map<string, Uint8Array>();
  while (!fields.isDone && fields.nextTag !== contextTag(3)) fields.skip();
  if (fields.isDone) return extensions;
  for (const list = new DerReader(fields.read(contextTag(3))).readSequence(); !list.isDone; ) {
    const extension = list.readSequence();
    const identifier = extension.readObjectIdentifier();
    if (extension.nextTag === derTags.boolean) extension.skip();
    extensions.set(identifier, extension.read(derTags.octetString));
  }
  return extensions;
}

function parse(raw: Uint8Array): ParsedCertificate {
  const outer = new DerReader(raw).readSequence();
  const { content, whole: signed } = outer.readElement(derTags.sequence);
  const fields = new DerReader(content);
  if (fields.nextTag === contextTag(0)) fields.skip();
  const serial = Buffer.from(fields.read(derTags.integer)).toString('hex').toUpperCase();
  fields.skip();
  const issuer = fields.readElement(derTags.sequence).whole;
  const validity = fields.readSequence();
  const [validFrom, validTo] = [readTime(validity), readTime(validity)];
  const subject = fields.readElement(derTags.sequence).whole;
  const spki = fields.readElement(derTags.sequence).whole;
  return {
    raw,
    signed,
    serialNumber: serial.replace(/^(?:00)+(?=.)/, ''),
    issuer,
    subject,
    validFrom,
    validTo,
    publicKey: decodeSpki(spki),
    spki,
    extensions: readExtensions(fields),
    signatureAlgorithm: outer.readSequence().readObjectIdentifier(),
    signature: outer.readBits(),
  };
}

/** Parses a PEM, or the DER bytes themselves. */
export function readCertificate(bytes: Uint8Array): ParsedCertificate {
  const isPem = bytes[0] !== derTags.sequence;
  try {
    const raw = isPem ? decodePem(Buffer.from(bytes).toString('latin1'), (label) => label.endsWith('CERTIFICATE')).bytes : bytes;
    return parse(raw.slice());
  } catch (error) {
    if (isPem && !(error instanceof DerError)) throw opensslError('0480006C', 'PEM routines', 'no start line');
    throw error instanceof DerError ? opensslError('0680007B', 'asn1 encoding routines', 'header too long') : error;
  }
}
