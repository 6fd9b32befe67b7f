import { nearestName } from './nearest-name.ts';
import type { SlashCommandDependencies } from './slash-command.ts';
import { SLASH_COMMANDS } from './slash-command-list.ts';

export interface SlashLine {
  name: string;
  args: string;
}

/** A line that begins with `/` and a word without another `/`; null: a message. A path at the beginning of a message is no command. */
export function parseSlashLine(text: string): SlashLine | null {
  const found = /^\/([^\s/]*)(?:\s+([\s\S]*))?$/.exec(text.trim());
  return found === null ? null : { name: (found[1] ?? '').toLowerCase(), args: found[2]?.trim() ?? '' };
}

/** Runs the command; one that does not exist is answered with the nearest. */
export async function runSlashLine({ name, args }: SlashLine, dependencies: SlashCommandDependencies): Promise<void> {
  const command = SLASH_COMMANDS.find((one) => one.name === name);
  if (command !== undefined) {
    dependencies.noteUse(command.name);
    await command.run(args, dependencies);
    return;
  }
  const names = SLASH_COMMANDS.map((one) => one.name);
  const nearest = name === '' ? 'help' : nearestName(name, names);
  dependencies.error(`There is no command /${name}. Did you mean /${nearest}? /help lists them.`);
}
