import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { ChangeSource } from '../../lib/chat/past/change-source.ts';
import { sourceSince } from '../../lib/chat/past/change-source.ts';
import type { FileChange } from '../../lib/project/project-service.ts';
import { $wantedChanges } from '../../lib/stores/past.ts';
import { sourceKey } from './shown-changes.ts';

interface WantedPlace {
  /** Key of the shown source. */
  key: string;
  changes: readonly FileChange[];
  onSource: (source: ChangeSource) => void;
  onFile: (path: string) => void;
}

/** Shows the changes that another part of the app has requested, and selects their file once it is listed. */
export function useWantedChanges({ key, changes, onSource, onFile }: WantedPlace): void {
  const wanted = useStore($wantedChanges);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each wish once
  useEffect(() => {
    if (wanted !== null) onSource(sourceSince(wanted.since));
  }, [wanted]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as soon as it is listed
  useEffect(() => {
    if (wanted === null || sourceKey(sourceSince(wanted.since)) !== key) return;
    if (wanted.path !== null && !changes.some(({ path }) => path === wanted.path)) return;
    $wantedChanges.set(null);
    if (wanted.path !== null) onFile(wanted.path);
  }, [wanted, key, changes]);
}
