import { beforeEach, expect, test } from 'vitest';
import { createNoticeService } from '../../notices/notice-service.ts';
import { type ChatId, type ContentHash, chatIdSchema } from '../../protocol/ids.ts';
import { isIgnoredPath } from '../../runtime/ignored-folders.ts';
import { MemoryWorkspace } from '../../runtime/memory/memory-workspace.ts';
import { toWorkspacePath } from '../../runtime/to-workspace-path.ts';
import { $activeTab, $files, $openFiles, $tabs, type FileEntry } from '../../stores/files.ts';
import { $notices } from '../../stores/workbench.ts';
import { createEditorService } from '../editor-service.ts';
import type { StoredVersion } from '../known-files.ts';
import { createTreeService } from './tree-service.ts';

const file: FileEntry = { kind: 'file', change: 'none' };
const folder: FileEntry = { kind: 'directory', change: 'none' };
const newest = () => $notices.get().at(-1);

beforeEach(() => {
  $notices.set([]);
  $openFiles.set(new Map());
  $tabs.set([]);
  $activeTab.set(null);
});

/** A project whose history can restore its files, except those in `large` and packages, which the tree does not list. */
function setUp(contents: Record<string, string>, { confirms = true, large = [] }: { confirms?: boolean; large?: readonly string[] } = {}) {
  const workspace = new MemoryWorkspace(contents);
  const notices = createNoticeService();
  const tree = new Map<string, FileEntry>();
  for (const path of Object.keys(contents).filter((each) => !isIgnoredPath(each))) {
    for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) tree.set(path.slice(0, at), folder);
    tree.set(path, file);
  }
  $files.set(tree);
  const write = async (path: string, text: string | Uint8Array) =>
    workspace.writeFile(toWorkspacePath(path) as never, typeof text === 'string' ? new TextEncoder().encode(text) : text);
  const questions: string[] = [];
  const taken: (readonly StoredVersion[])[] = [];
  const opened: { chatId: ChatId } = { chatId: chatIdSchema.parse('one') };
  const service = createTreeService({
    notices,
    editor: createEditorService(workspace, notices, () => null),
    batches: { appendAll: async () => [] },
    project: {
      workspace: () => workspace,
      versionsIn: (path) =>
        Object.keys(contents)
          .filter((each) => each === path || each.startsWith(`${path}/`))
          .filter((each) => !isIgnoredPath(each) && !large.includes(each))
          .map((each) => ({ path: each, hash: each as ContentHash, size: 1 })),
      takeAll: async (versions) => {
        taken.push(versions);
        for (const { path } of versions) await write(path, contents[path] ?? '');
      },
      bringIn: async (files) => {
        for (const file of files) if ('content' in file) await write(file.path, file.content);
      },
    },
    openChatId: () => opened.chatId,
  });
  const confirm = (question: string) => {
    questions.push(question);
    return confirms;
  };
  return { service, workspace, questions, taken, opened, confirm };
}

test('a deleted folder comes back from the history, with everything in it', async () => {
  const { service, workspace } = setUp({ 'src/a.ts': 'a', 'src/deep/b.ts': 'b', 'c.ts': 'c' });
  await service.deletePath('src');
  expect(workspace.paths()).toEqual(['c.ts']);
  expect(newest()).toMatchObject({ message: 'src is deleted, with 2 files in it.', action: { label: 'Undo' } });
  newest()?.action?.run();
  await expect.poll(() => workspace.paths()).toEqual(['c.ts', 'src/a.ts', 'src/deep/b.ts']);
});

test('what Undo does not bring back is said with the deletion', async () => {
  const { service } = setUp(
    { 'shop/a.ts': 'a', 'shop/film.mp4': 'f', 'shop/node_modules/x/index.js': 'x', 'shop/web/dist/b.js': 'b', 'c.ts': 'c' },
    { large: ['shop/film.mp4'] },
  );
  await service.deletePath('shop');
  expect(newest()?.message).toBe(
    'shop is deleted, with 1 file in it. Undo does not bring back shop/node_modules, shop/film.mp4: the history does not keep it.',
  );
});

