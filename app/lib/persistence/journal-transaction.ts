import type { DevonzDatabase } from './migrations/database-schema.ts';

/** The transaction shared by the writers of the journal; other code uses their stores. */
export type JournalTransaction = ReturnType<typeof openTransaction>;

export function openTransaction(database: DevonzDatabase) {
  return database.transaction(
    ['records', 'chats', 'projects', 'blobs', 'packed', 'packs', 'files', 'partials', 'snapshots', 'workspaces', 'folders'],
    'readwrite',
  );
}
