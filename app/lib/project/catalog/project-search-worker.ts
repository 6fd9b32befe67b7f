import { openDatabase } from '../../persistence/database.ts';
import { createJournalStore } from '../../persistence/journal-store.ts';
import { createProjectFileStore } from '../../persistence/project-file-store.ts';
import { createProjectStore } from '../../persistence/project-store.ts';
import { workerChannel } from '../../workers/worker-channel.ts';
import { type ProjectHit, searchProjects } from './project-search.ts';
import type { FromProjectSearch, ToProjectSearch } from './search-in-worker.ts';

// Entry of the worker that searches all projects, so that the page stays responsive. It only reads, and the page terminates it.

const channel = workerChannel<ToProjectSearch, FromProjectSearch>();

/** Milliseconds between two messages. The first hit is sent at once. */
const PAUSE_MS = 100;

channel.onmessage = ({ data }) => {
  search(data).then(
    () => channel.postMessage({ type: 'done' }),
    (error: unknown) => channel.postMessage({ type: 'failed', why: String(error) }),
  );
};

async function search({ databaseName, query }: ToProjectSearch): Promise<void> {
  // When a newer version of the page upgrades the database, this search ends with an error.
  const database = await openDatabase(databaseName, { onClosed: () => undefined });
  const stores = {
    projects: createProjectStore(database),
    journal: createJournalStore(database, Date.now),
    files: createProjectFileStore(database),
  };
  // Hits are batched: one message each would make the page redraw its list thousands of times.
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