test('a file that no history keeps is deleted without an Undo that would do nothing', async () => {
  const { service } = setUp({ 'film.mp4': 'f' }, { large: ['film.mp4'] });
  await service.deletePath('film.mp4');
  expect(newest()?.message).toContain('Undo does not bring back film.mp4');
  expect(newest()?.action).toBeUndefined();
});

test('Undo overwrites nothing that has the name now, and restores nothing into another chat', async () => {
  const { service, workspace, taken, opened } = setUp({ 'a.ts': 'old' });
  await service.deletePath('a.ts');
  const undo = newest()?.action;
  await workspace.writeFile(toWorkspacePath('a.ts') as never, new TextEncoder().encode('new'));
  undo?.run();
  await expect.poll(() => newest()?.message).toContain('a.ts was not restored: there is something of that name again');
  opened.chatId = chatIdSchema.parse('two');
  undo?.run();
  await expect.poll(() => newest()?.message).toContain('another chat is open');
  expect([workspace.text('a.ts'), taken]).toEqual(['new', []]);
});

test('a moved file stays open with what was typed, and Undo moves it back', async () => {
  const { service, workspace } = setUp({ 'src/a.ts': 'a', 'lib/b.ts': 'b' });
  $openFiles.set(new Map([['src/a.ts', { path: 'src/a.ts', savedText: 'a', text: 'typed', isBeingWritten: false, isBinary: false }]]));
  $tabs.set(['src/a.ts']);
  $activeTab.set('src/a.ts');
  await service.movePath('src/a.ts', 'lib');
  expect([workspace.paths(), $tabs.get(), $activeTab.get()]).toEqual([['lib/a.ts', 'lib/b.ts'], ['lib/a.ts'], 'lib/a.ts']);
  expect($openFiles.get().get('lib/a.ts')?.text).toBe('typed');
  newest()?.action?.run();
  await expect.poll(() => workspace.paths()).toEqual(['lib/b.ts', 'src/a.ts']);
});

test('nothing is moved over what is there, nor a folder into itself', async () => {
  const { service, workspace } = setUp({ 'src/a.ts': 'a', 'lib/a.ts': 'b' });
  await service.movePath('src/a.ts', 'lib');
  expect(newest()?.message).toBe('src/a.ts was not renamed: lib/a.ts exists already');
  await service.movePath('src', 'src/inner');
  expect(newest()?.message).toBe('src was not moved: it cannot be put into itself.');
  expect(workspace.paths()).toEqual(['lib/a.ts', 'src/a.ts']);
});

test('a dropped folder is uploaded by its name, and what is replaced is asked about first', async () => {
  const drop = { type: 'files', name: 'art', files: [{ path: 'x.txt', file: new Blob(['new']) }], skipped: [] } as const;
  const refusing = setUp({ 'src/art/x.txt': 'old' }, { confirms: false });
  await refusing.service.uploadInto('src', drop, refusing.confirm);
  expect(refusing.questions).toEqual(['Replace src/art/x.txt? The versions there now stay in the history.']);
  expect(refusing.workspace.text('src/art/x.txt')).toBe('old');
  const { service, workspace, confirm } = setUp({ 'src/a.ts': '' });
  await service.uploadInto('src', drop, confirm);
  expect(workspace.text('src/art/x.txt')).toBe('new');
  expect(newest()?.message).toBe('1 file uploaded into src/art.');
});

test('a file that is too large, or has no name that a project can have, is named and the others are taken', async () => {
  const { service, workspace, confirm } = setUp({ 'src/a.ts': '' });
  const large = Object.defineProperty(new Blob(['x']), 'size', { value: 11 * 1024 * 1024 });
  const files = [
    { path: 'large.bin', file: large },
    { path: 'b\u202e.ts', file: new Blob(['b']) },
    { path: 'c.ts', file: new Blob(['c']) },
  ];
  await service.uploadInto('', { type: 'files', name: null, files, skipped: [{ path: 'node_modules/', reason: 'packages' }] }, confirm);
  expect(workspace.paths()).toEqual(['c.ts', 'src/a.ts']);
  expect(newest()?.level).toBe('error');
  expect(newest()?.message).toMatch(/1 file uploaded\. Not uploaded: large\.bin has 11 MB.*202e.*Left out: node_modules\/\./i);
});
