import type { CommandGroup } from './command.ts';

/** Why a command cannot be done now, and how the groups of commands are called. */
export const COMMANDS_TEXT = {
  otherTab: 'Another tab works on the project',
  beingWritten: 'The agent is writing the file',
  noText: 'The message box is empty',
  hasText: 'The message box is not empty',
  agentOff: 'Agent mode is off',
  noFolders: 'This browser lets no page write into a folder',
  groups: {
    agent: 'Agent',
    message: 'Message box',
    chats: 'Chats',
    project: 'Project',
    files: 'Files',
    editor: 'Editor',
    changes: 'Changes',
    preview: 'Preview',
    terminal: 'Terminal',
    view: 'View',
    settings: 'Settings',
  } satisfies Record<CommandGroup, string>,
} as const;
