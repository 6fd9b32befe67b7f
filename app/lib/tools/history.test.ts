import { expect, test } from 'vitest';
import type { FileVersions, PastContent } from '../agent/contract/tool-ports.ts';
import { sessionFactsWith } from '../agent/testing/session-facts-with.ts';
import { isJsonValue, type JsonValue } from '../protocol/json-value.ts';
import { MemoryWorkspace } from '../runtime/memory/memory-workspace.ts';
import { toWorkspacePath } from '../runtime/to-workspace-path.ts';
import { scopedTools } from './delegates/scoped-tools.ts';
import { historyTool } from './history.ts';
import { failureOf, outputOf, runTool, toolContext } from './testing/run-tool.ts';

const file = (text: string): PastContent => ({ kind: 'file', bytes: new TextEncoder().encode(text) });
const FILE = toWorkspacePath('src/a.ts') ?? expect.unreachable();
const ABSENT: PastContent = { kind: 'absent' };

const versions: FileVersions = {
  async list(path) {
    if (path !== 'a.txt') return [];
    return [
      { version: 9, at: 2_000, by: 'user', size: null, task: 'Tidy up', step: 9 },
      { version: 4, at: 1_000, by: 'agent', size: 3, task: null, step: null },
    ];
  },
  changedSince: async () => [{ path: 'a.txt', before: file('old'), by: ['agent'] }],
  async places() {
    return [
      { step: 12, kind: 'agent', at: 3_000, what: 'Wrote a.txt', label: 'Before the redesign', files: ['a.txt'] },
      {
        step: 9,
        kind: 'other',
        at: 2_000,
        what: 'npm run build',
        label: null,
        files: Array.from({ length: 12 }, (_, index) => `dist-${index}.js`),
      },
      { step: 5, kind: 'task', at: 1_000, what: 'Tidy up', label: 'Before the tests', files: [] },
    ];
  },
  readBefore: async (path, step) => (path === 'a.txt' && step === 12 ? file('old') : ABSENT),
  read: async (path, version) => (path !== 'a.txt' ? null : version === 4 ? file('one') : version === 9 ? ABSENT : null),
};
const context = { ...toolContext({}), versions };

test('the versions of a file are listed, with who changed it and for what, and one is read', async () => {
  expect(await outputOf(historyTool, { path: './a.txt' }, context)).toEqual({
    path: 'a.txt',
    versions: [
      { version: 9, at: '1970-01-01T00:00:02.000Z', by: 'the user', removed: true, step: 9, what: 'npm run build', task: 'Tidy up' },
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
      { step: 12, at: '1970-01-01T00:00:03.000Z', what: 'Wrote a.txt', label: 'Before the redesign', files: ['a.txt'] },
      { step: 9, more_files: 2 },
      { step: 5, label: 'Before the tests' },
    ],
  });
});

test('a file is read as it was before a label, words of it, or a step', async () => {
  const content = { path: 'a.txt', before: 12, label: 'Before the redesign', content: 'old' };
  for (const before of ['before the redesign', 'redesign', '12', 'step 12', '#12']) {
    expect(await outputOf(historyTool, { path: 'a.txt', before }, context)).toEqual(content);
  }
  expect(await failureOf(historyTool, { path: 'a.txt', before: '5' }, context)).toMatchObject({
    message: 'There was no a.txt before step 5 (Before the tests).',
  });
});

test('a label that is not there, or that several have, and a step without a file are never guessed', async () => {
  expect(await failureOf(historyTool, { path: 'a.txt', before: 'the login' }, context)).toMatchObject({
    code: 'not_found',
    message: 'There is no step and no label “the login”. The list without path shows those that there are.',
  });
  expect(await failureOf(historyTool, { path: 'a.txt', before: 'before the' }, context)).toMatchObject({
    message: '“before the” is the label of several steps: 12 (Before the redesign), 5 (Before the tests). Give the number.',
  });
  expect(await failureOf(historyTool, { before: 'redesign' }, context)).toMatchObject({ code: 'bad_arguments' });
});

