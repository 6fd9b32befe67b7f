import { expect, test } from 'vitest';
import type { FileVersions } from '../agent/contract/tool-ports.ts';
import { isJsonValue, type JsonValue } from '../protocol/json-value.ts';
import { toWorkspacePath } from '../runtime/to-workspace-path.ts';
import { scopedTools } from './delegates/scoped-tools.ts';
import { historyTool } from './history.ts';
import { ABSENT, BETWEEN, editedFile, fileOf, NOW, own, THEN } from './testing/edited-file.ts';
import { failureOf, outputOf, runTool, toolContext } from './testing/run-tool.ts';

const FILE = toWorkspacePath('src/a.ts') ?? expect.unreachable();

const versions: FileVersions = {
  async list(path) {
    if (path !== 'a.txt') return [];
    return [
      { version: 9, at: 2_000, by: 'user', size: null, task: 'Tidy up', step: 9 },
      { version: 4, at: 1_000, by: 'agent', size: 3, task: null, step: null },
    ];
  },
  changedSince: async () => [{ path: 'a.txt', before: fileOf('old'), by: ['agent'] }],
  async places() {
    return [
      { step: 12, ref: 'change 1', ...own(1), at: 3_000, what: 'Wrote a.txt', label: 'Before the redesign', files: ['a.txt'] },
      {
        step: 9,
        ref: 'event 1',
        kind: 'other',
        at: 2_000,
        what: 'npm run build',
        label: null,
        files: Array.from({ length: 12 }, (_, index) => `dist-${index}.js`),
      },
      { step: 5, ref: 'task 1', kind: 'task', at: 1_000, what: 'Tidy up', label: 'Before the tests', files: [] },
    ];
  },
  readBefore: async (path, step) => (path === 'a.txt' && step === 12 ? fileOf('old') : ABSENT),
  read: async (path, version) => (path !== 'a.txt' ? null : version === 4 ? fileOf('one') : version === 9 ? ABSENT : null),
};
const context = { ...toolContext({}), versions };

test('the versions of a file are listed, with who changed it and for what, and one is read', async () => {
  expect(await outputOf(historyTool, { path: './a.txt' }, context)).toEqual({
    path: 'a.txt',
    versions: [
      { version: 9, at: '1970-01-01T00:00:02.000Z', by: 'the user', removed: true, ref: 'event 1', what: 'npm run build', task: 'Tidy up' },
      { version: 4, at: '1970-01-01T00:00:01.000Z', by: 'you', bytes: 3 },
    ],
  });
  expect(await outputOf(historyTool, { path: 'a.txt', version: 4 }, context)).toEqual({ path: 'a.txt', version: 4, content: 'one' });
});

test('what is not there is said, and a version is read under the guards of its file', async () => {
  expect(await failureOf(historyTool, { path: 'b.txt' }, context)).toMatchObject({ code: 'not_found' });
  expect(await failureOf(historyTool, { path: 'a.txt', version: 9 }, context)).toMatchObject({
    message: 'a.txt was removed in version 9: it has no content.',
  });
  expect(await failureOf(historyTool, { path: 'a.txt', version: 7 }, context)).toMatchObject({
    message: 'a.txt has no version 7. The list of a.txt shows those that there are.',
  });
  expect(await historyTool.plan({ path: '.env', version: 1 }, context)).toMatchObject({
    ok: true,
    intent: { kind: 'read', paths: ['.env'] },
  });
});

test('without a path the steps are listed, with the labels that the user gave', async () => {
  expect(await historyTool.plan({}, context)).toEqual({ ok: true, intent: { kind: 'read', paths: [] } });
  expect(await outputOf(historyTool, {}, context)).toMatchObject({
    steps: [
      {
        ref: 'change 1',
        at: '1970-01-01T00:00:03.000Z',
        what: 'devonz_edit_file: Wrote a.txt',
        steps_ago: 1,
        label: 'Before the redesign',
        files: ['a.txt'],
      },
      { ref: 'event 1', more_files: 2 },
      { ref: 'task 1', label: 'Before the tests' },
    ],
  });
});

test('a file is read as it was before a label, words of it, or a change', async () => {
  const content = { path: 'a.txt', before: 'change 1', label: 'Before the redesign', content: 'old' };
  for (const before of ['before the redesign', 'redesign', '1', 'Change 1', 'change #1', '#1']) {
    expect(await outputOf(historyTool, { path: 'a.txt', before }, context)).toEqual(content);
  }
  expect(await failureOf(historyTool, { path: 'a.txt', before: 'task 1' }, context)).toMatchObject({
    message: 'There was no a.txt before task 1 (Before the tests).',
  });
});

