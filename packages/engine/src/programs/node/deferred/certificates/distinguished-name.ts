import { Buffer } from '../../base/buffer-class.ts';
import { DerReader } from '../keys/der.ts';

/** OpenSSL's short names; other attributes are shown by their identifiers. */
const shortNames = new Map([
  ['2.5.4.3', 'CN'],
  ['2.5.4.4', 'SN'],
  ['2.5.4.5', 'serialNumber'],
  ['2.5.4.6', 'C'],
  ['2.5.4.7', 'L'],
  ['2.5.4.8', 'ST'],
  ['2.5.4.9', 'street'],
  ['2.5.4.10', 'O'],
  ['2.5.4.11', 'OU'],
  ['2.5.4.12', 'title'],
  ['2.5.4.15', 'businessCategory'],
  ['2.5.4.17', 'postalCode'],
  ['2.5.4.42', 'GN'],
  ['2.5.4.43', 'initials'],
  ['2.5.4.97', 'organizationIdentifier'],
  ['0.9.2342.19200300.100.1.1', 'UID'],
  ['0.9.2342.19200300.100.1.25', 'DC'],
  ['1.2.840.113549.1.9.1', 'emailAddress'],
  ['1.3.6.1.4.1.311.60.2.1.2', 'jurisdictionST'],
  ['1.3.6.1.4.1.311.60.2.1.3', 'jurisdictionC'],
]);

const SET = 0x31;
const stringTags = { utf8: 0x0c, teletex: 0x14, twoBytes: 0x1e };

export interface NamePart {
  name: string;
  value: string;
}

function readText(tag: number, content: Uint8Array): string {
  const bytes = Buffer.from(content);
  if (tag === stringTags.twoBytes) return bytes.swap16().toString('utf16le');
  return bytes.toString(tag === stringTags.utf8 ? 'utf8' : 'latin1');
}

/** Reads an X.501 name: groups of parts, usually of one part each. */
export function readName(element: Uint8Array): NamePart[][] {
  const groups: NamePart[][] = [];
  for (const outer = new DerReader(element).readSequence(); !outer.isDone; ) {
    const parts: NamePart[] = [];
    for (const group = new DerReader(outer.read(SET)); !group.isDone; ) {
      const part = group.readSequence();
      const identifier = part.readObjectIdentifier();
      const tag = part.nextTag;
      parts.push({ name: shortNames.get(identifier) ?? identifier, value: readText(tag, part.read(tag)) });
    }
    groups.push(parts);
  }
  return groups;
}

const CONTROL = /[\u0000-\u001f\u007f]/g;

/** Escapes a value as in RFC 2253. */
const escaped = (value: string): string =>
  value
    .replaceAll(/[,+"\\<>;]|^[ #]| $/g, '\\$&')
    .replaceAll(CONTROL, (character) => `\\${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);

/** Formats a name with one line for each group, as Node does. */
export const showName = (groups: readonly (readonly NamePart[])[]): string =>
  groups.map((parts) => parts.map(({ name, value }) => `${name}=${escaped(value)}`).join(' + ')).join('\n');

/** Returns the values by name; a repeated name has a list. */
export function nameAsObject(groups: readonly (readonly NamePart[])[]): Record<string, string | string[]> {
  const object: Record<string, string | string[]> = Object.create(null);
  for (const { name, value } of groups.flat()) {
    const known = object[name];
    object[name] = known === undefined ? value : [...(Array.isArray(known) ? known : [known]), value];
  }
  return object;
}
