import { baseName } from '../../text/resolve-path.ts';
import type { Command } from '../command.ts';
import { CommandError } from '../command.ts';
import { parseOptions } from '../parse-options.ts';

export const basename: Command = async (context) => {
  const { flags, operands, value } = parseOptions(context, {
    flags: 'az',
    values: 's',
    long: { multiple: 'a', suffix: 's', zero: 'z' },
    isStopping: true,
  });
  const [first, second] = operands;
  if (first === undefined) throw new CommandError("missing operand\nTry 'basename --help' for more information.");
  const isMultiple = flags.has('a') || value('s') !== null;
  if (!isMultiple && operands.length > 2)
    throw new CommandError(`extra operand '${operands[2]}'\nTry 'basename --help' for more information.`);
  const suffix = value('s') ?? (isMultiple ? '' : (second ?? ''));
  for (const path of isMultiple ? operands : [first]) {
    const name = baseName(path);
    const isCut = suffix !== '' && name.endsWith(suffix) && name !== suffix;
    await context.stdout.write((isCut ? name.slice(0, -suffix.length) : name) + (flags.has('z') ? '\0' : '\n'));
  }
  return 0;
};
