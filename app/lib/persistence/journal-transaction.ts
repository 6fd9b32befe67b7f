import type { DevonzDatabase } from './migrations/database-schema.ts';

/** What several writers of the journal share; others go through their stores. */
export type JournalTransaction = ReturnType<typeof openTransaction>;

export function openTransaction(database: DevonzDatabase) {
  return database.transaction(
    ['records', 'chats', 'projects', 'blobs', 'packed', 'packs', 'files', 'partials', 'snapshots', 'workspaces', 'folders'],
    'readwrite',
  );
}
