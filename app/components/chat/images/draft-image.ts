import type { AttachedImage } from '../../../lib/protocol/attachments/image-schema.ts';
import type { DraftEntry, DraftList } from '../mentions/use-draft-list.ts';

export interface DraftImage extends DraftEntry<AttachedImage> {
  key: number;
  name: string;
  /** Whether it was an animated image, of which only the first frame is sent. */
  isMoving?: boolean;
}

export interface DraftImages extends DraftList<AttachedImage, DraftImage> {
  /** Why files were not attached, one sentence each. */
  problems: readonly string[];
  setProblems(change: (before: readonly string[]) => readonly string[]): void;
  attach(files: readonly File[]): void;
}
