import { z } from 'zod';
import { contentHashSchema, type ProjectId, projectIdSchema } from '../protocol/ids.ts';
import type { DevonzDatabase } from './migrations/database-schema.ts';

/** How a file of the disk looked when it was last read: where it still looks so, it need not be read again. Milliseconds, bytes. */
const fileStampSchema = z.object({ modified: z.number(), size: z.number().int().nonnegative(), seenAt: z.number() });
export type FileStamp = z.infer<typeof fileStampSchema>;

/**
 * What both sides last had in common of a path; null: no file. `stamp`: of the disk's file with that content. `intent`: what a copy was about to put on one side when this was kept. A
 * page may go between a write and the note that it was done.
 */
const agreementSchema = z.object({
  hash: contentHashSchema.nullable(),
  // It saves reading: a damaged one is as good as none.
  stamp: fileStampSchema.optional().catch(undefined),
  intent: z.object({ side: z.enum(['project', 'disk']), hash: contentHashSchema.nullable() }).optional(),
});
export type Agreement = z.infer<typeof agreementSchema>;

export interface AgreementStore {
  load(): Promise<ReadonlyMap<string, Agreement>>;
  /** In one transaction; null: nothing is agreed of that path any more. */
  save(changes: ReadonlyMap<string, Agreement | null>): Promise<void>;
}

const connectedFolderSchema = z.object({
  version: z.literal(1),
  // A browser makes it and clones it; nothing else looks like this.
  handle: z.custom<FileSystemDirectoryHandle>(isFolderHandle),
  /** Also what .gitignore excludes is kept equal. */
  withIgnored: z.boolean(),
});
/** The folder of the user's computer that a project is kept equal to. */
export type ConnectedFolder = z.infer<typeof connectedFolderSchema>;

/** Keeps which project belongs to which folder, and what both last had in common. */
export interface FolderStore {
  /** null: there is none, or none that can be read. */
  load(projectId: ProjectId): Promise<ConnectedFolder | null>;
  /** Nothing is agreed on yet. */
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
        // Of what cannot be read nothing is agreed: where the sides differ, the user is asked.
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
