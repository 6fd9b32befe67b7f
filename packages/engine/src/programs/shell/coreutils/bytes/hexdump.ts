import type { Command } from '../command.ts';
import { parseOptions } from '../parse-options.ts';
import { bytesOf, dotted, hex, printable } from './byte-dump.ts';

/** Implements `hexdump` and `hd`: -C (canonical), -c, -b, -x, and two-byte words by default. */
export const hexdump: Command = async (context) => {
  const { flags, operands, value } = parseOptions(context, { flags: 'Cbcdoxv', values: 'ns' });
  const skip = Number(value('s') ?? '0');
  const bytes = await bytesOf(operands, context, skip, value('n') === null ? null : Number(value('n')));
  const isCanonical = flags.has('C') || context.name === 'hd';
  const width = isCanonical ? 8 : 7;
  let previous = '';
  let isStarred = false;
  for (let offset = 0; offset < bytes.length; offset += 16) {
    const row = bytes.subarray(offset, offset + 16);
    if (String(row) === previous && row.length === 16 && !flags.has('v')) {
      if (!isStarred) await context.stdout.writeLine('*');
      isStarred = true;
      continue;
    }
    previous = String(row);
    isStarred = false;
    await context.stdout.writeLine((skip + offset).toString(16).padStart(width, '0') + (isCanonical ? canonical(row) : plain(row, flags)));
  }
  if (bytes.length > 0) await context.stdout.writeLine((skip + bytes.length).toString(16).padStart(width, '0'));
  return 0;
};

function canonical(row: Uint8Array): string {
  const half = (part: Uint8Array) => Array.from(part, hex).join(' ');
  return `  ${`${half(row.subarray(0, 8)).padEnd(23)}  ${half(row.subarray(8))}`.padEnd(50)}|${dotted(row)}|`;
}

function plain(row: Uint8Array, flags: ReadonlySet<string>): string {
  if (flags.has('c'))
    return Array.from(row, (byte) => ` ${printable(byte).padStart(3)}`)
      .join('')
      .padEnd(64);
  if (flags.has('b'))
    return Array.from(row, (byte) => ` ${byte.toString(8).padStart(3, '0')}`)
      .join('')
      .padEnd(64);
  let text = '';
  for (let index = 0; index < row.length; index += 2) {
    const word = (row[index] ?? 0) | ((row[index + 1] ?? 0) << 8);
    if (flags.has('d')) text += `   ${String(word).padStart(5, '0')}`;
    else if (flags.has('o')) text += `  ${word.toString(8).padStart(6, '0')}`;
    else if (flags.has('x')) text += `    ${word.toString(16).padStart(4, '0')}`;
    else text += ` ${word.toString(16).padStart(4, '0')}`;
  }
  const cell = flags.has('d') || flags.has('o') || flags.has('x') ? 8 : 5;
  return text.padEnd(8 * cell);
}
