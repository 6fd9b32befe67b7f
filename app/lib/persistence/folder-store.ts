import { z } from 'zod';
import { contentHashSchema, type ProjectId, projectIdSchema } from '../protocol/ids.ts';
import type { DevonzDatabase } from './migrations/database-schema.ts';

/** Time and size of a file on disk when it was last read: if they are unchanged, it need not be read again. In milliseconds, bytes. */
const fileStampSchema = z.object({ modified: z.number(), size: z.number().int().nonnegative(), seenAt: z.number() });
export type FileStamp = z.infer<typeof fileStampSchema>;

/**
 * The last common version of a path; null if there was no file. `stamp` belongs to the file on disk with that content. `intent` is a copy
 * that was about to be made to one side. It is saved first because a page may close between a write and the note of its result.
 */
const agreementSchema = z.object({
  hash: contentHashSchema.nullable(),
  // Only a cache: a damaged stamp counts as absent.
  stamp: fileStampSchema.optional().catch(undefined),
  intent: z.object({ side: z.enum(['project', 'disk']), hash: contentHashSchema.nullable() }).optional(),
});
export type Agreement = z.infer<typeof agreementSchema>;

export interface AgreementStore {
  load(): Promise<ReadonlyMap<string, Agreement>>;
  /** Saves in one transaction; null deletes the agreement of that path. */
  save(changes: ReadonlyMap<string, Agreement | null>): Promise<void>;
}

const connectedFolderSchema = z.object({
  version: z.literal(1),
  // Created and cloned by the browser; it cannot be validated further.
  handle: z.custom<FileSystemDirectoryHandle>(isFolderHandle),
  /** Files that .gitignore excludes are synchronised too. */
  withIgnored: z.boolean(),
});
/** The computer's folder that a project is connected to. */
export type ConnectedFolder = z.infer<typeof connectedFolderSchema>;

/** Stores which folder each project is connected to, and the last common versions. */
export interface FolderStore {
  /** Returns null if there is none or it cannot be read. */
  load(projectId: ProjectId): Promise<ConnectedFolder | null>;
  /** Connects the folder without any agreed versions. */
  connect(projectId: ProjectId, folder: ConnectedFolder): Promise<void>;
  disconnect(projectId: ProjectId): Promise<void>;
  all(): Promise<readonly { projectId: ProjectId; folder: ConnectedFolder }[]>;
  agreements(projectId: ProjectId): AgreementStore;
}

const AGREEMENTS_OF = (projectId: ProjectId) => IDBKeyRange.bound([projectId, ''], [projectId, '\uffff']);

export function createFolderStore(database: DevonzDatabase): FolderStore {
  const clear = async (projectId: ProjectId) => {
    const transaction = database.transaction('folders', 'readwrite');
    await Promise.all([transaction.store.delete(projectId), transaction.store.delete(AGREEMENTS_OF(projectId))]);
    return transaction;
  };
  return {
    load: async (projectId) => connectedFolderSchema.safeParse(await database.get('folders', projectId)).data ?? null,
    async connect(projectId, folder) {
      const transaction = await clear(projectId);
      await transaction.store.put(folder, projectId);
      await transaction.done;
    },
    disconnect: async (projectId) => (await clear(projectId)).done,
    async all() {
      const { store } = database.transaction('folders');
      const [keys, values] = await Promise.all([store.getAllKeys(), store.getAll()]);
      return keys.flatMap((key, index) => {
        const projectId = projectIdSchema.safeParse(key).data;
        const folder = connectedFolderSchema.safeParse(values[index]).data;
        return projectId === undefined || folder === undefined ? [] : [{ projectId, folder }];
      });
    },
    agreements: (projectId) => agreementsOf(database, projectId),
  };
}

function agreementsOf(database: DevonzDatabase, projectId: ProjectId): AgreementStore {
  return {
    async load() {
      const { store } = database.transaction('folders');
      const [keys, values] = await Promise.all([store.getAllKeys(AGREEMENTS_OF(projectId)), store.getAll(AGREEMENTS_OF(projectId))]);
      const known = keys.flatMap((key, index): [string, Agreement][] => {
        const path = Array.isArray(key) ? key[1] : undefined;
        // An unreadable agreement counts as absent: if the sides differ, the user is asked.
        const agreement = agreementSchema.safeParse(values[index]).data;
        return path === undefined || agreement === undefined ? [] : [[path, agreement]];
      });
      return new Map(known);
    },
    async save(changes) {
      const transaction = database.transaction('folders', 'readwrite');
      const { store } = transaction;
      const writes = [...changes].map(([path, agreement]) =>
        agreement === null ? store.delete([projectId, path]) : store.put(agreement, [projectId, path]),
      );
      await Promise.all([...writes, transaction.done]);
    },
  };
}

function isFolderHandle(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return 'kind' in value && value.kind === 'directory' && 'name' in value && typeof value.name === 'string' && 'getFileHandle' in value;
}
