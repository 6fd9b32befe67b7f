import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import type { FileChange } from '../../lib/project/project-service.ts';
import { $keptChanges } from '../../lib/stores/window.ts';
import { countsOf, keysOf, type LineCounts } from './kept-changes.ts';

/** A change of a file with its size and what of it has been reviewed. */
export interface ReviewedFile {
  change: FileChange;
  counts: LineCounts;
  keys: readonly string[];
  /** How many of them are kept. */
  kept: number;
}

export function useReviewedFiles(changes: readonly FileChange[]): readonly ReviewedFile[] {
  const keptChanges = useStore($keptChanges);
  const files = useMemo(() => changes.map((change) => ({ change, counts: countsOf(change), keys: keysOf(change) })), [changes]);
  return useMemo(
    () => files.map((file) => ({ ...file, kept: file.keys.filter((key) => keptChanges.has(key)).length })),
    [files, keptChanges],
  );
}
