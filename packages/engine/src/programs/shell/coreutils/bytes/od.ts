import type { Command } from '../command.ts';
import { CommandError } from '../command.ts';
import { parseOptions } from '../parse-options.ts';
import { bytesOf, printable } from './byte-dump.ts';

interface Column {
  size: number;
  width: number;
  format: (bytes: Uint8Array) => string;
}

/** Implements `od`: octal words by default; -c, -x, -b, -d, -o, and -t with a, c, d, o, u, x and a size. */
export const od: Command = async (context) => {
  const { flags, operands, values, value } = parseOptions(context, {
    flags: 'abcdhilosxv',
    values: 'AjNtwS',
    long: { 'address-radix': 'A', 'skip-bytes': 'j', 'read-bytes': 'N', format: 't', width: 'w', 'output-duplicates': 'v' },
  });
  const skip = Number(value('j') ?? '0');
  const bytes = await bytesOf(operands, context, skip, value('N') === null ? null : Number(value('N')));
  const types = [...(values.get('t') ?? []).flatMap((text) => text.match(/[acdoux](?:\d+|[CSIL])?z?/g) ?? bad(text)), ...shortTypes(flags)];
  const columns = (types.length === 0 ? ['o2'] : types).map(columnOf);
  const width = Number(value('w') ?? '16');
  const cell = Math.max(...columns.map((column) => column.width / column.size));
  let previous = '';
  let isStarred = false;
  for (let offset = 0; offset < bytes.length; offset += width) {
    const row = bytes.subarray(offset, offset + width);
    const key = String(row);
    if (key === previous && row.length === width && !flags.has('v')) {
      if (!isStarred) await context.stdout.writeLine('*');
      isStarred = true;
      continue;
    }
    previous = key;
    isStarred = false;
    for (const [index, column] of columns.entries()) {
      const address =
        index === 0 ? addressText(skip + offset, value('A') ?? 'o') : addressText(skip + offset, value('A') ?? 'o').replace(/./g, ' ');
      await context.stdout.writeLine(address + cells(row, column, Math.ceil(cell * column.size)));
    }
  }
  const end = addressText(skip + bytes.length, value('A') ?? 'o');
  if (end !== '') await context.stdout.writeLine(end);
  return 0;
};

function bad(text: string): never {
  throw new CommandError(`invalid type string '${text}'`);
}

function shortTypes(flags: ReadonlySet<string>): string[] {
  const meanings: [string, string][] = [
    ['a', 'a'],
    ['b', 'o1'],
    ['c', 'c'],
    ['d', 'u2'],
    ['h', 'x2'],
    ['i', 'd4'],
    ['l', 'd8'],
    ['o', 'o2'],
    ['s', 'd2'],
    ['x', 'x2'],
  ];
  return meanings.filter(([letter]) => flags.has(letter)).map(([, type]) => type);
}

const sizes = new Map([
  ['C', 1],
  ['S', 2],
  ['I', 4],
  ['L', 8],
]);

function columnOf(type: string): Column {
  const letter = type[0] ?? 'o';
  const sizeText = type.slice(1).replace('z', '');
  const size = letter === 'a' || letter === 'c' ? 1 : (sizes.get(sizeText) ?? Number(sizeText || '4'));
  if (letter === 'c') return { size: 1, width: 4, format: ([byte = 0]) => printable(byte) };
  if (letter === 'a') return { size: 1, width: 4, format: ([byte = 0]) => asciiName(byte & 127) };
  const bits = BigInt(size * 8);
  const digits =
    letter === 'x' ? size * 2 : letter === 'o' ? Math.ceil((size * 8) / 3) : String((1n << bits) - 1n).length + (letter === 'd' ? 1 : 0);
  return {
    size,
    width: digits + 1,
    format: (bytes) => {
      let value = 0n;
      for (const [index, byte] of bytes.entries()) value |= BigInt(byte) << BigInt(index * 8);
      if (letter === 'x') return value.toString(16).padStart(digits, '0');
      if (letter === 'o') return value.toString(8).padStart(digits, '0');
      return String(letter === 'd' ? BigInt.asIntN(Number(bits), value) : value);
    },
  };
}

function cells(row: Uint8Array, column: Column, width: number): string {
  let text = '';
  for (let index = 0; index < row.length; index += column.size) {
    text += column.format(row.subarray(index, index + column.size)).padStart(width);
  }
  return text;
}

function addressText(offset: number, radix: string): string {
  if (radix === 'n') return '';
  if (radix === 'd') return String(offset).padStart(7, '0');
  return radix === 'x' ? offset.toString(16).padStart(6, '0') : offset.toString(8).padStart(7, '0');
}

const controlNames =
  'nul soh stx etx eot enq ack bel bs ht nl vt ff cr so si dle dc1 dc2 dc3 dc4 nak syn etb can em sub esc fs gs rs us sp'.split(' ');

function asciiName(byte: number): string {
  return byte === 127 ? 'del' : (controlNames[byte] ?? String.fromCharCode(byte));
}