test('a label that is not there, or that several have, and a step without a file are never guessed', async () => {
  expect(await failureOf(historyTool, { path: 'a.txt', before: 'the login' }, context)).toMatchObject({
    code: 'not_found',
    message: 'There is no change, task or label “the login”. The list without path shows those that there are.',
  });
  expect(await failureOf(historyTool, { path: 'a.txt', before: 'before the' }, context)).toMatchObject({
    message: '“before the” is the label of several: change 1 (Before the redesign), task 1 (Before the tests). Give one of these names.',
  });
  expect(await failureOf(historyTool, { before: 'redesign' }, context)).toMatchObject({ code: 'bad_arguments' });
});

test('what the user has named is listed, however long ago it was', async () => {
  const step = (index: number) => ({
    step: 100 - index,
    ref: `event ${80 - index}`,
    kind: 'other' as const,
    at: 0,
    what: 'x',
    label: index === 70 ? 'Long ago' : null,
    files: [],
  });
  const many = { ...versions, places: async () => Array.from({ length: 80 }, (_, index) => step(index)) };
  const output = await outputOf(historyTool, {}, { ...context, versions: many });
  expect(output).toMatchObject({ note: 'The newest 50 of 80.' });
  expect(JSON.stringify(output)).toContain('Long ago');
});

const said = (output: unknown, input: JsonValue = {}) => historyTool.print(isJsonValue(output) ? output : null, input);

test.each([
  ['this task', THEN],
  ['my last edit', BETWEEN],
  ['last step', BETWEEN],
  ['1 step ago', BETWEEN],
  ['2 steps ago', BETWEEN],
  ['3 steps ago', THEN],
  ['change 1', THEN],
  ['#1', THEN],
])('a whole file goes back to before “%s”, byte for byte', async (before, text) => {
  const { workspace, context } = editedFile();
  await outputOf(historyTool, { action: 'restore', path: 'src/a.ts', before }, context);
  expect(workspace.text('src/a.ts')).toBe(text);
});

test('lines alone go back, and the answer has them as they are now', async () => {
  const { workspace, context } = editedFile();
  const output = await outputOf(historyTool, { action: 'restore', path: 'src/a.ts', before: 'this task', lines: '5-6' }, context);
  expect(workspace.text('src/a.ts')).toBe(BETWEEN);
  expect(said(output)).toBe('Restored lines 5-6 of src/a.ts as before task 2 (Use digits), 6 lines now:\n4:four\n5:five\n6:six');
});

test('to restore is to write: its kind, its paths and its plan are those of a change', async () => {
  const input = { action: 'restore', path: './src/a.ts', version: 20 };
  const { workspace, context } = editedFile();
  expect(historyTool.kindOf?.(input)).toBe('write');
  expect(historyTool.kindOf?.({ path: 'src/a.ts', version: 20 })).toBe('read');
  expect(historyTool.writes?.(input, '/home/project')).toEqual(['src/a.ts']);
  expect(historyTool.writes?.({ path: 'src/a.ts' }, '/home/project')).toEqual([]);
  expect(await historyTool.plan(input, context)).toMatchObject({ intent: { kind: 'change', changes: [{ path: 'src/a.ts' }], guards: [] } });
  expect(workspace.text('src/a.ts')).toBe(NOW);
  expect(await runTool(historyTool, input, context)).toMatchObject({ ok: true, effects: [{ type: 'file-modified', path: 'src/a.ts' }] });
});

test('a file that is gone comes back, and one that was not there then is deleted, which always asks', async () => {
  const gone = editedFile({ 'other.ts': '' });
  expect(await runTool(historyTool, { action: 'restore', path: 'src/a.ts', version: 20 }, gone.context)).toMatchObject({
    ok: true,
    output: { created: true },
    effects: [{ type: 'file-created' }],
  });
  expect(gone.workspace.text('src/a.ts')).toBe(BETWEEN);
  const made = editedFile();
  const input = { action: 'restore', path: 'src/a.ts', before: 'task 1' };
  const plan = await historyTool.plan(input, made.context);
  expect(plan).toMatchObject({ ok: true, intent: { changes: [{ after: null }], guards: [{ text: 'it deletes a file' }] } });
  expect(said(await outputOf(historyTool, input, made.context))).toContain('there was no such file, so it was deleted');
  expect(made.workspace.text('src/a.ts')).toBeNull();
});

