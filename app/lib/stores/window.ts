import { atom } from 'nanostores';
import type { ReviewComment } from '../protocol/review/review-comment.ts';

/** The user's position in an open file. Offsets are CodeMirror's: a line break counts as one. */
export interface FilePosition {
  anchor: number;
  head: number;
  /** Offset of the first visible line. */
  top: number;
}
/** For the open project's files, by path. */
export const $filePositions = atom<ReadonlyMap<string, FilePosition>>(new Map());

export type PaneName = 'conversation' | 'tree';
/** Pane widths chosen by the user, in pixels; other panes depend on the window's size. */
export const $paneWidths = atom<ReadonlyMap<PaneName, number>>(new Map());

/** `custom`: the size in `$customPreviewSize`. */
export type PreviewDevice = 'desktop' | 'tablet' | 'phone' | 'custom';
export const $previewDevice = atom<PreviewDevice>('desktop');
/** CSS pixels typed by the user; null if never. */
export const $customPreviewSize = atom<{ width: number; height: number } | null>(null);
/** Landscape instead of portrait. */
export const $isPreviewTurned = atom(false);
/** Initial paths of previews by port: typed into the address field, or the page's last place before its server ended. */
export const $previewPaths = atom<ReadonlyMap<number, string>>(new Map());
/**
 * Ports whose servers ended with the page or the runtime, and the one that was shown. That one is shown again when it opens,
 * whichever opens last.
 */
export interface ReturningPorts {
  shown: number;
  ports: ReadonlySet<number>;
}
export const $returningPorts = atom<ReturningPorts | null>(null);

/** Changes that the user has reviewed and keeps. A key contains path and lines, so a further change gets a new key. */
export const $keptChanges = atom<ReadonlySet<string>>(new Set());

/** Comments on changes of the open project, in all its chats, in the order in which they were begun. */
export const $reviewComments = atom<readonly ReviewComment[]>([]);
/** A comment to scroll to and focus; reset to null by the component that does it. */
export const $commentToShow = atom<{ id: string } | null>(null);
