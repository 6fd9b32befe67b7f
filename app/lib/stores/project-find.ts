import { atom } from 'nanostores';
import type { FoundInProject } from '../protocol/project-facts/found-in-project.ts';

/** The result of the user's search in all files. */
export interface ProjectFindState {
  isSearching: boolean;
  /** Is null if nothing was searched. */
  found: FoundInProject | null;
  isReplacing: boolean;
  /** The result of the latest replacement, and whether it can be undone. */
  replaced: { text: string; canUndo: boolean } | null;
}

export const INITIAL_PROJECT_FIND: ProjectFindState = { isSearching: false, found: null, isReplacing: false, replaced: null };
export const $projectFind = atom<ProjectFindState>(INITIAL_PROJECT_FIND);
