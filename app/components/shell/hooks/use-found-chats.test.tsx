// @vitest-environment happy-dom
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { chatIdSchema, projectIdSchema } from '../../../lib/protocol/ids.ts';
import { $chats } from '../../../lib/stores/chat.ts';
import { ReadyWorkbench } from '../../page/workbench-context.tsx';
import { fakeActions } from '../../testing/fake-actions.ts';
import { useFoundChats } from './use-found-chats.ts';

afterEach(() => {
  cleanup();
  $chats.set([]);
});

const list = chatIdSchema.parse('list');
const projectId = projectIdSchema.parse('project');
const shop = chatIdSchema.parse('shop');

test('chats are found by their titles at once and by what was said in them, with its words', async () => {
  $chats.set([
    { chatId: list, projectId, title: 'Todo list', updatedAt: 2 },
    { chatId: shop, projectId, title: 'Shop', updatedAt: 1 },
  ]);
  const actions = fakeActions({
    searchChats: async (query) => (query === 'todo' ? [{ chatId: shop, excerpt: 'a todo for the cart' }] : []),
  });
  const { result, rerender } = renderHook(({ query }) => useFoundChats(query), {
    initialProps: { query: '' },
    wrapper: ({ children }) => <ReadyWorkbench actions={actions}>{children}</ReadyWorkbench>,
  });
  const titles = () => result.current.found.map(({ title, excerpt }) => [title, excerpt]);
  expect(titles()).toEqual([
    ['Todo list', null],
    ['Shop', null],
  ]);
  rerender({ query: 'Todo' });
  expect(titles()).toEqual([['Todo list', null]]);
  expect(result.current.isSearching).toBe(true);
  await waitFor(() =>
    expect(titles()).toEqual([
      ['Todo list', null],
      ['Shop', 'a todo for the cart'],
    ]),
  );
  expect(result.current.isSearching).toBe(false);
  expect(actions.calls).toEqual([{ name: 'searchChats', arguments: ['todo'] }]);
  rerender({ query: 'z' });
  expect(titles()).toEqual([]);
  expect(result.current.isSearching).toBe(false);
});

test('chats that share a title are marked, so that the list can tell them apart', () => {
  $chats.set([
    { chatId: list, projectId, title: 'Todo list', updatedAt: 3 },
    { chatId: shop, projectId, title: 'Shop', updatedAt: 2 },
    { chatId: chatIdSchema.parse('second'), projectId, title: 'Todo list', updatedAt: 1 },
  ]);
  const { result } = renderHook(() => useFoundChats(''), {
    wrapper: ({ children }) => <ReadyWorkbench actions={fakeActions()}>{children}</ReadyWorkbench>,
  });
  expect(result.current.found.map(({ hasTwin }) => hasTwin)).toEqual([true, false, true]);
});
