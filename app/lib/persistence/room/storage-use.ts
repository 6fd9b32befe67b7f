import { contentSizes } from '../contents/stored-contents.ts';
import type { DevonzDatabase } from '../migrations/database-schema.ts';
import { filesInRows } from '../rows/project-files.ts';

/** The use of the database by purpose. In bytes. */
export interface KeptBytes {
  /** Messages and steps of all chats. */
  chats: number;
  /** The current files of all projects. */
  files: number;
  /** Earlier file versions, for checkpoints, and images. */
  versions: number;
  /** The part of `files` that belongs to deleted projects, which can still be restored. */
  deleted: number;
}

/** Rows per read: the user's own requests wait at most that long. */
const READ_AT_ONCE = 200;

/** An estimate: the browser's own overhead is unknown. */
export async function measureKept(database: DevonzDatabase): Promise<KeptBytes> {
  const sizes = await contentSizes(database);
  const deletedProjects = new Set(
    (await database.getAll('projects')).flatMap((value) => (numberIn(value, 'deletedAt') === null ? [] : [fieldOf(value, 'projectId')])),
  );
  const { store } = database.transaction('files');
  const [keys, rows] = await Promise.all([store.getAllKeys(), store.getAll()]);
  const byProject = new Map<string, [string, unknown][]>();
  for (const [index, [projectId, path]] of keys.entries()) {
    const ofProject = byProject.get(projectId) ?? [];
    byProject.set(projectId, ofProject);
    ofProject.push([path, rows[index]]);
  }
  let files = 0;
  let deleted = 0;
  for (const [projectId, ofProject] of byProject) {
    for (const { hash } of filesInRows(ofProject).files.values()) {
      const size = sizes.get(hash) ?? 0;
      // Each content is stored once, so it is counted for its first owner only.
      sizes.delete(hash);
      files += size;
      if (deletedProjects.has(projectId)) deleted += size;
    }
  }
  const versions = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  return { chats: await recordBytes(database), files, versions, deleted };
}

async function recordBytes(database: DevonzDatabase): Promise<number> {
  let bytes = 0;
  for (let from: [string, number] | null = ['', -1]; from !== null; ) {
    const { store } = database.transaction('records');
    const range = IDBKeyRange.lowerBound(from, true);
    const [keys, values] = await Promise.all([store.getAllKeys(range, READ_AT_ONCE), store.getAll(range, READ_AT_ONCE)]);
    for (const value of values) bytes += JSON.stringify(value)?.length ?? 0;
    from = keys.length < READ_AT_ONCE ? null : (keys.at(-1) ?? null);
  }
  return bytes;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function numberIn(value: unknown, name: string): number | null {
  const field = fieldOf(value, name);
  return typeof field === 'number' ? field : null;
}
