import { useEffect, useState } from 'react';
import type { ProjectDescription } from '../../lib/project/catalog/project-catalog.ts';
import type { ProjectSummary } from '../../lib/stores/projects.ts';
import { useActions } from '../page/workbench-context.tsx';

interface Described {
  updatedAt: number;
  description: ProjectDescription | null;
}

/** Describes the shown projects one at a time: each is read once, and again after a change. */
export function useDescriptions(shown: readonly ProjectSummary[]): (projectId: string) => ProjectDescription | null {
  const actions = useActions('projects');
  const [known, setKnown] = useState<ReadonlyMap<string, Described>>(new Map());
  const next = shown.find(({ projectId, updatedAt }) => known.get(projectId)?.updatedAt !== updatedAt);
  useEffect(() => {
    if (next === undefined) return;
    let isCurrent = true;
    void actions.describeProject(next.projectId).then((description) => {
      if (isCurrent) setKnown((before) => new Map(before).set(next.projectId, { updatedAt: next.updatedAt, description }));
    });
    return () => {
      isCurrent = false;
    };
  }, [actions, next]);
  return (projectId) => known.get(projectId)?.description ?? null;
}
