const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const DIGITS = '0123456789';
const LONGEST_NUMBER = 200;
/** Minimum number of letters and digits: a shorter form could occur in any text. */
const SHORTEST_CODED = 10;
const SHORTEST_SPREAD = 12;
/** Digits alone (character codes) must be longer than a number in a log. */
const SHORTEST_DIGITS = 18;

/** The spellings of a secret, for the two kinds of search. */
export interface Spellings {
  /** Searched character by character, ignoring case. */
  exact: string[];
  /** Searched in letters and digits only: other characters between them, including line breaks, are ignored. */
  compact: string[];
}

/** Returns the spellings of a value that are searched for; decision 0061 lists them, and those that are not. */
export function spellingsOf(value: string): Spellings {
  const bytes = new TextEncoder().encode(value);
  const reversed = [...value].reverse().join('');
  const escaped = JSON.stringify(value).slice(1, -1);
  const escapedTwice = JSON.stringify(escaped).slice(1, -1);
  const inAddress = encodedPart(value);
  const exact = [
    ...[value, reversed, escaped, escapedTwice, inAddress, encodedPart(inAddress), asEntities(value), rotated(value)],
    ...[rotatedSigns(value), asNumber(bytes, BASE58), asNumber(bytes, DIGITS)],
  ];
  const spread = [
    ...[value, reversed, escaped, escapedTwice, inAddress, encodedPart(inAddress), rotated(value)],
    ...[numbered(value, 0), numbered(value, 1), everySecond(value, 0), everySecond(value, 1), value.replace(/./gsu, '$&$&')],
  ].map(compacted);
  const coded = [
    ...cores(bytes, 6, BASE64),
    ...cores(new TextEncoder().encode(reversed), 6, BASE64),
    ...cores(bytes, 5, BASE32),
    ...cores(wideBytes(value), 6, BASE64),
    ...codedTwice(bytes),
    ...codedLetters(
      bytes,
      [...value].map((letter) => letter.charCodeAt(0)),
    ),
  ].map(compacted);
  return {
    exact: distinct(exact),
    compact: distinct([
      ...spread.filter((text) => text.length >= SHORTEST_SPREAD && (/\d/.test(text) || text.length >= 2 * SHORTEST_SPREAD)),
      ...coded.filter((text) => text.length >= (/^\d+$/.test(text) ? SHORTEST_DIGITS : SHORTEST_CODED)),
    ]),
  };
}

/** Returns the letters and digits in lower case. */
export function compacted(text: string): string {
  return text.replace(/[^A-Za-z0-9]/g, '').toLowerCase();
}

/** Spellings with a number per character: hexadecimal, decimal, octal and binary, with their prefixes. */
function codedLetters(bytes: Uint8Array, codes: readonly number[]): string[] {
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0'));
  const words = (from: number) => pairsFrom(hex, from).map(([first, second]) => second + first);
  return [
    hex.join(''),
    [...hex].reverse().join(''),
    hex.map((digits) => `x${digits}`).join(''),
    hex.map((digits) => `0x${digits}`).join(''),
    hex.map((digits) => `25${digits}`).join(''),
    hex.map((digits) => `00${digits}`).join(''),
    hex.map((digits) => `${digits}00`).join(''),
    codes.map((code) => `u${code.toString(16).padStart(4, '0')}`).join(''),
    codes.map((code) => `u${code.toString(16)}`).join(''),
    codes.map(String).join(''),
    [...codes].reverse().map(String).join(''),
    codes.map((code) => String(code).padStart(3, '0')).join(''),
    codes.map((code) => code.toString(8)).join(''),
    codes.map((code) => code.toString(8).padStart(3, '0')).join(''),
    codes.map((code) => `0${code.toString(8).padStart(3, '0')}`).join(''),
    codes.map((code) => code.toString(2).padStart(8, '0')).join(''),
    codes.map((code) => code.toString(2).padStart(7, '0')).join(''),
    codes.map((code) => `0o${code.toString(8)}`).join(''),
    codes.map((code) => code.toString(2)).join(''),
    codes.map((code) => `u${code.toString(16).padStart(8, '0')}`).join(''),
    codes.map((code, index) => `${index}${code}`).join(''),
    [...hex.join('')].reverse().join(''),
    words(0).join(''),
    words(1).join(''),
  ];
}

/** Base64 of base64 and of hexadecimal, and reversed base64, each of the value alone. */
function codedTwice(bytes: Uint8Array): string[] {
  const [core = ''] = cores(bytes, 6, BASE64);
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const again = [core, hex].flatMap((text) => cores(new TextEncoder().encode(text), 6, BASE64));
  return [...again, [...core].reverse().join('')];
}

/** Returns two bytes per character, low byte first. */
function wideBytes(text: string): Uint8Array {
  return Uint8Array.from([...text].flatMap((letter) => [letter.charCodeAt(0) & 255, letter.charCodeAt(0) >> 8]));
}

/** Puts its index before each character, as objects, entries and maps of characters are printed. */
function numbered(text: string, first: number): string {
  return [...text].map((letter, index) => `${first + index}${letter}`).join('');
}

/** Puts every second character first, then the others. */
function everySecond(text: string, first: number): string {
  const letters = [...text];
  return [first, 1 - first].flatMap((rest) => letters.filter((_, index) => index % 2 === rest)).join('');
}

/** Returns all bytes as one number; empty for longer values, which are not printed like that. */
function asNumber(bytes: Uint8Array, alphabet: string): string {
  if (bytes.length > LONGEST_NUMBER) return '';
  let rest = bytes.reduce((number, byte) => number * 256n + BigInt(byte), 0n);
  let text = '';
  for (const base = BigInt(alphabet.length); rest > 0n; rest /= base) text = `${alphabet[Number(rest % base)]}${text}`;
  return text;
}

function pairsFrom(items: readonly string[], from: number): [string, string][] {
  const pairs: [string, string][] = [];
  for (let at = from; at + 1 < items.length; at += 2) pairs.push([items[at] ?? '', items[at + 1] ?? '']);
  return pairs;
}

/**
 * Returns, for each alignment, the part of a text in an encoding with so many bits per letter that does not depend on the surrounding
 * bytes.
 */
function cores(bytes: Uint8Array, bits: number, alphabet: string): string[] {
  return Array.from({ length: bits === 6 ? 3 : 5 }, (_, before) => {
    const from = Math.ceil((before * 8) / bits) * bits - before * 8;
    let core = '';
    for (let at = from; at + bits <= bytes.length * 8; at += bits) {
      let letter = 0;
      for (let bit = at; bit < at + bits; bit++) letter = letter * 2 + (((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1);
      core += alphabet[letter];
    }
    return core;
  });
}

function rotated(text: string): string {
  return text.replace(/[A-Za-z]/g, (letter) => {
    const first = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first);
  });
}

/** Rotates all printable ASCII characters (ROT47). */
function rotatedSigns(text: string): string {
  return text.replace(/[!-~]/g, (sign) => String.fromCharCode(33 + ((sign.charCodeAt(0) - 33 + 47) % 94)));
}

function asEntities(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');
}

/** Lone surrogates cannot be encoded, so they are replaced first. */
function encodedPart(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter((text) => text !== '');
}
