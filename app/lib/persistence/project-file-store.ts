import type { ChatId, ContentHash } from '../protocol/ids.ts';
import type { DevonzDatabase } from './database.ts';

export interface StoredFile {
  path: string;
  hash: ContentHash;
  size: number;
}

/** Reads the files of a chat's project as the journal left them. Writing goes through the journal store. */
export interface ProjectFileStore {
  list(chatId: ChatId): Promise<StoredFile[]>;
  read(hash: ContentHash): Promise<Uint8Array | null>;
}

export function createProjectFileStore(database: DevonzDatabase): ProjectFileStore {
  return {
    async list(chatId) {
      const transaction = database.transaction('files');
      const found: StoredFile[] = [];
      for await (const cursor of transaction.store.iterate(IDBKeyRange.bound([chatId, ''], [chatId, '\uffff']))) {
        found.push({ path: cursor.key[1], ...cursor.value });
      }
      return found;
    },
    async read(hash) {
      return (await database.get('blobs', hash)) ?? null;
    },
  };
}
