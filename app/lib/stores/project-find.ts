import { atom } from 'nanostores';
import type { FoundInProject } from '../runtime/types.ts';

/** What a user's search in all files came to. */
export interface ProjectFindState {
  isSearching: boolean;
  /** null: nothing has been looked for. */
  found: FoundInProject | null;
  isReplacing: boolean;
  /** Of the newest replacement: what it did, and whether it can be taken back. */
  replaced: { text: string; canUndo: boolean } | null;
}

export const INITIAL_PROJECT_FIND: ProjectFindState = { isSearching: false, found: null, isReplacing: false, replaced: null };
export const $projectFind = atom<ProjectFindState>(INITIAL_PROJECT_FIND);
