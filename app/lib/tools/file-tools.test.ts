import { expect, test } from 'vitest';
import { MemoryWorkspace } from '../runtime/memory/memory-workspace.ts';
import type { WorkspacePath } from '../runtime/types.ts';
import { deleteFileTool } from './delete-file.ts';
import { listDirectoryTool } from './list-directory.ts';
import { readFileTool } from './read-file.ts';
import { renameFileTool } from './rename-file.ts';
import { failureOf, outputOf, toolContext } from './testing/run-tool.ts';
import { writeFileTool } from './write-file.ts';

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`).join('\n');

test('a file is read whole when it is short', async () => {
  expect(await outputOf(readFileTool, { path: './a.txt' }, toolContext({ 'a.txt': 'one\r\ntwo\n' }))).toEqual({
    path: 'a.txt',
    content: 'one\r\ntwo\n',
    lineCount: 2,
  });
});

test('a range is read with its real end, both ends included', async () => {
  expect(await outputOf(readFileTool, { path: 'a', startLine: 2, endLine: 99 }, toolContext({ a: 'x\ny\nz\n' }))).toEqual({
    path: 'a',
    content: 'y\nz',
    lineCount: 3,
    startLine: 2,
    endLine: 3,
  });
});

test('a long file is cut, says exactly where, and can be read on', async () => {
  const context = toolContext({ a: numbered(5_000) });
  expect(await outputOf(readFileTool, { path: 'a' }, context)).toMatchObject({
    truncated: true,
    note: 'Lines 1-600 of 5000. Read on with startLine 601.',
  });
  expect(await outputOf(readFileTool, { path: 'a', startLine: 4_001 }, context)).toMatchObject({ startLine: 4_001, endLine: 5_000 });
  expect(await failureOf(readFileTool, { path: 'a', startLine: 5_001 }, context)).toMatchObject({ code: 'bad_arguments' });
});

test('one line longer than all that may be shown is cut and says so', async () => {
  const output = await outputOf(readFileTool, { path: 'a' }, toolContext({ a: 'x'.repeat(300_000) }));
  expect(JSON.stringify(output).length).toBeLessThan(25_000);
  expect(JSON.stringify(output)).toContain('line cut: it has 300000 characters');
});

test('of a line that is longer than what is shown there is a beginning, and a command that reads on', async () => {
  const long = 'x'.repeat(250_000);
  const files = { 'data.json': long, "it's b.txt": `one\n${long}\nthree\n` };
  const read = async (input: { path: string; startLine?: number }) => {
    // The cast: the output of this tool has both for such a file.
    return (await outputOf(readFileTool, input, toolContext(files))) as { content: string; note: string };
  };
  const whole = await read({ path: 'data.json' });
  expect(whole.content).toBe(`${'x'.repeat(2_000)} [line cut: it has 250000 characters]`);
  expect(whole.note).toBe(
    'The first 2000 characters of line 1 are shown. The command "cut -c 2001-6000 data.json" reads on, and jq reads parts of it.',
  );
  expect(await read({ path: "it's b.txt" })).toMatchObject({ content: 'one', note: 'Lines 1-1 of 3. Read on with startLine 2.' });
  const second = await read({ path: "it's b.txt", startLine: 2 });
  expect(second.content).toHaveLength(2_000 + ' [line cut: it has 250000 characters]'.length);
  expect(second.note).toBe(
    `The first 2000 characters of line 2 are shown. The command "sed -n 2p 'it'\\''s b.txt' | cut -c 2001-6000" reads on. Lines 2-2 of 3. Read on with startLine 3.`,
  );
});

test('binary files, folders and missing files are named as such', async () => {
  const context = toolContext({ 'd/x': '', bin: new Uint8Array([137, 80, 0, 71]), latin: new Uint8Array([0xe4, 0xf6]) });
  expect((await failureOf(readFileTool, { path: 'bin' }, context)).message).toBe(
    'bin is a binary file of 4 bytes; it cannot be read as text.',
  );
  expect((await failureOf(readFileTool, { path: 'latin' }, context)).message).toContain('binary');
  expect((await failureOf(readFileTool, { path: 'd' }, context)).message).toContain('devonz_list_directory');
  expect(await failureOf(readFileTool, { path: 'none' }, context)).toMatchObject({ code: 'not_found' });
});

test.each(['../x', '/../x', 'a/../../x', 'a\u0000b'])('%j is refused: it is not in the project', async (path) => {
  for (const [tool, rest] of [
    [readFileTool, {}],
    [writeFileTool, { content: '' }],
    [listDirectoryTool, {}],
    [deleteFileTool, {}],
  ] as const) {
    expect(await failureOf(tool, { path, ...rest }, toolContext())).toMatchObject({ code: 'outside_project' });
  }
});

test('a write counts bytes, not characters, and tells whether it made the file', async () => {
  const workspace = new MemoryWorkspace({ old: 'x' });
  expect(await outputOf(writeFileTool, { path: 'dir/new', content: 'ü👋' }, toolContext(workspace))).toMatchObject({
    bytesWritten: 6,
    created: true,
  });
  expect(await outputOf(writeFileTool, { path: 'old', content: 'y' }, toolContext(workspace))).toMatchObject({
    bytesWritten: 1,
    created: false,
  });
  expect(workspace.text('dir/new')).toBe('ü👋');
});

test('a file that is replaced keeps its byte order mark and its line ends, and says so', async () => {
  const workspace = new MemoryWorkspace({ a: '\ufeff{\r\n  "a": 1\r\n}\r\n', mixed: 'a\r\nb\n', lf: 'a\n' });
  const write = (path: string, content: string) => outputOf(writeFileTool, { path, content }, toolContext(workspace));
  expect(await write('a', '{\n  "a": 2\n}\n')).toMatchObject({ note: 'The file keeps its byte order mark and its line ends (CRLF).' });
  expect(await workspace.readFile('a' as WorkspacePath)).toEqual(new TextEncoder().encode('\ufeff{\r\n  "a": 2\r\n}\r\n'));
  expect(await write('a', '{\n  "a": 2\n}\n')).toMatchObject({ unchanged: true });
  // With mixed line endings, the intended kind is unknown.
  await write('mixed', 'c\nd\n');
  await write('lf', 'c\r\nd\r\n');
  expect([workspace.text('mixed'), workspace.text('lf')]).toEqual(['c\nd\n', 'c\r\nd\r\n']);
});

test('a write that changes nothing writes nothing', async () => {
  const workspace = new MemoryWorkspace({ a: 'x' });
  expect(await outputOf(writeFileTool, { path: 'a', content: 'x' }, toolContext(workspace))).toMatchObject({ unchanged: true });
  expect(workspace.writes).toEqual([]);
});

test('the plan of a write says what is there before and after', async () => {
  const plan = await writeFileTool.plan({ path: 'a', content: 'new' }, toolContext({ a: 'old' }));
  const bytes = (text: string) => new TextEncoder().encode(text);
  expect(plan).toMatchObject({ ok: true, intent: { kind: 'change', changes: [{ path: 'a', before: bytes('old'), after: bytes('new') }] } });
});

test('a listing is sorted, names ignored folders and does not enter them', async () => {
  const context = toolContext({
    'b.txt': '',
    'a/z/deep/er': '',
    'node_modules/x/index.js': '',
    'dist/out.js': '',
    '.github/ci.yml': '',
    '.gitignore': 'dist/\n',
  });
  const output = await outputOf(listDirectoryTool, { recursive: true }, context);
  expect(output).toMatchObject({ path: '/', totalCount: 9 });
  expect((output as { entries: { name: string }[] }).entries.map((entry) => entry.name)).toEqual([
    '.github',
    '.github/ci.yml',
    '.gitignore',
    'a',
    'a/z',
    'a/z/deep',
    'b.txt',
    'dist',
    'node_modules',
  ]);
});

test('a very long listing is cut and says of how many', async () => {
  const files = Object.fromEntries(Array.from({ length: 1_200 }, (_, index) => [`f${index}`, '']));
  const output = await outputOf(listDirectoryTool, {}, toolContext(files));
  expect(output).toMatchObject({
    totalCount: 1_200,
    truncated: true,
    note: 'The first 1000 of 1200. List a folder inside it for the rest.',
  });
});

test('a file is deleted, a folder is not', async () => {
  const workspace = new MemoryWorkspace({ 'd/a': '' });
  expect((await failureOf(deleteFileTool, { path: 'd' }, toolContext(workspace))).message).toContain('folder');
  await outputOf(deleteFileTool, { path: 'd/a' }, toolContext(workspace));
  expect(workspace.paths()).toEqual([]);
});

test('a rename never overwrites', async () => {
  const workspace = new MemoryWorkspace({ a: '1', b: '2' });
  expect((await failureOf(renameFileTool, { path: 'a', newPath: 'b' }, toolContext(workspace))).message).toContain('exists already');
  await outputOf(renameFileTool, { path: 'a', newPath: 'c/d' }, toolContext(workspace));
  expect(workspace.paths()).toEqual(['b', 'c/d']);
});

test('a model that writes a long file again for a few lines of it learns what to use instead; for most of it, or a short one, not', async () => {
  const context = toolContext({ 'long.txt': numbered(100), 'short.txt': numbered(5) });
  const wrote = (path: string, content: string) => outputOf(writeFileTool, { path, content }, context);
  expect(await wrote('long.txt', numbered(100).replace('line 50', 'half'))).toMatchObject({
    note: expect.stringContaining('Only 1 of 100 lines changed. Change parts of a file with devonz_edit_file'),
  });
  expect(await wrote('long.txt', numbered(200).replaceAll('line', 'row'))).not.toHaveProperty('note');
  expect(await wrote('short.txt', numbered(5).replace('line 3', 'three'))).not.toHaveProperty('note');
});