test('what the user has named is listed, however long ago it was', async () => {
  const step = (index: number) => ({
    step: 100 - index,
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

/** A file of six lines that an edit has changed in two places, in one task of two steps. */
const THEN = 'one\ntwo\nthree\nfour\nfive\nsix\n';
const NOW = 'one\n2\nthree\nfour\n5\n5b\nsix\n';
const BETWEEN = 'one\n2\nthree\nfour\nfive\nsix\n';

function edited(files: Record<string, string | Uint8Array> = { 'src/a.ts': NOW }, past: Partial<FileVersions> = {}) {
  const workspace = new MemoryWorkspace(files);
  const at = (step: number) => (step <= 20 ? file(THEN) : step <= 22 ? file(BETWEEN) : file(NOW));
  const port: FileVersions = {
    places: async () => [
      { step: 22, kind: 'agent', at: 0, what: 'Wrote src/a.ts', label: null, files: ['src/a.ts'] },
      { step: 21, kind: 'other', at: 0, what: 'The user: Wrote b.ts', label: null, files: ['b.ts'] },
      { step: 20, kind: 'agent', at: 0, what: 'Wrote src/a.ts', label: null, files: ['src/a.ts'] },
      { step: 19, kind: 'task', at: 0, what: 'Use digits', label: null, files: [] },
      { step: 3, kind: 'task', at: 0, what: 'Begin', label: null, files: [] },
    ],
    readBefore: async (path, step) => (path === 'src/a.ts' && step > 3 ? at(step) : ABSENT),
    changedSince: async () => [{ path: 'src/a.ts', before: file(THEN), by: ['agent'] }],
    list: async () => [],
    read: async (path, version) => (path === 'src/a.ts' ? (version === 20 ? file(BETWEEN) : version === 22 ? file(NOW) : null) : null),
    ...past,
  };
  return { workspace, context: { ...toolContext(workspace), versions: port } };
}

const said = (output: unknown, input: JsonValue = {}) => historyTool.print(isJsonValue(output) ? output : null, input);

test.each([
  ['this task', THEN],
  ['my last edit', BETWEEN],
  ['last step', BETWEEN],
  ['2 steps ago', THEN],
  ['20', THEN],
])('a whole file goes back to before “%s”, byte for byte', async (before, text) => {
  const { workspace, context } = edited();
  await outputOf(historyTool, { action: 'restore', path: 'src/a.ts', before }, context);
  expect(workspace.text('src/a.ts')).toBe(text);
});

test('lines alone go back, and the answer has them as they are now', async () => {
  const { workspace, context } = edited();
  const output = await outputOf(historyTool, { action: 'restore', path: 'src/a.ts', before: 'this task', lines: '5-6' }, context);
  expect(workspace.text('src/a.ts')).toBe(BETWEEN);
  expect(said(output)).toBe(
    'Restored lines 5-6 of src/a.ts as before step 19 (Use digits), 6 lines now:\n3\tthree\n4\tfour\n5\tfive\n6\tsix',
  );
});

test('a piece that reaches out of the lines, lines that did not change and lines after the end change nothing', async () => {
  const restore = (lines: string) => ({ action: 'restore', path: 'src/a.ts', before: 'this task', lines });
  for (const [lines, why] of [
    ['5', 'lines 5-6 changed as one piece. Give a range with all of them.'],
    ['3-4', 'lines 3-4 are already as they were.'],
    ['90', 'the file has 7 lines now; line 90 is after its end.'],
  ] as const) {
    const { workspace, context } = edited();
    expect((await failureOf(historyTool, restore(lines), context)).message).toContain(why);
    expect(workspace.text('src/a.ts')).toBe(NOW);
  }
});

test('to restore is to write: its kind, its paths and its plan are those of a change', async () => {
  const input = { action: 'restore', path: './src/a.ts', version: 20 };
  const { workspace, context } = edited();
  expect(historyTool.kindOf?.(input)).toBe('write');
  expect(historyTool.kindOf?.({ path: 'src/a.ts', version: 20 })).toBe('read');
  expect(historyTool.writes?.(input)).toEqual(['src/a.ts']);
  expect(historyTool.writes?.({ path: 'src/a.ts' })).toEqual([]);
  expect(await historyTool.plan(input, context)).toMatchObject({ intent: { kind: 'change', changes: [{ path: 'src/a.ts' }], guards: [] } });
  expect(workspace.text('src/a.ts')).toBe(NOW);
  expect(await runTool(historyTool, input, context)).toMatchObject({ ok: true, effects: [{ type: 'file-modified', path: 'src/a.ts' }] });
});

test('a file that is gone comes back, and one that was not there then is deleted, which always asks', async () => {
  const gone = edited({ 'other.ts': '' });
  expect(await runTool(historyTool, { action: 'restore', path: 'src/a.ts', version: 20 }, gone.context)).toMatchObject({
    ok: true,
    output: { created: true },
    effects: [{ type: 'file-created' }],
  });
  expect(gone.workspace.text('src/a.ts')).toBe(BETWEEN);
  const made = edited();
  const input = { action: 'restore', path: 'src/a.ts', before: '3' };
  const plan = await historyTool.plan(input, made.context);
  expect(plan).toMatchObject({ ok: true, intent: { changes: [{ after: null }], guards: [{ text: 'it deletes a file' }] } });
  expect(said(await outputOf(historyTool, input, made.context))).toContain('there was no such file, so it was deleted');
  expect(made.workspace.text('src/a.ts')).toBeNull();
});

test('binary contents go back whole; links, folders and contents that are no longer kept do not', async () => {
  const bytes = new Uint8Array([0, 1, 2, 255]);
  const restore = { action: 'restore', path: 'src/a.ts', version: 1 };
  const binary = edited({ 'src/a.ts': NOW }, { read: async () => ({ kind: 'file', bytes }) });
  await outputOf(historyTool, restore, binary.context);
  expect(await binary.workspace.readFile(FILE)).toEqual(bytes);
  for (const [content, message] of [
    [{ kind: 'link', target: '.env' }, 'links are not restored'],
    [{ kind: 'lost' }, 'no longer kept'],
    [file(NOW), 'is already as it was in version 1'],
  ] as const) {
    const { context } = edited({ 'src/a.ts': NOW }, { read: async () => content });
    expect((await failureOf(historyTool, restore, context)).message).toContain(message);
  }
  const { context } = edited({ 'src/a.ts/b': '' });
  expect((await failureOf(historyTool, restore, context)).message).toContain('is a folder now');
  for (const given of [{ path: 'src/a.ts' }, { version: 1 }])
    expect(await failureOf(historyTool, { action: 'restore', ...given }, context)).toMatchObject({ code: 'bad_arguments' });
});

test('a sub-agent restores within its scope, and without one not at all, before anything is looked up', async () => {
  const { workspace, context } = edited();
  const input = { action: 'restore', path: 'src/a.ts', version: 20 };
  const nothing = () => expect.unreachable('A refused call looks nothing up.');
  const blind = { ...context, versions: { ...context.versions, read: nothing }, workspace: { ...context.workspace, readFile: nothing } };
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

test('a link on the way and a lock keep a file from being restored', async () => {
  const linked = edited({ 'real.ts': NOW });
  await linked.workspace.makeLink(FILE, '../real.ts');
  const input = { action: 'restore', path: 'src/a.ts', version: 20 };
  expect(await failureOf(historyTool, input, linked.context)).toMatchObject({ code: 'outside_project' });
  expect(await failureOf(historyTool, { action: 'diff', path: 'src/a.ts' }, linked.context)).toMatchObject({ code: 'outside_project' });
  expect(linked.workspace.text('real.ts')).toBe(NOW);
  const { context } = edited();
  const session = sessionFactsWith({ lockedPaths: ['src'] });
  expect(await failureOf(historyTool, input, { ...context, session })).toMatchObject({ code: 'locked' });
});

test('the own changes of a task are a diff; of what may hold keys only the name is in it', async () => {
  const key = `token = "ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}"\n`;
  const files = { 'src/a.ts': NOW, '.env': 'KEY=abc\n', 'new.ts': 'x\n', 'keys.ts': key, 'mine.ts': 'b\n' };
  const { context } = edited(files, {
    changedSince: async () => [
      { path: '.env', before: file('KEY=old\n'), by: ['agent'] },
      { path: 'keys.ts', before: file('none\n'), by: ['agent'] },
      { path: 'mine.ts', before: file('a\n'), by: ['user'] },
      { path: 'new.ts', before: ABSENT, by: ['agent'] },
      { path: 'old.ts', before: file('y\n'), by: ['runtime'] },
      { path: 'src/a.ts', before: file(THEN), by: ['agent', 'user'] },
    ],
  });
  const text = said(await outputOf(historyTool, { action: 'diff' }, context));
  expect(text).toMatchInlineSnapshot(`
    "From before step 19 (Use digits) to now:
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
  const { context } = edited(
    { 'a.ts': long('new'), 'b.ts': 'x\n' },
    {
      changedSince: async () =>
        ['a.ts', 'b.ts'].map((path) => ({ path, before: file(path === 'a.ts' ? long('old') : 'y\n'), by: ['agent' as const] })),
      readBefore: async () => file(long('old')),
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
  const { context } = edited(
    { 'a.ts': `${'x'.repeat(30_000)}\n${THEN}${THEN}end\n` },
    { readBefore: async () => file(`y\n${THEN}${THEN}`) },
  );
  const diff = async (lines: string) => said(await outputOf(historyTool, { action: 'diff', path: 'a.ts', lines }, context));
  expect(await diff('1-99')).toMatch(/of the change of lines 1-4 are shown: .* Diff with lines "5-14" shows the rest\.$/);
  expect(await diff('5-14')).toContain('+end');
});

test('two versions are compared; an old content that looks like a key is asked about like the file that holds one', async () => {
  const { context } = edited();
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
  const held = edited({ 'src/a.ts': NOW }, { read: async () => file(key), readBefore: async () => file(key) });
  for (const input of [{ version: 1 }, { action: 'diff', before: 'this task' }, { action: 'diff', version: 1, to: 2 }]) {
    expect(await historyTool.plan({ path: 'src/a.ts', ...input }, held.context)).toMatchObject({
      intent: { kind: 'read', paths: ['src/a.ts'], keysIn: ['src/a.ts'] },
    });
  }
  const restored = said(await outputOf(historyTool, { action: 'restore', path: 'src/a.ts', version: 1 }, held.context));
  expect(restored).not.toContain('ghp_');
});

test('the lists speak of the own steps by how long ago they were', async () => {
  const { context } = edited({}, { list: async () => [{ version: 23, at: 0, by: 'agent', size: 3, task: 'Use digits', step: 22 }] });
  expect(said(await outputOf(historyTool, {}, context))).toMatchInlineSnapshot(`
    "step 22 · your last step · Wrote src/a.ts · 1970-01-01 00:00
        src/a.ts
    step 21 · The user: Wrote b.ts · 1970-01-01 00:00
        b.ts
    step 20 · 2 steps ago · Wrote src/a.ts · 1970-01-01 00:00
        src/a.ts
    step 19 · this task begins · Use digits · 1970-01-01 00:00
    step 3 · a task begins · Begin · 1970-01-01 00:00"
  `);
  expect(said(await outputOf(historyTool, { action: 'list', path: 'src/a.ts' }, context))).toMatchInlineSnapshot(`
    "src/a.ts, newest first:
    version 23 · by you · 3 bytes · your last step, step 22: Wrote src/a.ts · task “Use digits” · 1970-01-01 00:00"
  `);
  expect(said(await outputOf(historyTool, { path: 'src/a.ts', before: 'this task', lines: '2-3' }, context))).toMatchInlineSnapshot(`
    "src/a.ts, before step 19 (Use digits):
    2	two
    3	three"
  `);
});

test('results of before are printed too', () => {
  expect(said({ path: 'a.txt', version: 4, content: 'one\n' })).toBe('a.txt, version 4:\n1\tone');
  expect(said({ path: 'a.txt', before: 12, label: 'Then', content: '' })).toBe('a.txt, before step 12 (Then): empty.');
  expect(said({ path: 'a.txt', version: 4, content: 'one\n', changedByUser: 'Changed.' })).toContain('changedByUser: Changed.');
});
