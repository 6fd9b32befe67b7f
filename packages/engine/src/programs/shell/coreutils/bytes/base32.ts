import type { Command } from '../command.ts';
import { CommandError } from '../command.ts';
import { base32 as encode, fromBase32 } from '../jq/jq-format.ts';
import { parseOptions } from '../parse-options.ts';

export const base32: Command = async (context) => {
  const { flags, operands, value } = parseOptions(context, {
    flags: 'di',
    values: 'w',
    long: { decode: 'd', wrap: 'w', 'ignore-garbage': 'i' },
  });
  const bytes = await context.files.readBytes(operands[0] ?? '-');
  if (flags.has('d')) {
    const decoded = fromBase32(new TextDecoder().decode(bytes).replace(flags.has('i') ? /[^A-Z2-7=]/g : /\s/g, ''));
    if (decoded === null) throw new CommandError('invalid input');
    await context.stdout.writeBytes(decoded);
    return 0;
  }
  const width = Number(value('w') ?? '76');
  const text = encode(bytes);
  await context.stdout.write(width === 0 ? text : text.replace(new RegExp(`.{1,${width}}`, 'g'), '$&\n'));
  return 0;
};
