import type { Hasher } from '../../agent/contract/ports.ts';
import type { ContentHash, ProjectId } from '../../protocol/ids.ts';
import { packBlob } from '../blob-codec.ts';
import type { DevonzDatabase } from '../migrations/database-schema.ts';
import { recordsOfRow } from '../rows/record-pack.ts';

/** A file version whose bytes are missing or damaged. */
export interface MissingContent {
  path: string;
  hash: ContentHash;
  /** Bytes. */
  size: number;
}

type Found = Map<ContentHash, Uint8Array>;

/** Searches other places for a missing content: any bytes with its hash are that content. */
export interface ContentFinder {
  /** Stores every content that it finds. */
  find(missing: readonly MissingContent[], projectId: ProjectId): Promise<ReadonlyMap<ContentHash, Uint8Array>>;
}

export interface ContentFinderOptions {
  database: DevonzDatabase;
  hasher: Hasher;
  /** The computer's folder that the project is connected to. */
  folderOf(projectId: ProjectId): Promise<FileSystemDirectoryHandle | null>;
}

const ROWS_AT_ONCE = 200;

/** Searches the connected folder, the texts of all chats, and the unsaved texts of all windows. */
export function createContentFinder({ database, hasher, folderOf }: ContentFinderOptions): ContentFinder {
  return {
    async find(missing, projectId) {
      const found: Found = new Map();
      const wanted = new Map(missing.map((content) => [content.hash, content]));
      const take = async (content: Uint8Array) => {
        if (![...wanted.values()].some(({ size }) => size === content.byteLength)) return;
        const hash = await hasher.hash(content);
        if (wanted.delete(hash)) found.set(hash, content);
      };
      const folder = await folderOf(projectId).catch(() => null);
      if (folder !== null) for (const { path } of missing) await take((await readIn(folder, path)) ?? new Uint8Array());
      for await (const text of textsIn(database)) {
        if (wanted.size === 0) break;
        const longest = Math.max(...[...wanted.values()].map(({ size }) => size));
        if (text.length <= longest) await take(new TextEncoder().encode(text));
      }
      for (const [hash, content] of found) await database.put('blobs', await packBlob(content), hash);
      return found;
    },
  };
}

/** The file's bytes; null if the file does not exist or cannot be read now. */
async function readIn(folder: FileSystemDirectoryHandle, path: string): Promise<Uint8Array | null> {
  try {
    const names = path.split('/');
    const name = names.pop() ?? '';
    let place = folder;
    for (const each of names) place = await place.getDirectoryHandle(each);
    return new Uint8Array(await (await (await place.getFileHandle(name)).getFile()).arrayBuffer());
  } catch {
    return null;
  }
}

/** All texts in journals and windows. */
async function* textsIn(database: DevonzDatabase): AsyncGenerator<string> {
  for (const window of await database.getAll('workspaces')) yield* textsOf(window);
  for (let from: [string, number] | null = ['', -1]; from !== null; ) {
    const { store } = database.transaction('records');
    const range = IDBKeyRange.lowerBound(from, true);
    const [keys, values]: [[string, number][], unknown[]] = await Promise.all([
      store.getAllKeys(range, ROWS_AT_ONCE),
      store.getAll(range, ROWS_AT_ONCE),
    ]);
    for (const [index, key] of keys.entries()) for (const record of recordsOfRow(values[index], key)) yield* textsOf(record);
    from = keys.length < ROWS_AT_ONCE ? null : (keys.at(-1) ?? null);
  }
}

/** All texts in a value. Not recursive, because untrusted values may be nested to any depth. */
function* textsOf(value: unknown): Generator<string> {
  const left: unknown[] = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next === 'string') yield next;
    else if (typeof next === 'object' && next !== null && !ArrayBuffer.isView(next))
      for (const part of Object.values(next)) left.push(part);
  }
}
