import { atom } from 'nanostores';
import type { ProjectId } from '../protocol/ids.ts';

export interface ProjectSummary {
  projectId: ProjectId;
  name: string;
  createdAt: number;
  updatedAt: number;
  /** null: it is in the list. */
  archivedAt: number | null;
  /** null: it is there. */
  deletedAt: number | null;
}

/** All projects of this browser, the one used last first; also archived and deleted ones. */
export const $projects = atom<readonly ProjectSummary[]>([]);
