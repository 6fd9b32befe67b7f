import type { Command } from '../page/keys/command.ts';
import { AGENT_COMMANDS } from './lists/agent-commands.ts';
import { CHANGE_COMMANDS } from './lists/change-commands.ts';
import { CHAT_COMMANDS } from './lists/chat-commands.ts';
import { EDITOR_COMMANDS } from './lists/editor-commands.ts';
import { FILE_COMMANDS } from './lists/file-commands.ts';
import { MESSAGE_COMMANDS } from './lists/message-commands.ts';
import { PREVIEW_COMMANDS } from './lists/preview-commands.ts';
import { PROJECT_COMMANDS } from './lists/project-commands.ts';
import { SETTINGS_COMMANDS } from './lists/settings-commands.ts';
import { TERMINAL_COMMANDS } from './lists/terminal-commands.ts';
import { VIEW_COMMANDS } from './lists/view-commands.ts';

/**
 * All commands, in the palette's order. Shortcuts, palette, tooltips and Settings → Shortcuts read this list; each command is an entry in
 * one of these lists.
 */
export const COMMANDS: readonly Command[] = [
  ...AGENT_COMMANDS,
  ...CHAT_COMMANDS,
  ...FILE_COMMANDS,
  ...EDITOR_COMMANDS,
  ...PROJECT_COMMANDS,
  ...VIEW_COMMANDS,
  ...CHANGE_COMMANDS,
  ...PREVIEW_COMMANDS,
  ...TERMINAL_COMMANDS,
  ...MESSAGE_COMMANDS,
  ...SETTINGS_COMMANDS,
];

const BY_ID: ReadonlyMap<string, Command> = new Map(COMMANDS.map((command) => [command.id, command]));

export function commandOf(id: string): Command | undefined {
  return BY_ID.get(id);
}
