import { joinBytes } from 'devonz-engine-protocol/join-bytes';

const simpleEscapes = new Map([
  ['a', '\x07'],
  ['b', '\b'],
  ['e', '\x1b'],
  ['E', '\x1b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
  ['\\', '\\'],
]);

/** `octal` matches the octal digits and their prefix. */
const escapePattern = (octal: string) =>
  new RegExp(`\\\\(?:x([\\dA-Fa-f]{1,2})|u([\\dA-Fa-f]{1,4})|U([\\dA-Fa-f]{1,8})|(${octal})|([\\s\\S]))`, 'g');
const AFTER_ZERO = escapePattern('0[0-7]{0,3}');
const WITH_ZERO = escapePattern('0[0-7]{0,3}|[1-7][0-7]{0,2}');
const PLAIN = escapePattern('[0-7]{1,3}');

/** Decodes the escapes of `echo -e`. Returns bytes, since `\xff` is a byte and not a character. `\c` ends the output. */
export function echoEscapes(text: string): { bytes: Uint8Array; isStopped: boolean } {
  return decode(text, AFTER_ZERO, true);
}

/** Decodes the escapes of `printf %b`, where `\101` needs no zero. */
export function argumentEscapes(text: string): { bytes: Uint8Array; isStopped: boolean } {
  return decode(text, WITH_ZERO, true);
}

/** Decodes the escapes of a `printf` format: three octal digits including a leading zero, and `\c` has no meaning. */
export function formatEscapes(text: string): Uint8Array {
  return decode(text, PLAIN, false).bytes;
}

function decode(text: string, pattern: RegExp, isEnding: boolean): { bytes: Uint8Array; isStopped: boolean } {
  const encoder = new TextEncoder();
  const chunks: Uint8Array[] = [];
  let last = 0;
  const addText = (plain: string) => chunks.push(encoder.encode(plain));
  let isStopped = false;
  for (const match of text.matchAll(pattern)) {
    const [whole, hex, short, long, octal, letter] = match;
    addText(text.slice(last, match.index));
    last = match.index + whole.length;
    if (letter === 'c' && isEnding) {
      isStopped = true;
      break;
    }
    if (hex !== undefined) chunks.push(Uint8Array.of(Number.parseInt(hex, 16)));
    else if (short !== undefined || long !== undefined) addText(String.fromCodePoint(Number.parseInt(short ?? long ?? '0', 16)));
    else if (octal !== undefined) chunks.push(Uint8Array.of(Number.parseInt(octal, 8) & 255));
    else if (!isEnding && (letter === '"' || letter === '?')) addText(letter);
    else addText(letter === undefined ? whole : (simpleEscapes.get(letter) ?? whole));
  }
  if (!isStopped) addText(text.slice(last));
  return {
    bytes: joinBytes(chunks),
    isStopped,
  };
}
