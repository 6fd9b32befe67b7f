// @vitest-environment happy-dom
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import type { SearchProjects } from '../../lib/project/catalog/project-search.ts';
import type { ProjectId } from '../../lib/protocol/ids.ts';
import { $projects } from '../../lib/stores/projects.ts';
import { ReadyWorkbench } from '../page/workbench-context.tsx';
import { fakeActions } from '../testing/fake-actions.ts';
import { useFoundProjects } from './use-found-projects.ts';

const shop = 'shop' as ProjectId;

afterEach(() => {
  cleanup();
  $projects.set([]);
});

/** Searches projects; the file matches if it contains a query's words. */
function find(query: string, text: string) {
  $projects.set([{ projectId: shop, name: 'Shop', createdAt: 1, updatedAt: 1, archivedAt: null, deletedAt: null }]);
  const searchProjects: SearchProjects = async (wanted, onHits) => {
    if (text.includes(wanted)) onHits([{ projectId: shop, place: { type: 'file', path: 'a.txt' }, excerpt: text }]);
  };
  const actions = fakeActions({ searchProjects });
  const wrapper = ({ children }: { children: ReactNode }) => <ReadyWorkbench actions={actions}>{children}</ReadyWorkbench>;
  return renderHook(() => useFoundProjects(query, 'current'), { wrapper }).result;
}

test.each(['日', '*', 'q'])('one character is looked for in contents too: %s is not said to be nowhere', async (query) => {
  const result = find(query, '今日は * q');
  await waitFor(() => expect(result.current.found.map(({ hits }) => hits.length)).toEqual([1]));
});

test('without words all projects of the shelf are there, and nothing is searched', () => {
  const result = find('  ', 'text');
  expect([result.current.found.length, result.current.isSearching]).toEqual([1, false]);
});
