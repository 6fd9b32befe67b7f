import { errorCode, errorText } from '../../text/error-text.ts';
import type { Command } from '../command.ts';
import { CommandError } from '../command.ts';
import { parseOptions } from '../parse-options.ts';

export const cmp: Command = async (context) => {
  const { flags, operands } = parseOptions(context, { flags: 'sl', long: { silent: 's', quiet: 's' }, exitCode: 2 });
  const [first, second = '-'] = operands;
  if (first === undefined) throw new CommandError("missing operand after 'cmp'\nTry 'cmp --help' for more information.", 2);
  for (const path of [first, second])
    if (path !== '-' && context.files.find(path) === null) throw new CommandError(`${path}: No such file or directory`, 2);
  const read = async (path: string): Promise<Uint8Array> => {
    try {
      return await context.files.readBytes(path);
    } catch (error) {
      throw errorCode(error) === null ? error : new CommandError(`${path}: ${errorText(error)}`, 2);
    }
  };
  const [left, right] = [await read(first), await read(second)];
  const length = Math.min(left.length, right.length);
  let line = 1;
  for (let index = 0; index < length; index += 1) {
    if (left[index] !== right[index]) {
      if (!flags.has('s')) await context.stdout.writeLine(`${first} ${second} differ: byte ${index + 1}, line ${line}`);
      return 1;
    }
    if (left[index] === 10) line += 1;
  }
  if (left.length === right.length) return 0;
  const [shorter, bytes] = left.length < right.length ? [first, left] : [second, right];
  const where =
    bytes.length === 0
      ? `EOF on ${shorter} which is empty`
      : `EOF on ${shorter} after byte ${bytes.length}, ${bytes.at(-1) === 10 ? '' : 'in '}line ${bytes.at(-1) === 10 ? line - 1 : line}`;
  if (!flags.has('s')) await context.stderr.writeLine(`cmp: ${where}`);
  return 1;
};
