import { atom } from 'nanostores';
import type { ContentHash } from '../protocol/ids.ts';

export interface FolderConflict {
  path: string;
  /** What each side has; null: no file. */
  project: ContentHash | null;
  disk: ContentHash | null;
}

/** The folder of the user's computer that the open project is kept equal to. */
export type LocalFolder =
  | { status: 'none' }
  /** The browser must be asked again, which only a click may do. */
  | { status: 'paused'; name: string; why: string }
  | ConnectedFolderState;

export interface ConnectedFolderState {
  status: 'connected';
  name: string;
  work:
    | { type: 'comparing' }
    /** So many files are still to be written or read. */
    | { type: 'copying'; left: number }
    | { type: 'at-rest' };
  conflicts: readonly FolderConflict[];
  /** What one side does not take or give, and why. */
  left: readonly { path: string; why: string }[];
  /** Many files of one side are gone: `from` is where they are still there. */
  deletions: readonly { from: 'project' | 'disk'; paths: readonly string[] }[];
  /** Why nothing could be done the last time, in a sentence; it is tried again. null: it could. */
  trouble: string | null;
  /** When both were last found equal, but for what is said above. null: not yet. */
  comparedAt: number | null;
}

export const $localFolder = atom<LocalFolder>({ status: 'none' });

/** Both versions of a file in conflict, to be read. null: no file, or no text. */
export interface ShownFolderConflict {
  conflict: FolderConflict;
  project: string | null;
  disk: string | null;
  /** One of them is no text. */
  isBinary: boolean;
}

/** null: none is looked at. */
export const $folderConflict = atom<ShownFolderConflict | null>(null);

/** Whether the dialog about the folder is open. */
export const $isFolderShown = atom(false);
