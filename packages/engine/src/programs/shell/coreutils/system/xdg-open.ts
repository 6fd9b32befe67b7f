import type { Command } from '../command.ts';
import { CommandError } from '../command.ts';
import { parseOptions } from '../parse-options.ts';

/** Asks the client to show a file or a URL. */
export const xdgOpen: Command = async (context) => {
  const { files, system } = context;
  const [text, ...more] = parseOptions(context, {}).operands;
  if (text === undefined || more.length > 0) throw new CommandError('usage: xdg-open { file | URL }');
  await system.async('notifyClient', { type: 'xdg-open', text: /^[a-z][a-z\d+.-]*:/i.test(text) ? text : files.resolve(text) });
  return 0;
};
