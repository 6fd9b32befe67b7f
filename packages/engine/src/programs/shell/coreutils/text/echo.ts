import { echoEscapes } from '../../text/escapes.ts';
import type { Command } from '../command.ts';

export const echo: Command = async ({ args, stdout }) => {
  let isNewline = true;
  let isEscaping = false;
  let index = 0;
  for (; index < args.length; index += 1) {
    const letters = /^-([neE]+)$/.exec(args[index] ?? '')?.[1];
    if (letters === undefined) break;
    for (const letter of letters) {
      if (letter === 'n') isNewline = false;
      else isEscaping = letter === 'e';
    }
  }
  const text = args.slice(index).join(' ');
  if (!isEscaping) {
    await stdout.write(text + (isNewline ? '\n' : ''));
    return 0;
  }
  const { bytes, isStopped } = echoEscapes(text);
  await stdout.writeBytes(bytes);
  if (isNewline && !isStopped) await stdout.write('\n');
  return 0;
};
