// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { chatIdSchema } from '../../lib/protocol/ids.ts';
import { $chat, INITIAL_CHAT_STATE } from '../../lib/stores/chat.ts';
import { $activeTab, $files, $openFiles, $showsIgnored, type FileEntry } from '../../lib/stores/files.ts';
import { ReadyWorkbench } from '../page/workbench-context.tsx';
import { fakeActions } from '../testing/fake-actions.ts';
import { FileTree } from './file-tree.tsx';

const file: FileEntry = { kind: 'file', change: 'none' };
const folder: FileEntry = { kind: 'directory', change: 'none' };

afterEach(() => {
  cleanup();
  $files.set(new Map());
  $openFiles.set(new Map());
  $activeTab.set(null);
  $showsIgnored.set(true);
  $chat.set(INITIAL_CHAT_STATE);
});

function show(entries: [string, FileEntry][], scripted: Parameters<typeof fakeActions>[0] = {}) {
  const actions = fakeActions({ openFile: async () => undefined, ...scripted });
  $files.set(new Map(entries));
  render(
    <ReadyWorkbench actions={actions}>
      <FileTree />
    </ReadyWorkbench>,
  );
  return actions;
}

const row = (name: string) => screen.getByRole('treeitem', { name });
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });

test('an empty project says so', () => {
  $chat.setKey('chatId', chatIdSchema.parse('c1'));
  show([]);
  expect(screen.getByText('The project has no files yet.')).toBeTruthy();
  expect(screen.queryByRole('tree')).toBeNull();
});

test('a project whose chat is still being opened is not called empty', () => {
  show([]);
  expect(screen.getByText('Loading…')).toBeTruthy();
  expect(screen.queryByText('The project has no files yet.')).toBeNull();
});

test('a file is opened by a click', () => {
  const actions = show([['a.txt', file]]);
  fireEvent.click(row('a.txt'));
  expect(actions.calls).toEqual([{ name: 'openFile', arguments: ['a.txt'] }]);
});

test('a symbolic link says that it is one, and where it leads', () => {
  const actions = show([
    ['a.txt', file],
    ['start.txt', { ...file, linkTo: 'docs/a.txt' }],
  ]);
  fireEvent.click(row('start.txt, link to docs/a.txt'));
  expect(actions.calls).toEqual([{ name: 'openFile', arguments: ['start.txt'] }]);
});

test('arrows walk the rows, open and close folders, and go out to the parent', () => {
  show([
    ['src', folder],
    ['src/a.txt', file],
    ['b.txt', file],
  ]);
  row('src').focus();
  press('ArrowDown');
  expect(document.activeElement).toBe(row('a.txt'));
  press('ArrowLeft');
  expect(document.activeElement).toBe(row('src'));
  press('ArrowLeft');
  expect(row('src').getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByRole('treeitem', { name: 'a.txt' })).toBeNull();
  press('End');
  expect(document.activeElement).toBe(row('b.txt'));
});

test('typed letters lead to the row that begins with them', () => {
  show([
    ['alpha.txt', file],
    ['beta.txt', file],
  ]);
  row('alpha.txt').focus();
  press('b');
  expect(document.activeElement).toBe(row('beta.txt'));
});

