import { joinPath } from '../../text/resolve-path.ts';
import type { Command } from '../command.ts';
import { CommandError } from '../command.ts';
import { parseOptions } from '../parse-options.ts';

export const mktemp: Command = async (context) => {
  const { flags, operands, value } = parseOptions(context, {
    flags: 'dqtu',
    values: 'p',
    long: { directory: 'd', tmpdir: 'p', quiet: 'q' },
  });
  const [template = 'tmp.XXXXXXXXXX'] = operands;
  const run = /X{3,}(?=[^X]*$)/.exec(template);
  if (run === null) throw new CommandError(`too few X's in template '${template}'`);
  const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
  const random = [...crypto.getRandomValues(new Uint8Array(run[0].length))].map((byte) => letters[byte % letters.length]).join('');
  const name = template.slice(0, run.index) + random + template.slice(run.index + run[0].length);
  const isInTemporary = operands.length === 0 || flags.has('t') || value('p') !== null;
  const path = isInTemporary ? joinPath(value('p') ?? context.env.get('TMPDIR') ?? '/tmp', name) : name;
  if (flags.has('d')) context.system.sync('mkdir', context.files.resolve(path), false, 0o700);
  else if (!flags.has('u')) context.files.writeBytes(path, new Uint8Array(0), 0o600);
  await context.stdout.writeLine(path);
  return 0;
};
