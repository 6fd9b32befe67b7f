import { t } from '../../i18n/t.ts';
import { nearestName } from './nearest-name.ts';
import { parseSlashLine, type SlashLine } from './parse-slash-line.ts';
import type { SlashCommandDependencies } from './slash-command.ts';
import { SLASH_COMMANDS } from './slash-command-list.ts';

/** Why a text that begins with `/` is not a command; null if it is one or is a message. */
export function refusedLine(text: string): string | null {
  const line = parseSlashLine(text);
  if (line === null || SLASH_COMMANDS.some(({ name }) => name === line.name)) return null;
  const typed = /^\S*/.exec(line.text)?.[0] ?? '';
  // A path is not a misspelled command.
  const nearest = line.name.includes('/') ? undefined : nearestName(line.name, line.name === '' ? ['help'] : NAMES);
  if (nearest === undefined) return t('There is no command {typed}. /help lists them. Nothing was sent.', { typed });
  return t('There is no command {typed}. Did you mean /{name}? /help lists them. Nothing was sent.', { typed, name: nearest });
}

const NAMES = SLASH_COMMANDS.map(({ name }) => name);

/** Runs the command. An unknown command is not sent as a message unless the user confirms it. */
export async function runSlashLine(line: SlashLine, dependencies: SlashCommandDependencies): Promise<void> {
  const command = SLASH_COMMANDS.find((one) => one.name === line.name);
  if (command === undefined) return dependencies.offerToSend(refusedLine(line.text) ?? '', line.text);
  dependencies.noteUse(command.name);
  await command.run(line.args, dependencies);
}
