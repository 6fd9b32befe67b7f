import { useEffect, useMemo, useState } from 'react';
import type { ChangeSource } from '../../lib/chat/past/change-source.ts';
import type { StepSummary } from '../../lib/chat/past/undo-service.ts';
import type { FileChange } from '../../lib/project/project-service.ts';
import type { FileEntry } from '../../lib/stores/files.ts';
import { useActions } from '../shell/workbench/workbench-context.tsx';

/** Whose changes the area shows: since the newest task began, of one step, or all since before it. */
export type ShownSource = { type: 'task' } | { type: 'step' | 'since'; step: StepSummary };

/** The same as the actions name it. */
export function useChangeSource(source: ShownSource): ChangeSource {
  return useMemo(() => (source.type === 'task' ? { type: 'task' } : { type: source.type, sequence: source.step.sequence }), [source]);
}

/** Asked for again whenever the project's files have changed. */
export function useShownChanges(source: ChangeSource, files: ReadonlyMap<string, FileEntry>): readonly FileChange[] {
  const actions = useActions('checkpoints');
  const [changes, setChanges] = useState<readonly FileChange[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    let isCurrent = true;
    void actions.listChanges(source).then((listed) => isCurrent && setChanges(listed));
    return () => {
      isCurrent = false;
    };
  }, [actions, source, files]);
  return changes;
}