test('a new file gets the name that is typed', () => {
  const actions = show([['a.txt', file]], { createFile: async () => true });
  fireEvent.click(screen.getByRole('button', { name: 'New file' }));
  const field = screen.getByRole('textbox', { name: 'Name of the new file' });
  fireEvent.change(field, { target: { value: 'b.txt' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(actions.calls).toEqual([{ name: 'createFile', arguments: ['b.txt'] }]);
});

test('a name that is refused stays as it was typed, to be corrected', async () => {
  const actions = show([['a.txt', file]], { createFile: async (path) => path === 'good.txt' });
  fireEvent.click(screen.getByRole('button', { name: 'New file' }));
  const field = screen.getByRole('textbox', { name: 'Name of the new file' });
  fireEvent.change(field, { target: { value: '../bad' } });
  await act(async () => void fireEvent.keyDown(field, { key: 'Enter' }));
  expect(screen.getByRole('textbox', { name: 'Name of the new file' })).toHaveProperty('value', '../bad');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  fireEvent.blur(field);
  expect(screen.getByRole('textbox', { name: 'Name of the new file' })).toBe(field);
  fireEvent.change(field, { target: { value: 'good.txt' } });
  await act(async () => void fireEvent.keyDown(field, { key: 'Enter' }));
  expect(screen.queryByRole('textbox', { name: 'Name of the new file' })).toBeNull();
  expect(actions.calls.map((call) => call.arguments)).toEqual([['../bad'], ['good.txt']]);
});

test('Escape gives a new name up', () => {
  const actions = show([['a.txt', file]]);
  row('a.txt').focus();
  press('F2');
  const field = screen.getByRole('textbox', { name: 'New name of a.txt' });
  fireEvent.change(field, { target: { value: 'b.txt' } });
  fireEvent.keyDown(field, { key: 'Escape' });
  expect(actions.calls).toEqual([]);
  expect(row('a.txt')).toBeTruthy();
});

test('a row says in words what has happened to its file', () => {
  $openFiles.set(new Map([['c.txt', { path: 'c.txt', savedText: '', text: 'x', isBeingWritten: true, isBinary: false }]]));
  show([
    ['a.txt', { kind: 'file', change: 'added' }],
    ['b.txt', { kind: 'file', change: 'modified' }],
    ['c.txt', file],
  ]);
  expect(['a.txt', 'b.txt', 'c.txt'].map((name) => row(name).getAttribute('aria-description'))).toEqual([
    'added',
    'modified',
    'being written',
  ]);
});

test('a locked file and what is in a locked folder are marked, and the menu locks and unlocks', async () => {
  $chat.set({ ...INITIAL_CHAT_STATE, chatId: chatIdSchema.parse('c'), lockedPaths: ['src'] });
  const actions = show(
    [
      ['src', folder],
      ['src/a.txt', file],
      ['b.txt', file],
    ],
    { setLock: async () => undefined },
  );
  expect(row('src').getAttribute('aria-description')).toBe('locked');
  expect(row('a.txt').getAttribute('aria-description')).toBe('locked');
  expect(row('b.txt').getAttribute('aria-description')).toBeNull();
  fireEvent.contextMenu(row('b.txt'));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Lock' }));
  fireEvent.contextMenu(row('src'));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Unlock' }));
  fireEvent.contextMenu(row('a.txt'));
  expect((await screen.findByRole('menuitem', { name: /Its folder is locked/ })).getAttribute('aria-disabled')).toBe('true');
  expect(actions.calls).toEqual([
    { name: 'setLock', arguments: ['b.txt', true] },
    { name: 'setLock', arguments: ['src', false] },
  ]);
});

test('without a chat nothing can be locked, and the menu says why', async () => {
  $chat.set(INITIAL_CHAT_STATE);
  show([['b.txt', file]]);
  fireEvent.contextMenu(row('b.txt'));
  expect((await screen.findByRole('menuitem', { name: /send a first message/ })).getAttribute('aria-disabled')).toBe('true');
});

test('a file is downloaded from its menu, and a folder as a zip', async () => {
  const actions = show(
    [
      ['src', folder],
      ['b.txt', file],
    ],
    { exportFile: async () => null, exportFolder: async () => null },
  );
  fireEvent.contextMenu(row('b.txt'));
  await act(async () => void fireEvent.click(screen.getByRole('menuitem', { name: 'Download' })));
  fireEvent.contextMenu(row('src'));
  await act(async () => void fireEvent.click(screen.getByRole('menuitem', { name: 'Download as zip' })));
  expect(actions.calls).toEqual([
    { name: 'exportFile', arguments: ['b.txt'] },
    { name: 'exportFolder', arguments: ['src'] },
  ]);
});

test('of thousands of rows only some are drawn, and the keyboard reaches all of them', () => {
  show([['src', folder], ...Array.from({ length: 3_000 }, (_, index): [string, FileEntry] => [`src/f${index}.txt`, file])]);
  expect(row('src').getAttribute('aria-expanded')).toBe('false');
  row('src').focus();
  press('ArrowRight');
  expect(screen.getAllByRole('treeitem').length).toBeLessThan(400);
  press('End');
  expect(document.activeElement).toBe(row('f2999.txt'));
  expect(row('f2999.txt').getAttribute('aria-posinset')).toBe('3000');
  press('ArrowLeft');
  expect(document.activeElement).toBe(row('src'));
  press('ArrowLeft');
  expect(screen.getAllByRole('treeitem')).toHaveLength(1);
});

const dataTransfer = (types: Record<string, string>, files: readonly File[] = []) => {
  const data = new Map(Object.entries(types));
  return {
    get types() {
      return [...data.keys(), ...(files.length > 0 ? ['Files'] : [])];
    },
    setData: (type: string, value: string) => void data.set(type, value),
    files,
    items: [],
    dropEffect: 'none',
    effectAllowed: 'all',
  };
};

test('a row is dragged into another folder, and not into itself or where it is already', () => {
  const actions = show(
    [
      ['lib', folder],
      ['src', folder],
      ['src/a.txt', file],
    ],
    { movePath: async () => undefined },
  );
  const drag = (name: string, onto: Element) => {
    const held = dataTransfer({});
    fireEvent.dragStart(row(name), { dataTransfer: held });
    const isRefused = fireEvent.dragOver(onto, { dataTransfer: held });
    fireEvent.drop(onto, { dataTransfer: held });
    fireEvent.dragEnd(row(name), { dataTransfer: held });
    return isRefused;
  };
  expect([drag('a.txt', row('src')), drag('src', row('a.txt')), drag('a.txt', row('lib'))]).toEqual([true, true, false]);
  expect(drag('a.txt', screen.getByRole('tree'))).toBe(false);
  expect(actions.calls.map((call) => call.arguments)).toEqual([
    ['src/a.txt', 'lib'],
    ['src/a.txt', ''],
  ]);
});

test('files of the computer are uploaded into the folder they are dropped on, in a chat', async () => {
  $chat.set({ ...INITIAL_CHAT_STATE, chatId: chatIdSchema.parse('c') });
  const actions = show(
    [
      ['src', folder],
      ['src/a.txt', file],
    ],
    { uploadInto: async () => undefined },
  );
  const picture = new File(['x'], 'b.png');
  await act(async () => void fireEvent.drop(row('a.txt'), { dataTransfer: dataTransfer({}, [picture]) }));
  const source = { type: 'files', name: null, files: [{ path: 'b.png', file: picture }], skipped: [] };
  expect(actions.calls).toEqual([{ name: 'uploadInto', arguments: ['src', source, expect.any(Function)] }]);
});

test('Ctrl+X and Ctrl+V move by keyboard, Escape gives it up, and Delete asks nothing', () => {
  const actions = show(
    [
      ['lib', folder],
      ['a.txt', file],
    ],
    { movePath: async () => undefined, deletePath: async () => undefined },
  );
  const withControl = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key, ctrlKey: true });
  act(() => row('a.txt').focus());
  withControl('x');
  expect(row('a.txt').getAttribute('aria-description')).toBe('cut');
  press('Escape');
  press('Home');
  withControl('v');
  expect(actions.calls).toEqual([]);
  press('End');
  withControl('x');
  press('Home');
  withControl('v');
  press('End');
  press('Delete');
  expect(actions.calls).toEqual([
    { name: 'movePath', arguments: ['a.txt', 'lib'] },
    { name: 'deletePath', arguments: ['a.txt'] },
  ]);
});

test('what .gitignore leaves out is named so and can be hidden; a closed folder says that something in it has changed', async () => {
  show([
    ['src', folder],
    ['src/a.txt', { kind: 'file', change: 'modified' }],
    ['log.txt', { ...file, isIgnored: true }],
  ]);
  expect(row('log.txt').getAttribute('aria-description')).toBe('ignored');
  fireEvent.click(row('src'));
  expect(row('src').getAttribute('aria-description')).toBe('has changes');
  fireEvent.contextMenu(row('src'));
  fireEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Show ignored files' }));
  expect(screen.queryByRole('treeitem', { name: 'log.txt' })).toBeNull();
});

test('the open file is revealed: its folders open, and it has the focus', () => {
  $activeTab.set('src/deep/a.txt');
  show([
    ['src', folder],
    ['src/deep', folder],
    ['src/deep/a.txt', file],
  ]);
  fireEvent.click(row('src'));
  fireEvent.click(screen.getByRole('button', { name: 'Reveal the open file' }));
  expect(document.activeElement).toBe(row('a.txt'));
});
