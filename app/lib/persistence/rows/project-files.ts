import { z } from 'zod';
import { fileVersionSchema } from '../../protocol/files/file-version.ts';
import type { ContentHash, ProjectId } from '../../protocol/ids.ts';
import type { FileRecordEvent } from '../../protocol/journal-event.ts';

/** The newest version of a project file. */
export interface FileRow {
  hash: ContentHash;
  size: number;
  isExecutable?: true;
}

/** All files of an import are in one row, the base, which rows of single files override. As text, like a pack of records. */
export type StoredFileRow = FileRow | { base: string } | { isGone: true };

/** The store `files` of any transaction. */
interface FileRows {
  getAllKeys(range: IDBKeyRange): Promise<[string, string][]>;
  getAll(range: IDBKeyRange): Promise<unknown[]>;
}

/** No file can have this path. */
const PATH_OF_BASE = '';
export const FILES_OF_PROJECT = (projectId: string) => IDBKeyRange.bound([projectId, PATH_OF_BASE], [projectId, '\uffff']);
export const BASE_OF_PROJECT = (projectId: string): [string, string] => [projectId, PATH_OF_BASE];
/** With fewer files, each gets its own row. */
const SMALLEST_BASE = 50;

const fileRowSchema = z.object({ hash: fileVersionSchema, size: z.number().int().nonnegative(), isExecutable: z.literal(true).optional() });
const goneSchema = z.object({ isGone: z.literal(true) });
const baseSchema = z.object({ base: z.string() });
const baseEntriesSchema = z.array(z.tuple([z.string().min(1), fileRowSchema]));

export interface ProjectFiles {
  /** By path, sorted. */
  files: Map<string, FileRow>;
  /** Paths of unreadable rows. */
  damaged: string[];
  /** The base row is unreadable: files that are missing in `files` may still exist. */
  isBaseDamaged: boolean;
}

export async function filesOf(store: FileRows, projectId: ProjectId): Promise<ProjectFiles> {
  const range = FILES_OF_PROJECT(projectId);
  const [keys, values] = await Promise.all([store.getAllKeys(range), store.getAll(range)]);
  return filesInRows(keys.map(([, path], index) => [path, values[index]] as const));
}

/** `rows`: the rows of one project, by path. */
export function filesInRows(rows: Iterable<readonly [string, unknown]>): ProjectFiles {
  const files = new Map<string, FileRow>();
  const damaged: string[] = [];
  let isBaseDamaged = false;
  for (const [path, value] of rows) {
    if (path === PATH_OF_BASE) {
      const entries = entriesOfBase(value);
      isBaseDamaged = entries === null;
      for (const [name, row] of entries ?? []) files.set(name, row);
      continue;
    }
    const row = fileRowFrom(value);
    if (row !== null) files.set(path, row);
    else {
      files.delete(path);
      if (!goneSchema.safeParse(value).success) damaged.push(path);
    }
  }
  return { files: new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1))), damaged, isBaseDamaged };
}

/** Returns null if the row is unreadable. */
export function fileRowFrom(value: unknown): FileRow | null {
  const { data: row } = fileRowSchema.safeParse(value);
  return row === undefined ? null : fileRow(row);
}

export function fileRow({ hash, size, isExecutable }: { hash: ContentHash; size: number; isExecutable?: boolean | undefined }): FileRow {
  return { hash, size, ...(isExecutable === true ? { isExecutable } : {}) };
}

/** The row that remains of a removed file; null if no row is needed. */
export function rowOfGone(hasBase: boolean): { isGone: true } | null {
  return hasBase ? { isGone: true } : null;
}

/** The base row for a project without files; null if these are few enough for single rows. */
export function baseOf(events: readonly FileRecordEvent[]): { base: string } | null {
  if (events.length < SMALLEST_BASE) return null;
  const files = new Map<string, FileRow>();
  for (const event of events) {
    if (event.type === 'file-changed') files.set(event.path, fileRow(event));
    else files.delete(event.path);
  }
  return { base: JSON.stringify([...files]) };
}

function entriesOfBase(value: unknown): [string, FileRow][] | null {
  const { data: row } = baseSchema.safeParse(value);
  if (row === undefined) return null;
  try {
    const entries = baseEntriesSchema.safeParse(JSON.parse(row.base)).data;
    return entries?.map(([path, entry]) => [path, fileRow(entry)]) ?? null;
  } catch {
    return null;
  }
}
