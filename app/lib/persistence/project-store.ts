import { z } from 'zod';
import { type ProjectId, projectIdSchema } from '../protocol/ids.ts';
import type { DevonzDatabase } from './database.ts';

/** Times are milliseconds since the epoch. */
export const storedProjectSchema = z.object({
  projectId: projectIdSchema,
  name: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  /** null: it is in the list. */
  archivedAt: z.number().nullable(),
  /** null: it is there. Else it is deleted for good some time later, and can be taken back until then. */
  deletedAt: z.number().nullable(),
  /** The tab that works on it, or did last: others may not write its chats. Absent: none has yet. */
  writer: z.string().optional(),
});
export type StoredProject = z.infer<typeof storedProjectSchema>;

/** Names projects and puts them away. Their files and chats are the journal's. */
export interface ProjectStore {
  /** Also archived and deleted ones; the one that was used last first. */
  list(): Promise<StoredProject[]>;
  get(projectId: ProjectId): Promise<StoredProject | null>;
  /** A project that is not there is left so. */
  change(projectId: ProjectId, change: Partial<Pick<StoredProject, 'name' | 'archivedAt' | 'deletedAt'>>): Promise<void>;
}

export function createProjectStore(database: DevonzDatabase): ProjectStore {
  const parsed = (value: unknown) => storedProjectSchema.safeParse(value).data ?? null;
  return {
    async list() {
      const projects = (await database.getAll('projects')).flatMap((value) => parsed(value) ?? []);
      return projects.sort((a, b) => b.updatedAt - a.updatedAt);
    },
    get: async (projectId) => parsed(await database.get('projects', projectId)),
    async change(projectId, change) {
      const transaction = database.transaction('projects', 'readwrite');
      const known = parsed(await transaction.store.get(projectId));
      if (known !== null) await transaction.store.put({ ...known, ...change }, projectId);
      await transaction.done;
    },
  };
}
