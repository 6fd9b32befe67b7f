import { t } from '../../../lib/i18n/t.ts';
import type { CommandGroup } from './command.ts';

/** Reasons why a command is disabled, and the names of the groups. */
export const COMMANDS_TEXT = {
  otherTab: () => t('Another tab works on the project'),
  atWork: () => t('The agent is at work'),
  beingWritten: () => t('The agent is writing the file'),
  noText: () => t('The message box is empty'),
  hasText: () => t('The message box is not empty'),
  agentOff: () => t('Agent mode is off'),
  noFolders: () => t('This browser lets no page write into a folder'),
  groups: {
    agent: () => t('Agent'),
    message: () => t('Message box'),
    chats: () => t('Chats'),
    project: () => t('Project'),
    files: () => t('Files'),
    editor: () => t('Editor'),
    changes: () => t('Changes'),
    preview: () => t('Preview'),
    terminal: () => t('Terminal'),
    view: () => t('View'),
    settings: () => t('Settings'),
  } satisfies Record<CommandGroup, () => string>,
} as const;
