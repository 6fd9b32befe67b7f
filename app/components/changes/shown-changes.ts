import { useEffect, useMemo, useState } from 'react';
import type { ChangeSource } from '../../lib/chat/past/change-source.ts';
import type { FileChange } from '../../lib/project/project-service.ts';
import type { FileEntry } from '../../lib/stores/files.ts';
import { useActions } from '../page/workbench-context.tsx';
import type { Timeline } from './use-timeline.ts';

/** Since the newest task began, of one step, or all since before it. */
export function sourceKey(source: ChangeSource): string {
  return source.type === 'task' ? 'task' : `${source.type} ${source.sequence}`;
}

/** The one of that key; the newest task where it is none. */
export function sourceOf(key: string): ChangeSource {
  const [, type, sequence] = /^(step|since) (\d+)$/.exec(key) ?? [];
  return type === 'step' || type === 'since' ? { type, sequence: Number(sequence) } : { type: 'task' };
}

/** What is shown where the user has chosen nothing: the newest task that has changes left, so that a follow-up without any leaves the last ones. */
export function newestChanges({ checkpoints }: Pick<Timeline, 'checkpoints'>): ChangeSource {
  const tasks = checkpoints.filter(({ kind, isContinued }) => kind === 'task' && !isContinued);
  const [newest] = tasks;
  const found = tasks.find(({ differs }) => differs > 0);
  return found === undefined || found === newest ? { type: 'task' } : { type: 'since', sequence: found.sequence };
}

/** Asked for again whenever the project's files have changed. */
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

/** The same object while it is the same source: views are made again for another one. */
export function useStableSource(source: ChangeSource): ChangeSource {
  const key = sourceKey(source);
  return useMemo(() => sourceOf(key), [key]);
}
