import type { ProjectId } from '../protocol/ids.ts';
import type { ReportDamage } from './damage.ts';
import type { DevonzDatabase } from './migrations/database-schema.ts';
import { projectFrom, type StoredProject } from './rows/stored-summaries.ts';

export type { StoredProject } from './rows/stored-summaries.ts';

/** Names, archives and deletes projects. Their files and chats belong to the journal store. */
export interface ProjectStore {
  /** Includes archived and deleted projects; most recently used first. */
  list(): Promise<StoredProject[]>;
  get(projectId: ProjectId): Promise<StoredProject | null>;
  /** Does nothing if the project does not exist. */
  change(projectId: ProjectId, change: Partial<Pick<StoredProject, 'name' | 'archivedAt' | 'deletedAt'>>): Promise<void>;
}

export function createProjectStore(database: DevonzDatabase, report?: ReportDamage): ProjectStore {
  return {
    async list() {
      const { store } = database.transaction('projects');
      const [keys, values] = await Promise.all([store.getAllKeys(), store.getAll()]);
      const projects = keys.flatMap((key, index) => projectFrom(key, values[index], report) ?? []);
      return projects.sort((a, b) => b.updatedAt - a.updatedAt);
    },
    get: async (projectId) => projectFrom(projectId, await database.get('projects', projectId), report),
    async change(projectId, change) {
      const transaction = database.transaction('projects', 'readwrite');
      const known = projectFrom(projectId, await transaction.store.get(projectId));
      if (known !== null) await transaction.store.put({ ...known, ...change }, projectId);
      await transaction.done;
    },
  };
}
