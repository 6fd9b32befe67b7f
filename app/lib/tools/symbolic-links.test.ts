import { expect, test } from 'vitest';
import { MemoryWorkspace } from '../runtime/memory/memory-workspace.ts';
import { type DirectoryEntry, WorkspaceError, type WorkspacePath } from '../runtime/types.ts';
import { deleteFileTool } from './delete-file.ts';
import { editFileTool } from './edit-file.ts';
import { readFileTool } from './read-file.ts';
import { renameFileTool } from './rename-file.ts';
import { searchCodeTool } from './search-code.ts';
import { outputOf, toolContext } from './testing/run-tool.ts';
import { writeFileTool } from './write-file.ts';

/** `notes.txt` links to a key file and `lib` to a folder elsewhere, as a sandboxed program could create them. */
class LinkedWorkspace extends MemoryWorkspace {
  override async readDirectory(path: WorkspacePath): Promise<DirectoryEntry[]> {
    const entries = await super.readDirectory(path);
    return entries.map((entry) =>
      path === '' && ['notes.txt', 'lib'].includes(entry.name) ? { ...entry, kind: 'file', isLink: true } : entry,
    );
  }
}

const linked = () => toolContext(new LinkedWorkspace({ 'notes.txt': 'KEY=1', 'lib/a.js': 'KEY=2', 'src/a.js': 'KEY=3' }));

test.each([
  [readFileTool, { path: 'notes.txt' }],
  [readFileTool, { path: './lib/a.js' }],
  [searchCodeTool, { query: 'KEY', path: 'notes.txt' }],
  [writeFileTool, { path: 'notes.txt', content: 'x' }],
  [writeFileTool, { path: 'lib/new.js', content: 'x' }],
  [editFileTool, { path: 'notes.txt', edits: [{ find: 'KEY', replace: 'x' }] }],
  [deleteFileTool, { path: 'lib/a.js' }],
  [renameFileTool, { path: 'src/a.js', newPath: 'lib/b.js' }],
])('$0.name does not go through a symbolic link ($1.path)', async (tool, input) => {
  expect(await tool.plan(input, linked())).toMatchObject({
    ok: false,
    code: 'outside_project',
    message: expect.stringContaining('symbolic link'),
  });
});

test('an edit that does not match shows nothing of what a link points to', async () => {
  const plan = await editFileTool.plan({ path: 'notes.txt', edits: [{ find: 'KEY=2', replace: 'x' }] }, linked());
  expect(plan).toEqual({ ok: false, code: 'outside_project', message: 'notes.txt is a symbolic link. Name the file it points to.' });
});

test('a search of the project passes links by', async () => {
  expect(await outputOf(searchCodeTool, { query: 'KEY' }, linked())).toMatchObject({ results: [{ file: 'src/a.js' }] });
});

test('a file whose folder is not there yet can be written', async () => {
  expect(await writeFileTool.plan({ path: 'a/b/c.js', content: 'x' }, linked())).toMatchObject({ ok: true });
});

test('a folder that cannot be looked into is no reason to continue: what the host says is reported', async () => {
  const workspace = new MemoryWorkspace({ 'a/b.txt': 'x' });
  workspace.readDirectory = () => Promise.reject(new WorkspaceError('EUNAVAILABLE', 'The runtime is gone.'));
  expect(await readFileTool.plan({ path: 'a/b.txt' }, toolContext(workspace))).toMatchObject({
    ok: false,
    message: 'The runtime is gone.',
  });
});

test('on a way through a file there is no link', async () => {
  const workspace = new MemoryWorkspace({ a: 'x' });
  expect(await readFileTool.plan({ path: 'a/b/c.txt' }, toolContext(workspace))).toMatchObject({ ok: true });
  expect(await readFileTool.plan({ path: 'none/b/c.txt' }, toolContext(workspace))).toMatchObject({ ok: true });
});
