import { openDatabase } from '../../persistence/database.ts';
import { createJournalStore } from '../../persistence/journal-store.ts';
import { createProjectFileStore } from '../../persistence/project-file-store.ts';
import { createProjectStore } from '../../persistence/project-store.ts';
import { searchProjects } from './project-search.ts';
import type { FromProjectSearch, ToProjectSearch } from './search-in-worker.ts';

// Entry of the worker that goes through all projects for a search, so that the page stays free. It only reads, and is ended from outside.

// The worker's side of its channel: the app's types are the page's, where `postMessage` wants an origin.
const channel = globalThis as unknown as {
  onmessage: ((event: { data: ToProjectSearch }) => void) | null;
  postMessage(message: FromProjectSearch): void;
};

channel.onmessage = ({ data }) => {
  search(data).then(
    () => channel.postMessage({ type: 'done' }),
    (error: unknown) => channel.postMessage({ type: 'failed', why: String(error) }),
  );
};

async function search({ databaseName, query }: ToProjectSearch): Promise<void> {
  // A newer version of the page takes the storage over: this search ends with an error.
  const database = await openDatabase(databaseName, { onClosed: () => undefined });
  const stores = {
    projects: createProjectStore(database),
    journal: createJournalStore(database, Date.now),
    files: createProjectFileStore(database),
  };
  await searchProjects(query, stores, (hit) => channel.postMessage({ type: 'hit', hit }));
  database.close();
}
