import { useStore } from '@nanostores/react';
import { useEffect, useMemo, useState } from 'react';
import type { ProjectHit } from '../../lib/project/catalog/project-search.ts';
import { $chats, type ChatSummary } from '../../lib/stores/chat.ts';
import { $projects, type ProjectSummary } from '../../lib/stores/projects.ts';
import { useActions } from '../page/workbench-context.tsx';

export type ProjectShelf = 'current' | 'archived' | 'deleted';

export interface FoundProject {
  project: ProjectSummary;
  /** Most recently used first. */
  chats: readonly ChatSummary[];
  /** Matches in its files. */
  hits: readonly ProjectHit[];
  /** Whether another project has the same name. */
  isAmbiguous: boolean;
}

/** Delay in milliseconds, because a search reads all contents and should not run on each key. */
const PAUSE = 250;
const NONE: readonly ProjectHit[] = [];

/** Returns the projects of a shelf whose name, chats or files contain the words: names at once, others as they are found. */
export function useFoundProjects(query: string, shelf: ProjectShelf): { found: readonly FoundProject[]; isSearching: boolean } {
  const actions = useActions('projects');
  const projects = useStore($projects);
  const chats = useStore($chats);
  const wanted = query.trim().toLowerCase();
  const [result, setResult] = useState({ wanted: '', hits: NONE, isDone: true });
  useEffect(() => {
    if (wanted === '') return;
    const controller = new AbortController();
    const add = (more: readonly ProjectHit[]) => {
      if (!controller.signal.aborted) setResult((before) => ({ ...before, hits: [...before.hits, ...more] }));
    };
    const timer = setTimeout(() => {
      setResult({ wanted, hits: NONE, isDone: false });
      void actions.searchProjects(wanted, add, controller.signal).then(() => {
        if (!controller.signal.aborted) setResult((before) => ({ ...before, isDone: true }));
      });
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [actions, wanted]);
  const hits = result.wanted === wanted ? result.hits : NONE;
  const found = useMemo(() => findProjects({ projects, chats, hits, wanted, shelf }), [projects, chats, hits, wanted, shelf]);
  return { found, isSearching: wanted !== '' && (result.wanted !== wanted || !result.isDone) };
}

interface Searched {
  projects: readonly ProjectSummary[];
  chats: readonly ChatSummary[];
  hits: readonly ProjectHit[];
  wanted: string;
  shelf: ProjectShelf;
}

function findProjects({ projects, chats, hits, wanted, shelf }: Searched): FoundProject[] {
  const chatsOf = groupByProject(chats);
  const hitsOf = groupByProject(hits);
  const names = new Map<string, number>();
  for (const { name } of projects) names.set(name, (names.get(name) ?? 0) + 1);
  return projects.flatMap((project): FoundProject[] => {
    if (shelfOf(project) !== shelf) return [];
    const own = chatsOf.get(project.projectId) ?? [];
    const ownHits = hitsOf.get(project.projectId) ?? [];
    const isNamed = project.name.toLowerCase().includes(wanted) || own.some(({ title }) => title.toLowerCase().includes(wanted));
    if (!isNamed && ownHits.length === 0) return [];
    return [{ project, chats: own, hits: ownHits, isAmbiguous: (names.get(project.name) ?? 0) > 1 }];
  });
}

function groupByProject<Item extends { projectId: string }>(items: readonly Item[]): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(item.projectId);
    if (group === undefined) groups.set(item.projectId, [item]);
    else group.push(item);
  }
  return groups;
}

function shelfOf({ archivedAt, deletedAt }: ProjectSummary): ProjectShelf {
  return deletedAt !== null ? 'deleted' : archivedAt !== null ? 'archived' : 'current';
}
