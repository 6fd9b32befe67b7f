import { useEffect, useMemo, useState } from 'react';
import type { ChangeSource } from '../../lib/chat/past/change-source.ts';
import type { FileChange } from '../../lib/project/project-service.ts';
import type { FileEntry } from '../../lib/stores/files.ts';
import { useActions } from '../page/workbench-context.tsx';
import type { Timeline } from './use-timeline.ts';

/** The key of a source: the newest task, one step, or everything since a checkpoint. */
export function sourceKey(source: ChangeSource): string {
  return source.type === 'task' ? 'task' : `${source.type} ${source.sequence}`;
}

/** The source with that key; the newest task if it has another form. */
export function sourceOf(key: string): ChangeSource {
  const [, type, sequence] = /^(step|since) (\d+)$/.exec(key) ?? [];
  return type === 'step' || type === 'since' ? { type, sequence: Number(sequence) } : { type: 'task' };
}

/** The default source: the newest task that still has changes. So after a follow-up without changes the previous ones stay visible. */
export function newestChanges({ checkpoints }: Pick<Timeline, 'checkpoints'>): ChangeSource {
  const tasks = checkpoints.filter(({ kind, isContinued }) => kind === 'task' && !isContinued);
  const [newest] = tasks;
  const found = tasks.find(({ differs }) => differs > 0);
  return found === undefined || found === newest ? { type: 'task' } : { type: 'since', sequence: found.sequence };
}

/** Loads the changes again whenever the project's files have changed. */
export function useShownChanges(source: ChangeSource, files: ReadonlyMap<string, FileEntry>): readonly FileChange[] {
  const actions = useActions('checkpoints');
  const key = sourceKey(source);
  const [changes, setChanges] = useState<readonly FileChange[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    let isCurrent = true;
    void actions.listChanges(sourceOf(key)).then((listed) => isCurrent && setChanges(listed));
    return () => {
      isCurrent = false;
    };
  }, [actions, key, files]);
  return changes;
}

/** Returns the same object for the same source: a new one would rebuild the views. */
export function useStableSource(source: ChangeSource): ChangeSource {
  const key = sourceKey(source);
  return useMemo(() => sourceOf(key), [key]);
}
