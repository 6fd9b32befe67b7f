import { takesArguments } from '../../../lib/chat/prompts/prompt-template.ts';
import { SLASH_COMMANDS } from '../../../lib/chat/slash-commands/slash-command-list.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { ProjectPrompt } from '../../../lib/protocol/prompts/project-prompt.ts';
import type { KnownRoutine } from '../../../lib/settings/config/routines.ts';
import { visibleName } from '../../ui/text/visible-name.ts';

export interface SlashMenuItem {
  /** The content of the message box after the item is chosen. */
  insert: string;
  name: string;
  args: string;
  text: string;
  /** Whether Enter sends it at once, because nothing needs to be added. */
  isWhole: boolean;
}

/** Returns the menu's items for the typed text; empty if there is no menu. After `/run ` they are the routines. */
export function slashMenuItems(typed: string, routines: readonly KnownRoutine[], prompts: readonly ProjectPrompt[]): SlashMenuItem[] {
  const routine = /^\/run[ \t]+(\S*)$/i.exec(typed)?.[1];
  if (routine !== undefined) {
    const items = routines.map(({ name, description, command }) => ({
      insert: `/run ${name}`,
      name: `/run ${name}`,
      args: /\$[1-9*]/.test(command) ? t('[arguments]') : '',
      text: description === '' ? command : description,
      isWhole: !/\$[1-9]/.test(command),
    }));
    return fitting(items, `/run ${routine}`);
  }
  if (!/^\/[^\s/]*$/.test(typed)) return [];
  const items = SLASH_COMMANDS.map(({ name, args, text }) => ({
    insert: args() === '' ? `/${name}` : `/${name} `,
    name: `/${name}`,
    args: args(),
    text: text(),
    isWhole: args() === '',
  }));
  const ofProject = prompts.map(({ name, args, description, text }) => ({
    insert: takesArguments(text) ? `/${name} ` : `/${name}`,
    name: `/${name}`,
    args,
    text: visibleName([...(description === '' ? [] : [description]), t('prompt of this project')].join(' · ')),
    isWhole: !takesArguments(text),
  }));
  return fitting([...items, ...ofProject], typed.toLowerCase());
}

/** Returns items that begin with the text, then items that contain it. */
function fitting(items: readonly SlashMenuItem[], typed: string): SlashMenuItem[] {
  const starts = items.filter(({ name }) => name.startsWith(typed));
  const holds = items.filter(({ name }) => !name.startsWith(typed) && name.includes(typed.slice(1)));
  return [...starts, ...holds];
}
