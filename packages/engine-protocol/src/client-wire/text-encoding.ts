/** Node's names of encodings. */
export type TextEncodingName = 'utf8' | 'utf16le' | 'latin1' | 'ascii' | 'base64' | 'base64url' | 'hex';

const NAMES: ReadonlyMap<string, TextEncodingName> = new Map([
  ['utf8', 'utf8'],
  ['utf-8', 'utf8'],
  ['utf16le', 'utf16le'],
  ['utf-16le', 'utf16le'],
  ['ucs2', 'utf16le'],
  ['ucs-2', 'utf16le'],
  ['latin1', 'latin1'],
  ['binary', 'latin1'],
  ['ascii', 'ascii'],
  ['base64', 'base64'],
  ['base64url', 'base64url'],
  ['hex', 'hex'],
]);

/** More arguments than this overflow the stack of `String.fromCharCode`. */
const CHUNK = 32_768;

export function textEncodingName(name: string): TextEncodingName {
  const known = NAMES.get(name.toLowerCase());
  if (known === undefined) throw new TypeError(`Unknown encoding: ${name}`);
  return known;
}

export function encodeText(text: string, encoding: TextEncodingName): Uint8Array {
  switch (encoding) {
    case 'utf8':
      return new TextEncoder().encode(text);
    case 'utf16le':
      return new Uint8Array(Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)).buffer);
    case 'latin1':
    case 'ascii':
      return Uint8Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
    case 'base64':
    case 'base64url':
      return encodeText(
        atob(
          text
            .replaceAll('-', '+')
            .replaceAll('_', '/')
            .replace(/[^A-Za-z0-9+/]/g, ''),
        ),
        'latin1',
      );
    case 'hex':
      return Uint8Array.from(text.match(/[\da-f]{2}/gi) ?? [], (pair) => Number.parseInt(pair, 16));
  }
}

export function decodeText(bytes: Uint8Array, encoding: TextEncodingName): string {
  switch (encoding) {
    case 'utf8':
      return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    case 'utf16le':
      return new TextDecoder('utf-16le', { ignoreBOM: true }).decode(bytes.subarray(0, bytes.byteLength & ~1));
    case 'latin1':
      return latin1(bytes);
    case 'ascii':
      return latin1(bytes.map((byte) => byte & 0x7f));
    case 'base64':
      return btoa(latin1(bytes));
    case 'base64url':
      return btoa(latin1(bytes)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
    case 'hex':
      return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  }
}

/** TextDecoder's `latin1` is windows-1252, which differs between 0x80 and 0x9f. */
function latin1(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.byteLength; at += CHUNK) text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return text;
}
