import { Buffer } from '../../base/buffer-class.ts';
import { DerReader, derTags } from '../keys/der.ts';
import { readName, showName } from './distinguished-name.ts';

/** The context tags of GeneralName in RFC 5280. */
const tags = { email: 0x81, dns: 0x82, directory: 0xa4, uri: 0x86, address: 0x87, registered: 0x88 };

const KEY_IDENTIFIER_TAG = 0x80;

export interface GeneralName {
  kind: 'email' | 'DNS' | 'URI' | 'IP Address' | 'DirName' | 'Registered ID' | 'othername';
  value: string;
}

function showAddress(bytes: Uint8Array): string {
  if (bytes.length === 4) return bytes.join('.');
  if (bytes.length !== 16) return '<invalid>';
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Array.from({ length: 8 }, (_, index) =>
    view
      .getUint16(index * 2)
      .toString(16)
      .toUpperCase(),
  ).join(':');
}

export function readGeneralName(reader: DerReader): GeneralName {
  const tag = reader.nextTag;
  const content = reader.read(tag);
  const text = () => Buffer.from(content).toString('latin1');
  if (tag === tags.email) return { kind: 'email', value: text() };
  if (tag === tags.dns) return { kind: 'DNS', value: text() };
  if (tag === tags.uri) return { kind: 'URI', value: text() };
  if (tag === tags.address) return { kind: 'IP Address', value: showAddress(content) };
  if (tag === tags.directory) return { kind: 'DirName', value: showName(readName(content)).replaceAll('\n', ', ') };
  if (tag === tags.registered) return { kind: 'Registered ID', value: '<unsupported>' };
  return { kind: 'othername', value: '<unsupported>' };
}

export function readGeneralNames(bytes: Uint8Array): GeneralName[] {
  const names: GeneralName[] = [];
  for (const reader = new DerReader(bytes).readSequence(); !reader.isDone; ) names.push(readGeneralName(reader));
  return names;
}

/** Quotes a value that could be taken for more than one name. */
const quoted = (value: string): string => (/[^\x21\x23-\x2b\x2d-\x5b\x5d-\x7e]/.test(value) ? JSON.stringify(value) : value);

export const showGeneralName = ({ kind, value }: GeneralName): string => `${kind}:${quoted(value)}`;

const accessMethods = new Map([
  ['1.3.6.1.5.5.7.48.1', 'OCSP'],
  ['1.3.6.1.5.5.7.48.2', 'CA Issuers'],
]);

export interface AccessEntry {
  method: string;
  location: GeneralName;
}

/** Reads where information about the issuer is available. */
export function readAccessEntries(bytes: Uint8Array): AccessEntry[] {
  const entries: AccessEntry[] = [];
  for (const reader = new DerReader(bytes).readSequence(); !reader.isDone; ) {
    const entry = reader.readSequence();
    const identifier = entry.readObjectIdentifier();
    entries.push({ method: accessMethods.get(identifier) ?? identifier, location: readGeneralName(entry) });
  }
  return entries;
}

export function readIdentifiers(bytes: Uint8Array): string[] {
  const found: string[] = [];
  for (const reader = new DerReader(bytes).readSequence(); !reader.isDone; ) found.push(reader.readObjectIdentifier());
  return found;
}

/** Returns whether the certificate belongs to a certificate authority. */
export function readIsAuthority(bytes: Uint8Array): boolean {
  const fields = new DerReader(bytes).readSequence();
  return fields.nextTag === derTags.boolean && fields.read(derTags.boolean)[0] !== 0;
}

/** Returns the identifier of the issuer's key, or undefined if the certificate has none. */
export function readAuthorityKey(bytes: Uint8Array): Uint8Array | undefined {
  const fields = new DerReader(bytes).readSequence();
  return fields.nextTag === KEY_IDENTIFIER_TAG ? fields.read(KEY_IDENTIFIER_TAG) : undefined;
}

export const readSubjectKey = (bytes: Uint8Array): Uint8Array => new DerReader(bytes).read(derTags.octetString);
