import type { ContentHash, ProjectId } from '../protocol/ids.ts';
import { unpackBlob } from './blob-codec.ts';
import type { DevonzDatabase } from './database.ts';

export interface StoredFile {
  path: string;
  hash: ContentHash;
  size: number;
  isExecutable?: true;
}

/** Reads the files of a project as the journals left them. Writing goes through the journal store. */
export interface ProjectFileStore {
  list(projectId: ProjectId): Promise<StoredFile[]>;
  read(hash: ContentHash): Promise<Uint8Array | null>;
  /** The same of many at once; those that are not there are left out. */
  readAll(hashes: Iterable<ContentHash>): Promise<ReadonlyMap<ContentHash, Uint8Array>>;
}

/** A transaction for each would cost more than reading it; the page breathes between two batches. */
const READ_AT_ONCE = 200;

export function createProjectFileStore(database: DevonzDatabase): ProjectFileStore {
  return {
    async list(projectId) {
      const range = IDBKeyRange.bound([projectId, ''], [projectId, '\uffff']);
      const { store } = database.transaction('files');
      const [keys, values] = await Promise.all([store.getAllKeys(range), store.getAll(range)]);
      return values.flatMap((value, index) => {
        const path = keys[index]?.[1];
        return path === undefined ? [] : [{ path, ...value }];
      });
    },
    async read(hash) {
      return await unpackBlob(await database.get('blobs', hash));
    },
    async readAll(hashes) {
      const contents = new Map<ContentHash, Uint8Array>();
      const wanted = [...new Set(hashes)];
      for (let at = 0; at < wanted.length; at += READ_AT_ONCE) {
        const batch = wanted.slice(at, at + READ_AT_ONCE);
        const { store } = database.transaction('blobs');
        const stored = await Promise.all(batch.map((hash) => store.get(hash)));
        for (const [index, hash] of batch.entries()) {
          const content = await unpackBlob(stored[index]);
          if (content !== null) contents.set(hash, content);
        }
      }
      return contents;
    },
  };
}
