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

/** Changes no store: from this version on a file version may be a symbolic link, which older app versions do not know. */
const allowLinks: Migration = () => undefined;

/** Changes no store: from this version on a row may hold many records, or all files of an import. */
const allowPacks: Migration = () => undefined;

/** A pack is indexed by the hash of each of its contents. */
const addContentPacks: Migration = (database) => {
  database.createObjectStore('packed', { keyPath: 'id' }).createIndex('hashes', 'hashes', { multiEntry: true });
  database.createObjectStore('packs');
};

/** Changes no store: from this version on the user is called `user` in journals, a word that older app versions do not know there. */
const nameUser: Migration = () => undefined;

/** `migrations[n]` upgrades version n to n + 1; the current version is the length of the list. Append only: a released migration never changes. */
export const migrations: readonly Migration[] = [
  createStores,
  addTelemetry,
  addMcp,
  addProjects,
  allowLinks,
  allowPacks,
  addContentPacks,
  nameUser,
];
