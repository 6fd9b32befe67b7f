import type { Hasher, IdSource } from '../agent/ports.ts';
import { type ChatId, chatIdSchema } from '../protocol/ids.ts';

/**
 * Which chat the open project is of. A runtime boots before its chat has been made, and its previews' origins are the project's own:
 * therefore the id of the chat to come is chosen with the empty project.
 */
export interface ProjectIdentity {
  /** null: an empty project, whose chat is still to be made. */
  enter(chatId: ChatId | null): void;
  /** The id for the chat that is being made of the empty project. */
  claim(): ChatId;
  /** The project's part of its previews' origins: the same for a chat whenever it is opened, and nothing to guess it from. */
  previewProject(): Promise<string>;
}

/** Hexadecimal digits: 80 bits. */
const PREVIEW_PROJECT_LENGTH = 20;

export function createProjectIdentity(ids: IdSource, hasher: Hasher): ProjectIdentity {
  const fresh = () => ({ chatId: chatIdSchema.parse(ids.next()), isClaimed: false });
  let current = fresh();
  return {
    enter(chatId) {
      current = chatId === null ? fresh() : { chatId, isClaimed: true };
    },
    claim() {
      // Two chats never have one id, whatever comes between.
      if (current.isClaimed) current = fresh();
      current.isClaimed = true;
      return current.chatId;
    },
    async previewProject() {
      // A hash: whoever sees a preview's address learns no chat's id from it.
      const hash = await hasher.hash(new TextEncoder().encode(`previews of ${current.chatId}`));
      return hash.slice(0, PREVIEW_PROJECT_LENGTH);
    },
  };
}
