import { atom } from 'nanostores';
import type { ContentHash } from '../protocol/ids.ts';

export interface FolderConflict {
  path: string;
  /** The version on each side; null if there is no file. */
  project: ContentHash | null;
  disk: ContentHash | null;
}

/** The computer's folder that the open project is connected to. */
export type LocalFolder =
  | { status: 'none' }
  /** The browser must ask for permission again, which requires a click. */
  | { status: 'paused'; name: string; why: string }
  | ConnectedFolderState;

export interface ConnectedFolderState {
  status: 'connected';
  name: string;
  work:
    | { type: 'comparing' }
    /** Number of files still to be written or read. */
    | { type: 'copying'; left: number }
    | { type: 'at-rest' };
  conflicts: readonly FolderConflict[];
  /** Files that one side cannot store or provide, with the reason. */
  left: readonly { path: string; why: string }[];
  /** Many files are missing on one side: `from` is the side that still has them. */
  deletions: readonly { from: 'project' | 'disk'; paths: readonly string[] }[];
  /** Why the last round failed, as a sentence; it is tried again. Null if it succeeded. */
  trouble: string | null;
  /** When both sides were last found equal, except for the problems above; null if that has not happened yet. */
  comparedAt: number | null;
}

export const $localFolder = atom<LocalFolder>({ status: 'none' });

/** Both versions of a conflicting file, for display; null if a side has no file or it is not text. */
export interface ShownFolderConflict {
  conflict: FolderConflict;
  project: string | null;
  disk: string | null;
  /** Whether one of them is not text. */
  isBinary: boolean;
}

/** Is null if none is shown. */
export const $folderConflict = atom<ShownFolderConflict | null>(null);

/** Whether the dialog about the folder is open. */
export const $isFolderShown = atom(false);
