import { beforeEach, expect, test } from 'vitest';
import { createNoticeService } from '../notices/notice-service.ts';
import { MemoryWorkspace } from '../runtime/memory/memory-workspace.ts';
import { toWorkspacePath } from '../runtime/to-workspace-path.ts';
import { $activeTab, $filePlace, $files, $openFiles, $recentFiles, $revealedPath, $tabs, type FileEntry } from '../stores/files.ts';
import { $notices } from '../stores/workbench.ts';
import { createEditorService } from './editor-service.ts';

beforeEach(() => {
  $openFiles.set(new Map());
  $tabs.set([]);
  $activeTab.set(null);
  $notices.set([]);
  $recentFiles.set([]);
  $filePlace.set(null);
  $files.set(new Map());
  $revealedPath.set(null);
});

function editor(files: Record<string, string> = {}) {
  const workspace = new MemoryWorkspace(files);
  return { workspace, service: createEditorService(workspace, createNoticeService(), () => null) };
}

test('code from the conversation becomes a new file, open in the editor', async () => {
  const { workspace, service } = editor();
  await service.applyCode('src/app.ts', 'const a = 1;\n');
  expect(workspace.text('src/app.ts')).toBe('const a = 1;\n');
  expect($activeTab.get()).toBe('src/app.ts');
});

test('of a file that is there the code is the text in the editor, and the file stays as it is until it is saved', async () => {
  const { workspace, service } = editor({ 'a.ts': 'old' });
  await service.applyCode('a.ts', 'new');
  expect(workspace.text('a.ts')).toBe('old');
  expect($openFiles.get().get('a.ts')).toMatchObject({ text: 'new', savedText: 'old' });
  expect($notices.get()[0]?.message).toContain('not saved yet');
  await service.saveFile('a.ts');
  expect(workspace.text('a.ts')).toBe('new');
});

test('code is not put outside the project, nor into a folder', async () => {
  const { workspace, service } = editor({ 'src/a.ts': '' });
  await service.applyCode('../x.ts', 'no');
  await service.applyCode('src', 'no');
  expect(workspace.writes).toEqual([]);
  expect($notices.get().map(({ message }) => message)).toEqual([
    expect.stringContaining('../x.ts was not written'),
    expect.stringContaining('it is a folder'),
  ]);
});

test('the files used last are known, the newest first, and the place that was asked for', async () => {
  const { service } = editor({ 'a.ts': '', 'b.ts': '' });
  await service.openFile('a.ts');
  await service.openFile('b.ts', { line: 3 });
  expect($filePlace.get()).toEqual({ path: 'b.ts', line: 3 });
  $activeTab.set('a.ts');
  expect($recentFiles.get()).toEqual(['a.ts', 'b.ts']);
  service.closeAll();
  expect([$recentFiles.get(), $filePlace.get()]).toEqual([[], null]);
});

const at = (path: string) => toWorkspacePath(path) as never;
const bytes = (text: string) => new TextEncoder().encode(text);

/** Opens `a.ts`, in which the user has typed while another party has changed its end. */
async function conflicting() {
  const base = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', ''].join('\n');
  const { workspace, service } = editor({ 'a.ts': base });
  await service.openFile('a.ts');
  const mine = base.replace('one', 'mine');
  const theirs = base.replace('seven', 'theirs');
  service.editFile('a.ts', mine);
  await workspace.writeFile(at('a.ts'), bytes(theirs));
  service.onFileEvent({ type: 'changed', path: at('a.ts'), content: bytes(theirs) });
  await expect.poll(() => $openFiles.get().get('a.ts')?.conflict).toEqual({ base });
  return { workspace, service, mine, theirs, text: () => $openFiles.get().get('a.ts')?.text };
}

test('what another has changed meanwhile is not overwritten by a save, until the user has chosen', async () => {
  const { workspace, service, mine, theirs } = await conflicting();
  await service.saveFile('a.ts');
  expect(workspace.text('a.ts')).toBe(theirs);
  expect($notices.get().at(-1)?.message).toContain('a.ts was not saved: it has changed since you began to type');
  await service.settleConflict('a.ts', 'mine');
  await service.saveFile('a.ts');
  expect(workspace.text('a.ts')).toBe(mine);
});

test('their text is taken as it is, and both where they change different lines', async () => {
  const first = await conflicting();
  await first.service.settleConflict('a.ts', 'theirs');
  expect([first.text(), $openFiles.get().get('a.ts')?.conflict]).toEqual([first.theirs, undefined]);
  $openFiles.set(new Map());
  const second = await conflicting();
  await second.service.settleConflict('a.ts', 'both');
  expect(second.text()).toBe(second.mine.replace('seven', 'theirs'));
});

