import type { Command } from '../command.ts';
import { CommandError } from '../command.ts';
import { parseOptions } from '../parse-options.ts';

export const base64: Command = async (context) => {
  const { flags, operands, value } = parseOptions(context, {
    flags: 'di',
    values: 'w',
    long: { decode: 'd', wrap: 'w', 'ignore-garbage': 'i' },
  });
  const [path = '-'] = operands;
  const bytes = await context.files.readBytes(path);
  if (flags.has('d')) {
    try {
      await context.stdout.writeBytes(
        Uint8Array.from(atob(new TextDecoder().decode(bytes).replace(flags.has('i') ? /[^A-Za-z0-9+/=]/g : /\s/g, '')), (character) =>
          character.charCodeAt(0),
        ),
      );
    } catch {
      throw new CommandError('invalid input');
    }
    return 0;
  }
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  const text = btoa(binary);
  const width = Number(value('w') ?? '76');
  const wrapped = width === 0 ? text : (text.match(new RegExp(`.{1,${width}}`, 'g')) ?? []).map((line) => `${line}\n`).join('');
  await context.stdout.write(wrapped);
  return 0;
};
