import { t } from '../../../lib/i18n/t.ts';
import type { CommandGroup } from './command.ts';

/** The names of the groups. */
export const COMMAND_GROUPS: Readonly<Record<CommandGroup, () => string>> = {
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
};