test('both are not taken where they change the same lines: nothing is lost, and a notice says so', async () => {
  const { service, text } = await conflicting();
  const same = 'one\ntwo\nthree\nfour\nfive\nsix\nMINE\n';
  service.editFile('a.ts', same);
  await service.settleConflict('a.ts', 'both');
  expect(text()).toBe(same);
  expect($openFiles.get().get('a.ts')?.conflict).toBeTruthy();
  expect($notices.get().at(-1)?.message).toContain('both change the same lines');
});

test('what was typed before the page ended is in conflict with what another has made of the file by now, and only then', async () => {
  const { workspace, service } = editor({ 'changed.ts': 'theirs', 'as-it-was.ts': 'old', 'the-same.ts': 'typed', 'unknown.ts': 'theirs' });
  const typed = (path: string, base?: string) => [path, base === undefined ? { text: 'typed' } : { text: 'typed', base }] as const;
  const unsaved = new Map([
    typed('changed.ts', 'old'),
    typed('as-it-was.ts', 'old'),
    typed('the-same.ts', 'old'),
    typed('gone.ts', 'old'),
    typed('unknown.ts'),
  ]);
  await service.restoreFiles({ files: [...unsaved.keys()], activeFile: null, unsaved });
  const open = [...$openFiles.get().values()];
  expect(open.map(({ path, text, conflict }) => [path, text, conflict])).toEqual([
    ['changed.ts', 'typed', { base: 'old' }],
    ['as-it-was.ts', 'typed', undefined],
    ['the-same.ts', 'typed', undefined],
    ['gone.ts', 'typed', undefined],
    ['unknown.ts', 'typed', undefined],
  ]);
  await service.saveFile('changed.ts');
  expect(workspace.text('changed.ts')).toBe('theirs');
});

test('a save that comes back while more is typed is no conflict', async () => {
  const { workspace, service } = editor({ 'a.ts': 'one' });
  await service.openFile('a.ts');
  service.editFile('a.ts', 'two');
  const write = workspace.writeFile.bind(workspace);
  workspace.writeFile = async (path, content) => {
    await write(path, content);
    service.editFile('a.ts', 'three');
    service.onFileEvent({ type: 'changed', path, content });
    await Promise.resolve();
  };
  await service.saveFile('a.ts');
  await expect.poll(() => $openFiles.get().get('a.ts')).toMatchObject({ text: 'three', savedText: 'two' });
  expect($openFiles.get().get('a.ts')?.conflict).toBeUndefined();
});

test('a link is opened by what it leads to: a file in its own tab, a folder in the tree, and one that leads nowhere is said', async () => {
  const { workspace, service } = editor({ 'src/a.ts': 'text', 'node_modules/p/x.js': 'package' });
  const links = { start: 'src/a.ts', folder: 'src', 'src/up': '../start', broken: 'nothing', kit: 'node_modules/p/x.js' };
  for (const [path, linkTo] of Object.entries(links)) await workspace.makeLink(at(path), linkTo);
  $files.set(
    new Map<string, FileEntry>([
      ['src', { kind: 'directory', change: 'none' }],
      ['src/a.ts', { kind: 'file', change: 'none' }],
      ...Object.entries(links).map(([path, linkTo]) => [path, { kind: 'file' as const, change: 'none' as const, linkTo }] as const),
    ]),
  );
  await service.openFile('start');
  await service.openFile('src/up');
  expect($tabs.get()).toEqual(['src/a.ts']);
  await service.openFile('folder');
  expect([$revealedPath.get(), $tabs.get()]).toEqual(['src', ['src/a.ts']]);
  await service.openFile('broken');
  expect($notices.get().at(-1)?.message).toContain('broken could not be opened: it is a symbolic link to nothing, which is no file');
  await service.openFile('kit');
  expect($openFiles.get().get('kit')).toMatchObject({ text: 'package', isReadOnly: true });
});

test('a name that stays as it was is no rename, and a folder does not go into itself', async () => {
  const { workspace, service } = editor({ 'src/a.ts': 'a' });
  await service.renamePath('src/a.ts', 'src/a.ts');
  expect($notices.get()).toEqual([]);
  await service.renamePath('src', 'src/deep');
  await service.renamePath('src/a.ts', `src/${'ä'.repeat(260)}.ts`);
  expect($notices.get().map(({ message }) => message)).toEqual([
    'src was not renamed: it cannot be moved into itself',
    expect.stringContaining('has a name that is longer than the 255 characters that one may have.'),
  ]);
  expect(workspace.text('src/a.ts')).toBe('a');
});
