import { atom } from 'nanostores';
import type { ProjectId } from '../protocol/ids.ts';

export interface ProjectSummary {
  projectId: ProjectId;
  name: string;
  createdAt: number;
  updatedAt: number;
  /** Is null if not archived. */
  archivedAt: number | null;
  /** Is null if not deleted. */
  deletedAt: number | null;
}

/** All projects in this browser, most recently used first; includes archived and deleted ones. */
export const $projects = atom<readonly ProjectSummary[]>([]);
