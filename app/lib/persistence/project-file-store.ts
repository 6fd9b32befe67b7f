import type { Hasher } from '../agent/contract/ports.ts';
import { t } from '../i18n/t.ts';
import { linkTargetOf } from '../protocol/files/file-version.ts';
import type { ContentHash, ProjectId } from '../protocol/ids.ts';
import { unpackBlob } from './blob-codec.ts';
import { PackReader } from './contents/pack-reader.ts';
import type { ReportDamage } from './damage.ts';
import { createLentContents, type LentContents } from './lent-contents.ts';
import type { DevonzDatabase } from './migrations/database-schema.ts';
import { type FileRow, filesOf, type ProjectFiles } from './rows/project-files.ts';
import { newestVersions, summaryStoresOf } from './rows/stored-summaries.ts';

export interface StoredFile {
  path: string;
  hash: ContentHash;
  size: number;
  isExecutable?: true;
}

/** Reads a project's files from the database. Writes go through the journal store. */
export interface ProjectFileStore {
  list(projectId: ProjectId): Promise<StoredFile[]>;
  /** For a symbolic link, the text of its target. */
  read(hash: ContentHash): Promise<Uint8Array | null>;
  /** Reads many at once; missing ones are left out. */
  readAll(hashes: Iterable<ContentHash>): Promise<ReadonlyMap<ContentHash, Uint8Array>>;
}

/** One transaction each would cost more than the read itself; between two batches the page can respond. */
const READ_AT_ONCE = 200;

/** `hasher` verifies uncompressed contents; without it, damage is only detected in compressed ones. */
export function createProjectFileStore(database: DevonzDatabase, report?: ReportDamage, hasher?: Hasher): ProjectFileStore & LentContents {
  const { get: lentContent, lend, takeBack } = createLentContents();
  const contentOf = async (hash: ContentHash, stored: unknown): Promise<Uint8Array | null> => {
    const content = await unpackBlob(stored);
    const isWhole = content !== null && (hasher === undefined || content !== stored || (await hasher.hash(content)) === hash);
    if (isWhole) return content;
    if (stored !== undefined) report?.({ key: `blobs ${hash}`, what: t('the content of a version of a file'), isRestored: false });
    return null;
  };
  const packs = new PackReader(database, hasher, (id, isRestored) =>
    report?.({ key: `packs ${id}`, what: t('the contents of files that were brought in together'), isRestored }),
  );
  /** If a row is damaged, the newest version is taken from the journals. */
  const restored = async ({ files, damaged, isBaseDamaged }: ProjectFiles, projectId: ProjectId): Promise<Map<string, FileRow>> => {
    const journaled = await newestVersions(summaryStoresOf(database.transaction(['chats', 'records'])), projectId);
    const all = new Map(files);
    for (const path of damaged) {
      const row = journaled.get(path) ?? null;
      if (row !== null) all.set(path, row);
      report?.({ key: `files ${projectId} ${path}`, what: t('the entry of the file {path}', { path }), isRestored: row !== null });
    }
    if (isBaseDamaged) {
      for (const [path, row] of journaled) if (row !== null && !all.has(path)) all.set(path, row);
      report?.({ key: `files ${projectId}`, what: t('the list of the files of a project'), isRestored: true });
    }
    return new Map([...all].sort(([a], [b]) => (a < b ? -1 : 1)));
  };
  return {
    lend,
    takeBack,
    async list(projectId) {
      const read = await filesOf(database.transaction('files').store, projectId);
      const files = read.damaged.length > 0 || read.isBaseDamaged ? await restored(read, projectId) : read.files;
      return [...files].map(([path, row]) => ({ path, ...row }));
    },
    async read(hash) {
      const here = linkText(hash) ?? lentContent(hash);
      if (here !== undefined) return here;
      const read = async (stored: unknown) => (stored === undefined ? null : contentOf(hash, stored));
      const inRow = await read(await database.get('blobs', hash));
      // If a pack was split between the two reads, its contents are now in rows.
      return inRow ?? (await packs.read(hash)) ?? read(await database.get('blobs', hash));
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
        // Imported contents are next to each other in packs, later ones are in rows. When one kind of lookup fails, the other is used.
        const batch = await packs.readAll(wanted.slice(at, at + READ_AT_ONCE), contents);
        if (batch.length === 0) continue;
        const { store } = database.transaction('blobs');
        const stored = await Promise.all(batch.map((hash) => store.get(hash)));
        for (const [index, hash] of batch.entries()) {
          const content = stored[index] === undefined ? null : await contentOf(hash, stored[index]);
          const found = content ?? (await packs.read(hash));
          if (found !== null) contents.set(hash, found);
        }
      }
      return contents;
    },
  };
}

/** Returns null for the version of an ordinary file. */
function linkText(version: ContentHash): Uint8Array | null {
  const target = linkTargetOf(version);
  return target === null ? null : new TextEncoder().encode(target);
}
