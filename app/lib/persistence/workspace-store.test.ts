import { IDBFactory } from 'fake-indexeddb';
import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import type { ChatId, ProjectId } from '../protocol/ids.ts';
import { openDatabase } from './database.ts';
import type { DevonzDatabase } from './migrations/database-schema.ts';
import { createWorkspaceStore, type WindowState } from './workspace-store.ts';

const project = 'project-1' as ProjectId;
const LEFT: WindowState = {
  version: 1,
  tab: 'preview',
  pane: 'chat',
  files: ['a.ts', 'b.ts'],
  activeFile: 'b.ts',
  unsaved: [{ path: 'a.ts', text: 'typed', base: null }],
  positions: [{ path: 'a.ts', anchor: 1, head: 2, top: 0 }],
  widths: [{ pane: 'tree', width: 300 }],
  preview: { device: 'phone', custom: { width: 600, height: 500 }, isTurned: true, paths: [{ port: 3000, path: '/todos' }] },
  kept: ['key'],
  comments: [
    {
      id: 'comment-1',
      chatId: 'chat-1' as ChatId,
      path: 'a.ts',
      quote: { start: 2, newStart: 2, rows: [{ sign: '+', text: 'new' }], above: null, below: 'next' },
      text: 'Why?',
      typed: null,
      sentAt: null,
    },
  ],
  port: 3000,
  processes: [{ processId: 'p1', command: 'npm start', directory: '/home/project', port: 3000, endedWith: 'page' }],
  terminals: [{ terminalId: 'terminal-1', name: 'Terminal 1', past: '$ ls' }],
  outputs: [{ toolCallId: 'call-1', text: 'the end', linesBefore: 3 }],
};

let database: DevonzDatabase;

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  database = await openDatabase('test', { onClosed: () => expect.unreachable('the database was closed') });
});

test('a window is read as it was kept', async () => {
  const store = createWorkspaceStore(database);
  await store.save(project, LEFT);
  expect(await store.load(project)).toEqual(LEFT);
  expect(await store.load('project-2' as ProjectId)).toBeNull();
});

test('one that an earlier version kept has the rest as it is at first', async () => {
  const {
    positions: _positions,
    widths: _widths,
    preview: _preview,
    kept: _kept,
    comments: _comments,
    outputs: _outputs,
    ...earlier
  } = LEFT;
  await database.put('workspaces', earlier, project);
  expect(await createWorkspaceStore(database).load(project)).toEqual({
    ...earlier,
    positions: [],
    outputs: [],
    widths: [],
    kept: [],
    comments: [],
    preview: { device: 'desktop', custom: null, isTurned: false, paths: [] },
  });
});

test('whatever else of it is damaged, the text that was typed is read', async () => {
  const fields = Object.keys(LEFT).filter((name) => name !== 'unsaved' && name !== 'version');
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.constantFrom(...fields), fc.jsonValue()), async (damage) => {
      await database.put('workspaces', { ...LEFT, ...damage }, project);
      expect((await createWorkspaceStore(database).load(project))?.unsaved).toEqual(LEFT.unsaved);
    }),
  );
  await database.put('workspaces', { ...LEFT, unsaved: [{ path: 1 }, ...LEFT.unsaved, null] }, project);
  expect((await createWorkspaceStore(database).load(project))?.unsaved).toEqual(LEFT.unsaved);
});

test('what cannot be written is an error, and what was kept before stays', async () => {
  const store = createWorkspaceStore(database);
  await store.save(project, LEFT);
  // A function cannot be cloned, so the write fails.
  const unwritable = { ...LEFT, tab: () => undefined } as unknown as WindowState;
  await expect(store.save(project, unwritable)).rejects.toThrow();
  expect(await store.load(project)).toEqual(LEFT);
});