test('binary contents go back whole; links, folders and contents that are no longer kept do not', async () => {
  const bytes = new Uint8Array([0, 1, 2, 255]);
  const restore = { action: 'restore', path: 'src/a.ts', version: 1 };
  const binary = editedFile({ 'src/a.ts': NOW }, { read: async () => ({ kind: 'file', bytes }) });
  await outputOf(historyTool, restore, binary.context);
  expect(await binary.workspace.readFile(FILE)).toEqual(bytes);
  for (const [content, message] of [
    [{ kind: 'link', target: '.env' }, 'links are not restored'],
    [{ kind: 'lost' }, 'no longer kept'],
    [fileOf(NOW), 'is already as it was in version 1'],
  ] as const) {
    const { context } = editedFile({ 'src/a.ts': NOW }, { read: async () => content });
    expect((await failureOf(historyTool, restore, context)).message).toContain(message);
  }
  const { context } = editedFile({ 'src/a.ts/b': '' });
  expect((await failureOf(historyTool, restore, context)).message).toContain('is a folder now');
  for (const given of [{ path: 'src/a.ts' }, { version: 1 }])
    expect(await failureOf(historyTool, { action: 'restore', ...given }, context)).toMatchObject({ code: 'bad_arguments' });
});

test('a sub-agent restores within its scope, and without one not at all, before anything is looked up', async () => {
  const { workspace, context } = editedFile();
  const input = { action: 'restore', path: 'src/a.ts', version: 20 };
  const nothing = () => expect.unreachable('A refused call looks nothing up.');
  const blind = {
    ...context,
    versions: { ...context.versions, read: nothing },
    workspace: { ...context.workspace, projectRoot: () => '/home/project', readFile: nothing },
  };
  const toolFor = (scope: string | null) => {
    const held = scope === null ? null : { words: scope, includes: (path: string) => path.startsWith(scope) };
    return scopedTools([historyTool], null, held).get('devonz_history') ?? expect.unreachable();
  };
  expect(await failureOf(toolFor(null), input, blind)).toMatchObject({ code: 'outside_scope' });
  expect(await failureOf(toolFor('lib/'), input, blind)).toMatchObject({ code: 'outside_scope' });
  expect(await runTool(toolFor(null), { path: 'src/a.ts', version: 20 }, context)).toMatchObject({ ok: true });
  await outputOf(toolFor('src/'), input, context);
  expect(workspace.text('src/a.ts')).toBe(BETWEEN);
});

test('the own changes of a task are a diff; of what may hold keys only the name is in it', async () => {
  const key = `token = "ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}"\n`;
  const files = { 'src/a.ts': NOW, '.env': 'KEY=abc\n', 'new.ts': 'x\n', 'keys.ts': key, 'mine.ts': 'b\n' };
  const { context } = editedFile(files, {
    changedSince: async () => [
      { path: '.env', before: fileOf('KEY=old\n'), by: ['agent'] },
      { path: 'keys.ts', before: fileOf('none\n'), by: ['agent'] },
      { path: 'mine.ts', before: fileOf('a\n'), by: ['user'] },
      { path: 'new.ts', before: ABSENT, by: ['agent'] },
      { path: 'old.ts', before: fileOf('y\n'), by: ['runtime'] },
      { path: 'src/a.ts', before: fileOf(THEN), by: ['agent', 'user'] },
    ],
  });
  const text = said(await outputOf(historyTool, { action: 'diff' }, context));
  expect(text).toMatchInlineSnapshot(`
    "From before task 2 (Use digits) to now:
    .env (may hold keys, not shown)
    keys.ts (may hold keys, not shown)
    mine.ts +1 -1, by the user
    new.ts +1 -0 (new)
    old.ts +0 -1 (gone), by programs
    src/a.ts +3 -2
    --- a/mine.ts
    +++ b/mine.ts
    @@ -1,1 +1,1 @@
    -a
    +b
    --- /dev/null
    +++ b/new.ts
    @@ -0,0 +1,1 @@
    +x
    --- a/old.ts
    +++ /dev/null
    @@ -1,1 +0,0 @@
    -y
    --- a/src/a.ts
    +++ b/src/a.ts
    @@ -1,6 +1,7 @@
     one
    -two
    +2
     three
     four
    -five
    +5
    +5b
     six"
  `);
  expect(text).not.toMatch(/KEY|ghp_/);
});

test('a diff of all is cut at a size, and is read on by path; a long diff of a file by lines', async () => {
  const long = (mark: string) =>
    Array.from({ length: 6_000 }, (_, index) => (index % 20 === 0 ? `${mark} ${index}\n` : `line ${index}\n`)).join('');
  const { context } = editedFile(
    { 'a.ts': long('new'), 'b.ts': 'x\n' },
    {
      changedSince: async () =>
        ['a.ts', 'b.ts'].map((path) => ({ path, before: fileOf(path === 'a.ts' ? long('old') : 'y\n'), by: ['agent' as const] })),
      readBefore: async () => fileOf(long('old')),
    },
  );
  const all = said(await outputOf(historyTool, { action: 'diff' }, context));
  expect(all).toContain('a.ts +300 -300\nb.ts +1 -1\n--- a/b.ts');
  expect(all).toContain('The diffs of 1 of the files are too long for here: diff with path shows them.');
  expect(all.length).toBeLessThan(1_000);
  // Continuing at the lines that each answer names shows every change exactly once.
  const seen: string[] = [];
  for (let lines: string | undefined = '1-99999', round = 0; lines !== undefined && round < 20; round++) {
    const text = said(await outputOf(historyTool, { action: 'diff', path: 'a.ts', lines }, context));
    expect(text.length).toBeLessThan(25_000);
    seen.push(...(text.match(/^\+new \d+$/gm) ?? []));
    lines = /lines "(\d+-\d+)" shows the rest/.exec(text)?.[1];
  }
  expect(seen).toEqual(Array.from({ length: 300 }, (_, index) => `+new ${index * 20}`));
});

