import { joinBytes } from '../streams/output-stream.ts';

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

const ESCAPE = /\\(?:x([\dA-Fa-f]{1,2})|u([\dA-Fa-f]{1,4})|U([\dA-Fa-f]{1,8})|(0?[0-7]{1,3})|([\s\S]))/g;

/**
 * The escapes of `echo -e` and of `printf %b`. Bytes, since `\xff` is a byte and no character. `\c` ends the output.
 */
export function echoEscapes(text: string): { bytes: Uint8Array; isStopped: boolean } {
  return decode(text, (octal) => octal.startsWith('0'));
}

/** The escapes of a `printf` format, where `\101` needs no zero. */
export function formatEscapes(text: string): Uint8Array {
  return decode(text, () => true).bytes;
}

function decode(text: string, isOctal: (digits: string) => boolean): { bytes: Uint8Array; isStopped: boolean } {
  const encoder = new TextEncoder();
  const chunks: Uint8Array[] = [];
  let last = 0;
  const addText = (plain: string) => chunks.push(encoder.encode(plain));
  let isStopped = false;
  for (const match of text.matchAll(ESCAPE)) {
    const [whole, hex, short, long, octal, letter] = match;
    addText(text.slice(last, match.index));
    last = match.index + whole.length;
    if (letter === 'c') {
      isStopped = true;
      break;
    }
    if (hex !== undefined) chunks.push(Uint8Array.of(Number.parseInt(hex, 16)));
    else if (short !== undefined || long !== undefined) addText(String.fromCodePoint(Number.parseInt(short ?? long ?? '0', 16)));
    else if (octal !== undefined && isOctal(octal)) chunks.push(Uint8Array.of(Number.parseInt(octal, 8) & 255));
    else addText(letter === undefined ? whole : (simpleEscapes.get(letter) ?? whole));
  }
  if (!isStopped) addText(text.slice(last));
  return {
    bytes: joinBytes(
      chunks,
      chunks.reduce((sum, chunk) => sum + chunk.length, 0),
    ),
    isStopped,
  };
}
