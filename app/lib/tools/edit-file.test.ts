import { expect, test } from 'vitest';
import { MemoryWorkspace } from '../runtime/memory/memory-workspace.ts';
import { editFileTool } from './edit-file.ts';
import { failureOf, outputOf, toolContext } from './testing/run-tool.ts';

test('changes the named lines with one write', async () => {
  const workspace = new MemoryWorkspace({ 'a.ts': 'const a = 1;\nconst b = 2;\n' });
  const edits = [
    { find: 'a = 1', replace: 'a = 3' },
    { find: 'b = 2', replace: 'b = 4' },
  ];
  expect(await outputOf(editFileTool, { path: 'a.ts', edits }, toolContext(workspace))).toEqual({
    path: 'a.ts',
    edits: 2,
    changed: '1:const a = 3;\n2:const b = 4;',
    bytesWritten: 26,
    created: false,
    lineCount: 2,
  });
  expect(workspace.text('a.ts')).toBe('const a = 3;\nconst b = 4;\n');
  expect(workspace.writes).toEqual(['a.ts']);
});

test('when one edit does not match nothing is written and the nearest lines come back, numbered', async () => {
  const workspace = new MemoryWorkspace({ 'a.ts': 'one\ntwo\nfunction add(x, y) {\n  return x + y;\n}\n' });
  const edits = [
    { find: 'one', replace: '1' },
    { find: 'function add(x, y, z) {\n  return x + y + z;\n}', replace: 'z' },
  ];
  expect(await failureOf(editFileTool, { path: 'a.ts', edits }, toolContext(workspace))).toMatchInlineSnapshot(`
    {
      "code": "no_match",
      "message": "Edit 2 of 2 was not found in a.ts. Nothing was written. The nearest lines are:
    1:one
    2:two
    3:function add(x, y) {
    4:  return x + y;
    5:}",
      "ok": false,
    }
  `);
  expect(workspace.writes).toEqual([]);
});

test.each([
  ['a', 'is there twice', /matches 2 places/],
  ['', 'is empty', /empty "find"/],
])('a search that %j %s says what to do', async (find, _name, message) => {
  const failed = await failureOf(editFileTool, { path: 'a', edits: [{ find, replace: 'x' }] }, toolContext({ a: 'a b a' }));
  expect(failed.message).toMatch(message);
});

test('an edit that matches several places says in which lines they are, five at most', async () => {
  const lines = Array.from({ length: 20 }, (_, index) => (index % 3 === 0 ? '  throw new Error("Invalid");' : `line ${index + 1}`));
  const context = toolContext({ 'a.js': lines.join('\n') });
  const messageOf = async (edits: object[]) => (await failureOf(editFileTool, { path: 'a.js', edits }, context)).message;
  const twice = { find: 'line 2', replace: 'x' };
  expect(await messageOf([{ find: 'Invalid', replace: 'x' }])).toBe(
    'The edit matches 7 places in a.js (lines 1, 4, 7, 10, 13, …). Give more lines around it so that it matches one, or set "all". Nothing was written.',
  );
  expect(await messageOf([{ find: 'line 3', replace: 'line 3\nand\nmore' }, twice])).toContain(
    'Edit 2 of 2 matches 2 places in a.js (lines 2, 20).',
  );
  // The first edit makes a place that the file does not have.
  expect(await messageOf([{ find: 'line 3', replace: 'line 2' }, twice])).toContain('Edit 2 of 2 matches 3 places in a.js. Give');
  expect(await messageOf([{ find: ' throw new Error("Invalid"); ', replace: 'x' }])).toContain('(lines 1, 4,');
});

test('files that are not there, folders and binary files are named as such', async () => {
  const context = toolContext({ 'dir/x': '', bin: new Uint8Array([0, 1, 2]) });
  const edits = [{ find: 'a', replace: 'b' }];
  expect(await failureOf(editFileTool, { path: 'none', edits }, context)).toMatchObject({ code: 'not_found' });
  expect((await failureOf(editFileTool, { path: 'dir', edits }, context)).message).toContain('folder');
  expect((await failureOf(editFileTool, { path: 'bin', edits }, context)).message).toContain('binary');
  expect(await failureOf(editFileTool, { path: '../x', edits }, context)).toMatchObject({ code: 'outside_project' });
});

test('a failed edit of a secret file shows nothing of it', async () => {
  const edits = [{ find: 'KEY=other', replace: 'x' }];
  const failed = await failureOf(editFileTool, { path: '.env', edits }, toolContext({ '.env': 'KEY=hunter2\n' }));
  expect(failed.message).not.toContain('hunter2');
});

test('an edit that is read with a difference says so, in the result and where it is not applied', async () => {
  const context = () => toolContext({ 'a.ts': 're = /\\d/;\nq = “x”;\n', 'b.ts': 'q = “x”;\nq = “x”;\n' });
  const doubled = [{ find: 're = /\\\\d/', replace: 're = /\\\\w/' }];
  expect(await outputOf(editFileTool, { path: 'a.ts', edits: doubled }, context())).toMatchObject({
    note: 'The search was read with a difference: its backslashes are doubled and those of the file are not. Copy the text of a file exactly.',
  });
  const twice = [{ find: 'q = "x"', replace: 'q = "y"' }];
  expect(await failureOf(editFileTool, { path: 'b.ts', edits: twice }, context())).toMatchObject({
    message: expect.stringContaining('if it differs from the file in quotation marks'),
  });
});

test('a secret file is not searched for what was not asked for', async () => {
  const edits = [{ find: 'A="x"', replace: 'A="y"' }];
  expect(await failureOf(editFileTool, { path: '.env', edits }, toolContext({ '.env': 'A=“x”\n' }))).toMatchObject({ ok: false });
});

test.each([
  ['x', 'not there', 'no_match'],
  ['a', 'b', 'many_matches'],
  ['one', 'one', 'no_change'],
  ['', 'b', 'bad_arguments'],
])('the failure of an edit that finds %j has a code of its own', async (find, replace, code) => {
  const context = toolContext({ 'f.ts': 'one\na\na\n' });
  expect(await failureOf(editFileTool, { path: 'f.ts', edits: [{ find, replace }] }, context)).toMatchObject({ code });
});
