import type { Command, CommandContext } from '../command.ts';
import { parseOptions } from '../parse-options.ts';
import { bytesOf, dotted, hex } from './byte-dump.ts';

/** Implements `xxd`: -p (plain), -r (reverse), -b, -i, -c, -g, -l, -s, -u. */
export const xxd: Command = async (context) => {
  const { flags, operands, value } = parseOptions(context, {
    flags: 'prbiue',
    values: 'cgls',
    long: { cols: 'c', groupsize: 'g', len: 'l', plain: 'p', revert: 'r', uppercase: 'u', bits: 'b', include: 'i', seek: 's' },
  });
  const [path = '-', target] = operands;
  if (flags.has('r')) {
    const bytes = reverted(await context.files.readText(path), flags.has('p'));
    if (target === undefined) await context.stdout.writeBytes(bytes);
    else context.files.writeBytes(target, bytes);
    return 0;
  }
  const skip = Number(value('s') ?? '0');
  const bytes = await bytesOf([path], context, skip, value('l') === null ? null : Number(value('l')));
  const show = (byte: number) =>
    flags.has('b') ? byte.toString(2).padStart(8, '0') : flags.has('u') ? hex(byte).toUpperCase() : hex(byte);
  if (flags.has('i')) return include(bytes, path, context);
  const columns = Number(value('c') ?? (flags.has('p') ? '30' : flags.has('b') ? '6' : '16'));
  if (flags.has('p')) {
    for (let offset = 0; offset < bytes.length; offset += columns) {
      await context.stdout.writeLine(Array.from(bytes.subarray(offset, offset + columns), show).join(''));
    }
    return 0;
  }
  const isLittleEndian = flags.has('e');
  const group = Number(value('g') ?? (flags.has('b') ? '1' : isLittleEndian ? '4' : '2')) || columns;
  const cell = flags.has('b') ? 8 : 2;
  const width = columns * cell + Math.ceil(columns / group) - 1;
  for (let offset = 0; offset < bytes.length; offset += columns) {
    const row = bytes.subarray(offset, offset + columns);
    let text = '';
    if (isLittleEndian) text = littleEndian(row, group, show);
    else for (const [index, byte] of row.entries()) text += (index > 0 && index % group === 0 ? ' ' : '') + show(byte);
    await context.stdout.writeLine(`${(skip + offset).toString(16).padStart(8, '0')}: ${text.padEnd(width)}  ${dotted(row)}`);
  }
  return 0;
};

/** Prints the bytes of each group in reverse order, with a short group aligned right. */
function littleEndian(row: Uint8Array, group: number, show: (byte: number) => string): string {
  const words: string[] = [];
  for (let offset = 0; offset < row.length; offset += group) {
    const word = Array.from(row.subarray(offset, offset + group), show)
      .reverse()
      .join('');
    words.push(word.padStart(group * 2));
  }
  return words.join(' ');
}

function reverted(text: string, isPlain: boolean): Uint8Array {
  if (isPlain) return fromHex(text.replace(/\s/g, ''));
  const rows = text.split('\n').flatMap((line) => {
    const match = /^([\da-f]+):\s?((?:[\da-f]{2,}\s?)*)/i.exec(line);
    // Two blanks end the bytes; the text follows.
    return match === null
      ? []
      : [
          {
            offset: Number.parseInt(match[1] ?? '0', 16),
            bytes: fromHex((line.slice((match[1] ?? '').length + 1).split('  ')[0] ?? '').replace(/\s/g, '')),
          },
        ];
  });
  const size = Math.max(0, ...rows.map(({ offset, bytes }) => offset + bytes.length));
  const result = new Uint8Array(size);
  for (const { offset, bytes } of rows) result.set(bytes, offset);
  return result;
}

function fromHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/[\da-fA-F]{2}/g) ?? [], (pair) => Number.parseInt(pair, 16));
}

async function include(bytes: Uint8Array, path: string, { stdout }: CommandContext): Promise<number> {
  const name = path === '-' ? null : path.replace(/[^A-Za-z0-9]/g, '_');
  const rows: string[] = [];
  for (let offset = 0; offset < bytes.length; offset += 12) {
    rows.push(`  ${Array.from(bytes.subarray(offset, offset + 12), (byte) => `0x${hex(byte)}`).join(', ')}`);
  }
  const body = rows.join(',\n');
  await stdout.write(
    name === null ? `${body}\n` : `unsigned char ${name}[] = {\n${body}\n};\nunsigned int ${name}_len = ${bytes.length};\n`,
  );
  return 0;
}
