import { atom } from 'nanostores';
import type { ReviewComment } from '../protocol/review/review-comment.ts';

/** Where a user was in an open file. Offsets are CodeMirror's: a line break counts one. */
export interface FilePosition {
  anchor: number;
  head: number;
  /** The first line in view, by where it begins. */
  top: number;
}
/** Of the files of the open project, by path. */
export const $filePositions = atom<ReadonlyMap<string, FilePosition>>(new Map());

export type PaneName = 'conversation' | 'tree';
/** Widths that the user has given to panes, in pixels; the others have that of the window's size. */
export const $paneWidths = atom<ReadonlyMap<PaneName, number>>(new Map());

/** `custom`: of `$customPreviewSize`. */
export type PreviewDevice = 'desktop' | 'tablet' | 'phone' | 'custom';
export const $previewDevice = atom<PreviewDevice>('desktop');
/** CSS pixels, as the user has typed them; null: never. */
export const $customPreviewSize = atom<{ width: number; height: number } | null>(null);
/** Lying, not upright. */
export const $isPreviewTurned = atom(false);
/** Paths that the previews' pages are opened at, by port: typed into the address, or where the page was when its server was gone. */
export const $previewPaths = atom<ReadonlyMap<number, string>>(new Map());
/** Ports whose servers ended with the page or the runtime, and the one of them that was shown: it is shown again when it opens, whichever opens last. */
export interface ReturningPorts {
  shown: number;
  ports: ReadonlySet<number>;
}
export const $returningPorts = atom<ReturningPorts | null>(null);

/** Changes that the user has reviewed and keeps, each by a key of its path and lines; one that changes again has another. */
export const $keptChanges = atom<ReadonlySet<string>>(new Set());

/** Comments on changes of the open project, of all its chats, in the order in which they were begun. */
export const $reviewComments = atom<readonly ReviewComment[]>([]);
/** One that is to be brought into view, with the keyboard in it; who has done so sets it to null. */
export const $commentToShow = atom<{ id: string } | null>(null);
