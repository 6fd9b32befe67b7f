import { useEffect, useMemo, useState } from 'react';
import type { ChangeSource } from '../../lib/chat/past/hunk-service.ts';
import type { StepSummary } from '../../lib/chat/past/undo-service.ts';
import type { FileChange } from '../../lib/project/project-service.ts';
import type { FileEntry } from '../../lib/stores/files.ts';
import { useActions } from '../shell/workbench/workbench-context.tsx';

/** Whose changes the area shows: since the newest task began, of one step, or all since before it. */
export type ShownSource = { type: 'task' } | { type: 'step' | 'since'; step: StepSummary };

/** Asked for again whenever the project's files have changed. */
export function useShownChanges(source: ShownSource, files: ReadonlyMap<string, FileEntry>): readonly FileChange[] {
  const fileActions = useActions('files');
  const past = useActions('checkpoints');
  const [changes, setChanges] = useState<readonly FileChange[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    let isCurrent = true;
    const found =
      source.type === 'task'
        ? fileActions.listChanges()
        : source.type === 'step'
          ? past.listStepChanges(source.step.sequence)
          : past.listChangesSince(source.step.sequence);
    void found.then((listed) => isCurrent && setChanges(listed));
    return () => {
      isCurrent = false;
    };
  }, [fileActions, past, source, files]);
  return changes;
}

/** The same, as single hunks of it are asked about. */
export function usePlace(source: ShownSource): ChangeSource {
  return useMemo(() => (source.type === 'task' ? { type: 'task' } : { type: source.type, sequence: source.step.sequence }), [source]);
}
