import { openDatabase } from '../../persistence/database.ts';
import { createJournalStore } from '../../persistence/journal-store.ts';
import { createProjectFileStore } from '../../persistence/project-file-store.ts';
import { createProjectStore } from '../../persistence/project-store.ts';
import { workerChannel } from '../../workers/worker-channel.ts';
import { type ProjectHit, searchProjects } from './project-search.ts';
import type { FromProjectSearch, ToProjectSearch } from './search-in-worker.ts';

// Entry of the worker that goes through all projects for a search, so that the page stays free. It only reads, and is ended from outside.

const channel = workerChannel<ToProjectSearch, FromProjectSearch>();

/** Between two messages: the first finding goes at once. */
const PAUSE_MS = 100;

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
  // Thousands of findings one by one would have the page draw its list thousands of times.
  let hits: ProjectHit[] = [];
  let sentAt = 0;
  const send = () => {
    if (hits.length > 0) channel.postMessage({ type: 'hits', hits });
    hits = [];
    sentAt = performance.now();
  };
  await searchProjects(query, stores, (hit) => {
    hits.push(hit);
    if (performance.now() - sentAt > PAUSE_MS) send();
  });
  send();
  database.close();
}
