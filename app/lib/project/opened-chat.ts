import type { ChatId, ProjectId } from '../protocol/ids.ts';

/** The chat that a project is open for: what changes goes into its journal. */
export interface OpenedChat {
  chatId: ChatId;
  projectId: ProjectId;
}