test('of a change that is too long itself the beginning is shown, and never the same again', async () => {
  const { context } = editedFile(
    { 'a.ts': `${'x'.repeat(30_000)}\n${THEN}${THEN}end\n` },
    { readBefore: async () => fileOf(`y\n${THEN}${THEN}`) },
  );
  const diff = async (lines: string) => said(await outputOf(historyTool, { action: 'diff', path: 'a.ts', lines }, context));
  expect(await diff('1-99')).toMatch(/of the change of lines 1-4 are shown: .* Diff with lines "5-14" shows the rest\.$/);
  expect(await diff('5-14')).toContain('+end');
});

test('two versions are compared; an old content that looks like a key is asked about like the file that holds one', async () => {
  const { context } = editedFile();
  const text = said(await outputOf(historyTool, { action: 'diff', path: 'src/a.ts', version: 20, to: 22 }, context));
  expect(text).toMatchInlineSnapshot(`
    "From version 20 to version 22:
    src/a.ts +2 -1
    --- a/src/a.ts
    +++ b/src/a.ts
    @@ -2,5 +2,6 @@
     2
     three
     four
    -five
    +5
    +5b
     six"
  `);
  const key = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}\n`;
  const held = editedFile({ 'src/a.ts': NOW }, { read: async () => fileOf(key), readBefore: async () => fileOf(key) });
  for (const input of [{ version: 1 }, { action: 'diff', before: 'this task' }, { action: 'diff', version: 1, to: 2 }]) {
    expect(await historyTool.plan({ path: 'src/a.ts', ...input }, held.context)).toMatchObject({
      intent: { kind: 'read', paths: ['src/a.ts'], keysIn: ['src/a.ts'] },
    });
  }
  const restored = said(await outputOf(historyTool, { action: 'restore', path: 'src/a.ts', version: 1 }, held.context));
  expect(restored).not.toContain('ghp_');
});

test('the lists speak of the own steps by how long ago they were', async () => {
  const { context } = editedFile({}, { list: async () => [{ version: 23, at: 0, by: 'agent', size: 3, task: 'Use digits', step: 22 }] });
  expect(said(await outputOf(historyTool, {}, context))).toMatchInlineSnapshot(`
    "change 2 · your last change · 1 step ago · devonz_edit_file: Wrote src/a.ts · 1970-01-01 00:00
        src/a.ts
    event 1 · The user: Wrote b.ts · 1970-01-01 00:00
        b.ts
    change 1 · 3 steps ago · devonz_edit_file: Wrote src/a.ts · 1970-01-01 00:00
        src/a.ts
    task 2 · this task begins · Use digits · 1970-01-01 00:00
    task 1 · a task begins · Begin · 1970-01-01 00:00"
  `);
  expect(said(await outputOf(historyTool, { action: 'list', path: 'src/a.ts' }, context))).toMatchInlineSnapshot(`
    "src/a.ts, newest first:
    version 23 · by you · 3 bytes · 1 step ago, change 2: devonz_edit_file: Wrote src/a.ts · task “Use digits” · 1970-01-01 00:00"
  `);
  expect(said(await outputOf(historyTool, { path: 'src/a.ts', before: 'this task', lines: '2-3' }, context))).toMatchInlineSnapshot(`
    "src/a.ts, before task 2 (Use digits):
    2:two
    3:three"
  `);
});

test('results of before are printed too', () => {
  expect(said({ steps: [{ step: 22, at: '1970-01-01T00:00:00.000Z', what: 'Wrote a.txt', ago: 1 }] })).toBe(
    'step 22 · your last step · Wrote a.txt · 1970-01-01 00:00',
  );
  expect(said({ path: 'a.txt', version: 4, content: 'one\n' })).toBe('a.txt, version 4:\n1:one');
  expect(said({ path: 'a.txt', before: 12, label: 'Then', content: '' })).toBe('a.txt, before step 12 (Then): empty.');
  expect(said({ path: 'a.txt', version: 4, content: 'one\n', changedByUser: 'Changed.' })).toContain('changedByUser: Changed.');
});
