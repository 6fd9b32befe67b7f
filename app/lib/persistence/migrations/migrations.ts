import { addProjects } from './add-projects.ts';
import type { Migration } from './migration.ts';

const createStores: Migration = (database) => {
  database.createObjectStore('records');
  database.createObjectStore('chats');
  database.createObjectStore('blobs');
  database.createObjectStore('files');
};

const addTelemetry: Migration = (database) => {
  database.createObjectStore('telemetry', { autoIncrement: true });
};

const addMcp: Migration = (database) => {
  database.createObjectStore('mcp');
};

/** Nothing is to be made: from here on a version of a file may be a symbolic link, which older versions of the app do not know. */
const allowLinks: Migration = () => undefined;

/** Nothing is to be made: from here on a row may hold many records, or all files that were brought in at once. */
const allowPacks: Migration = () => undefined;

/** Each hash of a pack leads to it. */
const addContentPacks: Migration = (database) => {
  database.createObjectStore('packed', { keyPath: 'id' }).createIndex('hashes', 'hashes', { multiEntry: true });
  database.createObjectStore('packs');
};

/**
 * `migrations[n]` takes a database of version n to version n + 1; the database's version is the list's length.
 * Append only: a released migration is never edited.
 */
export const migrations: readonly Migration[] = [createStores, addTelemetry, addMcp, addProjects, allowLinks, allowPacks, addContentPacks];
