import { useStore } from '@nanostores/react';
import { useMemo, useRef } from 'react';
import type { FileChange } from '../../lib/project/project-service.ts';
import { $keptChanges } from '../../lib/stores/window.ts';
import { countsOf, keysOf, type LineCounts } from './kept-changes.ts';

/** A file's change with its size and its reviewed parts. */
export interface ReviewedFile {
  change: FileChange;
  counts: LineCounts;
  keys: readonly string[];
  /** The number of kept parts. */
  kept: number;
}

/** Returns the same object for an unchanged file, so that it is not rendered again. */
export function useReviewedFiles(changes: readonly FileChange[]): readonly ReviewedFile[] {
  const keptChanges = useStore($keptChanges);
  const last = useRef<ReadonlyMap<string, ReviewedFile>>(new Map());
  return useMemo(() => {
    const files = changes.map((change): ReviewedFile => {
      const before = last.current.get(change.path);
      const { counts, keys } = before !== undefined && isSameChange(before.change, change) ? before : sizeOf(change);
      const kept = keys.filter((key) => keptChanges.has(key)).length;
      return before?.change === change && before.kept === kept ? before : { change, counts, keys, kept };
    });
    last.current = new Map(files.map((file) => [file.change.path, file]));
    return files;
  }, [changes, keptChanges]);
}

function sizeOf(change: FileChange): Pick<ReviewedFile, 'counts' | 'keys'> {
  return { counts: countsOf(change), keys: keysOf(change) };
}

/** Compares the contents, so that a write to one of many files does not recompute the hunks of the others. */
function isSameChange(one: FileChange, other: FileChange): boolean {
  return one.kind === other.kind && one.before === other.before && one.after === other.after;
}

/** Totals of all files. */
export interface ReviewSum extends LineCounts {
  files: number;
  hunks: number;
  kept: number;
}

export function sumOf(files: readonly ReviewedFile[]): ReviewSum {
  const sum = { files: files.length, added: 0, removed: 0, hunks: 0, kept: 0 };
  for (const { counts, keys, kept } of files) {
    sum.added += counts.added;
    sum.removed += counts.removed;
    sum.hunks += keys.length;
    sum.kept += kept;
  }
  return sum;
}
