import type { ChatId, ProjectId } from '../protocol/ids.ts';

/** The chat for which a project is open: changes are recorded in its journal. */
export interface OpenedChat {
  chatId: ChatId;
  projectId: ProjectId;
}
