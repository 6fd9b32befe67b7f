import type { Hasher } from '../agent/ports.ts';
import { t } from '../i18n/t.ts';
import { linkTargetOf } from '../protocol/files/file-version.ts';
import type { ContentHash, ProjectId } from '../protocol/ids.ts';
import { unpackBlob } from './blob-codec.ts';
import type { ReportDamage } from './damage.ts';
import type { DevonzDatabase } from './database.ts';
import { createLentContents, type LentContents } from './lent-contents.ts';
import { fileRowFrom, newestVersions, summaryStoresOf } from './stored-summaries.ts';

export interface StoredFile {
  path: string;
  hash: ContentHash;
  size: number;
  isExecutable?: true;
}

/** Reads the files of a project as the journals left them. Writing goes through the journal store. */
export interface ProjectFileStore {
  list(projectId: ProjectId): Promise<StoredFile[]>;
  /** Of a symbolic link the text of where it leads. */
  read(hash: ContentHash): Promise<Uint8Array | null>;
  /** The same of many at once; those that are not there are left out. */
  readAll(hashes: Iterable<ContentHash>): Promise<ReadonlyMap<ContentHash, Uint8Array>>;
}

/** A transaction for each would cost more than reading it; the page breathes between two batches. */
const READ_AT_ONCE = 200;

/** `hasher`: checks contents that are stored as they are; without it only what is compressed shows that it is damaged. */
export function createProjectFileStore(database: DevonzDatabase, report?: ReportDamage, hasher?: Hasher): ProjectFileStore & LentContents {
  const { get: lentContent, lend, takeBack } = createLentContents();
  const contentOf = async (hash: ContentHash, stored: unknown): Promise<Uint8Array | null> => {
    const content = await unpackBlob(stored);
    const isWhole = content !== null && (hasher === undefined || content !== stored || (await hasher.hash(content)) === hash);
    if (isWhole) return content;
    if (stored !== undefined) report?.({ key: `blobs ${hash}`, what: t('the content of a version of a file'), isRestored: false });
    return null;
  };
  return {
    lend,
    takeBack,
    async list(projectId) {
      const range = IDBKeyRange.bound([projectId, ''], [projectId, '\uffff']);
      const { store } = database.transaction('files');
      const [keys, values] = await Promise.all([store.getAllKeys(range), store.getAll(range)]);
      const rows = values.map(fileRowFrom);
      // Where a row is damaged the journals know the newest version as well.
      const journaled = rows.includes(null)
        ? await newestVersions(summaryStoresOf(database.transaction(['chats', 'records'])), projectId)
        : null;
      return rows.flatMap((read, index) => {
        const path = keys[index]?.[1];
        if (path === undefined) return [];
        const row = read ?? journaled?.get(path) ?? null;
        if (read === null)
          report?.({ key: `files ${projectId} ${path}`, what: t('the entry of the file {path}', { path }), isRestored: row !== null });
        return row === null ? [] : [{ path, ...row }];
      });
    },
    async read(hash) {
      return linkText(hash) ?? lentContent(hash) ?? contentOf(hash, await database.get('blobs', hash));
    },
    async readAll(hashes) {
      const contents = new Map<ContentHash, Uint8Array>();
      const wanted: ContentHash[] = [];
      for (const hash of new Set(hashes)) {
        const here = linkText(hash) ?? lentContent(hash);
        if (here === undefined) wanted.push(hash);
        else contents.set(hash, here);
      }
      for (let at = 0; at < wanted.length; at += READ_AT_ONCE) {
        const batch = wanted.slice(at, at + READ_AT_ONCE);
        const { store } = database.transaction('blobs');
        const stored = await Promise.all(batch.map((hash) => store.get(hash)));
        for (const [index, hash] of batch.entries()) {
          const content = await contentOf(hash, stored[index]);
          if (content !== null) contents.set(hash, content);
        }
      }
      return contents;
    },
  };
}

/** null: the version is that of a file. */
function linkText(version: ContentHash): Uint8Array | null {
  const target = linkTargetOf(version);
  return target === null ? null : new TextEncoder().encode(target);
}
