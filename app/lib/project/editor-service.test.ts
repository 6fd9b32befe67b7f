import { beforeEach, expect, test } from 'vitest';
import { MemoryWorkspace } from '../runtime/memory/memory-workspace.ts';
import { $activeTab, $filePlace, $openFiles, $recentFiles, $tabs } from '../stores/files.ts';
import { $notices } from '../stores/workbench.ts';
import { createNoticeService } from '../workbench/notice-service.ts';
import { createEditorService } from './editor-service.ts';

beforeEach(() => {
  $openFiles.set(new Map());
  $tabs.set([]);
  $activeTab.set(null);
  $notices.set([]);
  $recentFiles.set([]);
  $filePlace.set(null);
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
