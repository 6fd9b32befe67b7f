import { OpenFlag } from '../../../../abi/system-calls.ts';
import { errorCode, errorText } from '../../text/error-text.ts';
import { parseCount } from '../../text/parse-size.ts';
import type { Command } from '../command.ts';
import { CommandError } from '../command.ts';
import { parseOptions } from '../parse-options.ts';

const HINT = "\nTry 'truncate --help' for more information.";
/** The unit of `-o`: the block size that `stat` reports for every file. */
const BLOCK_SIZE = 4096;

interface Size {
  /** The operation that relates `number` to the current size. */
  sign: '' | '+' | '-' | '<' | '>' | '/' | '%';
  number: number;
}

export const truncate: Command = async ({ files, system, ...context }) => {
  const { flags, operands, value } = parseOptions(context, {
    flags: 'co',
    values: 'sr',
    long: { size: 's', 'no-create': 'c', reference: 'r', 'io-blocks': 'o' },
  });
  const given = value('s');
  const size = given === null ? null : parseSize(given);
  const reference = value('r');
  if (size === null && reference === null) throw new CommandError(`you must specify either '--size' or '--reference'${HINT}`);
  if (size !== null && reference !== null && size.sign === '')
    throw new CommandError(`you must specify a relative '--size' with '--reference'${HINT}`);
  if (flags.has('o') && size === null) throw new CommandError(`'--io-blocks' was specified but '--size' was not${HINT}`);
  if (operands.length === 0) throw new CommandError(`missing file operand${HINT}`);
  const other = reference === null ? null : files.find(reference);
  if (reference !== null && other === null) throw new CommandError(`cannot stat '${reference}': No such file or directory`);
  let exitCode = 0;
  for (const path of operands) {
    const status = files.find(path);
    if (status === null && flags.has('c')) continue;
    try {
      const descriptor = system.sync('open', files.resolve(path), OpenFlag.WRITE_ONLY | OpenFlag.CREATE, 0o666);
      try {
        const current = other?.size ?? status?.size ?? 0;
        system.sync('ftruncate', descriptor, size === null ? current : newSize(size, current, flags.has('o') ? BLOCK_SIZE : 1));
      } finally {
        system.sync('close', descriptor);
      }
    } catch (error) {
      if (errorCode(error) === null) throw error;
      await context.stderr.writeLine(`truncate: cannot open '${path}' for writing: ${errorText(error)}`);
      exitCode = 1;
    }
  }
  return exitCode;
};

function parseSize(text: string): Size {
  const [, sign = '', digits = ''] = /^\s*([-+<>/%]?)\s*(.+)$/.exec(text) ?? [];
  const number = parseCount(digits);
  if (number === null || number < 0) throw new CommandError(`Invalid number: '${text}'`);
  if ((sign === '/' || sign === '%') && number === 0) throw new CommandError('division by zero');
  // The expression above guarantees one of them.
  return { sign: sign as Size['sign'], number };
}

function newSize({ sign, number }: Size, current: number, unit: number): number {
  const size = number * unit;
  switch (sign) {
    case '+':
      return current + size;
    case '-':
      return Math.max(0, current - size);
    case '<':
      return Math.min(current, size);
    case '>':
      return Math.max(current, size);
    case '/':
      return Math.floor(current / size) * size;
    case '%':
      return Math.ceil(current / size) * size;
    default:
      return size;
  }
}
