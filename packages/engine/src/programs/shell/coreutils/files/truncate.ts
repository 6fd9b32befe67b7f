import { OpenFlag } from '../../../../abi/system-calls.ts';
import { parseCount } from '../../text/parse-size.ts';
import type { Command } from '../command.ts';
import { CommandError } from '../command.ts';
import { parseOptions } from '../parse-options.ts';

export const truncate: Command = async ({ files, system, ...context }) => {
  const { flags, operands, value } = parseOptions(context, {
    flags: 'co',
    values: 'sr',
    long: { size: 's', 'no-create': 'c', reference: 'r' },
  });
  const given = value('s');
  if (given === null && value('r') === null)
    throw new CommandError("you must specify either '--size' or '--reference'\nTry 'truncate --help' for more information.");
  if (operands.length === 0) throw new CommandError("missing file operand\nTry 'truncate --help' for more information.");
  for (const path of operands) {
    const status = files.find(path);
    if (status === null && flags.has('c')) continue;
    const descriptor = system.sync('open', files.resolve(path), OpenFlag.WRITE_ONLY | OpenFlag.CREATE, 0o666);
    try {
      system.sync('ftruncate', descriptor, sizeOf(given, status?.size ?? 0, value('r') === null ? 0 : files.stat(value('r') ?? '').size));
    } finally {
      system.sync('close', descriptor);
    }
  }
  return 0;
};

function sizeOf(text: string | null, current: number, reference: number): number {
  if (text === null) return reference;
  const [, sign = '', digits = ''] = /^([-+<>/%]?)(.+)$/.exec(text) ?? [];
  const size = parseCount(digits);
  if (size === null || size < 0) throw new CommandError(`Invalid number: '${text}'`);
  switch (sign) {
    case '+':
      return current + size;
    case '-':
      return Math.max(0, current - size);
    case '<':
      return Math.min(current, size);
    case '>':
      return Math.max(current, size);
    default:
      return size;
  }
}
