import { expect, test } from 'vitest';
import { z } from 'zod';
import { MemoryWorkspace } from '../runtime/memory/memory-workspace.ts';
import { WorkspaceError } from '../runtime/types.ts';
import { IgnoreTree } from '../search/ignore-rules.ts';
import { joinScripts, scriptsOfCommand } from './commands/package-script.ts';
import { defineTool } from './define-tool.ts';
import { nearestRegion } from './files/nearest-region.ts';
import { getToolDefinition, TOOLS } from './index.ts';
import { failureOf, outputOf, runTool, toolContext } from './testing/run-tool.ts';

const tool = (run: () => never) =>
  defineTool({
    name: 'devonz_test',
    kind: 'read',
    description: 'For this test only.',
    schema: z.object({ path: z.string() }),
    plan: async () => ({ ok: true, intent: { kind: 'control' } }),
    run: async () => run(),
  });

test('what a workspace refuses comes back as a failure the model can act on; a fault of ours is thrown', async () => {
  const refuse = (code: 'ENOENT' | 'EUNAVAILABLE') => () => {
    throw new WorkspaceError(code, `It said ${code}.`);
  };
  expect(await failureOf(tool(refuse('ENOENT')), { path: 'a' }, toolContext())).toEqual({
    ok: false,
    code: 'not_found',
    message: 'It said ENOENT.',
  });
  expect(await failureOf(tool(refuse('EUNAVAILABLE')), { path: 'a' }, toolContext())).toMatchObject({ code: 'failed' });
  const bug = tool(() => {
    throw new TypeError('a bug');
  });
  await expect(bug.run({ path: 'a' }, toolContext(), { kind: 'control' })).rejects.toThrow('a bug');
});

test('a call with many wrong fields gets the first eight, and nothing runs', async () => {
  const edits = Array.from({ length: 20 }, () => ({ find: 1, replace: 2 }));
  const { message } = await failureOf(getToolDefinition('devonz_edit_file') ?? expect.unreachable(), { path: 'a', edits }, toolContext());
  expect(message.match(/edits\.\d+\./g)).toHaveLength(8);
});

test('a plan and a run refuse the same arguments with the same words, for every tool', async () => {
  for (const one of TOOLS) {
    for (const input of [
      null,
      [],
      'text',
      {
        path: 7,
        command: 7,
        query: 7,
        pattern: 7,
        url: 7,
        patch: 7,
        question: 7,
        summary: 7,
        subgoals: 7,
        source: 7,
        action: 7,
        note: 7,
        page: 7,
      },
    ]) {
      const problem = one.problemOf(input);
      const results = [await one.plan(input, toolContext()), await runTool(one, input, toolContext())];
      expect(problem, one.name).toMatch(/^The arguments do not fit: /);
      for (const result of results) expect(result, one.name).toEqual({ ok: false, code: 'bad_arguments', message: problem });
    }
  }
});

test('a file that vanishes between the plan and the run is reported as gone, and nothing is written', async () => {
  const cases = [
    ['devonz_delete_file', { path: 'a' }],
    ['devonz_rename_file', { path: 'a', newPath: 'b' }],
    ['devonz_edit_file', { path: 'a', edits: [{ find: 'x', replace: 'y' }] }],
    ['devonz_read_file', { path: 'a' }],
  ] as const;
  for (const [name, input] of cases) {
    const workspace = new MemoryWorkspace({ a: 'x' });
    const context = toolContext(workspace);
    const one = getToolDefinition(name) ?? expect.unreachable();
    expect(await one.plan(input, context), name).toMatchObject({ ok: true });
    await workspace.remove('a' as Parameters<typeof workspace.remove>[0]); // A path of this test.
    expect(await failureOf(one, input, context), name).toMatchObject({ code: 'not_found' });
    expect(workspace.writes).toEqual([]);
  }
});

test('the plan says which files a call would touch, and how', async () => {
  const context = toolContext({ a: 'x', 'd/b': 'y' });
  const intents = await Promise.all(
    [
      ['devonz_delete_file', { path: 'a' }] as const,
      ['devonz_rename_file', { path: 'a', newPath: 'c' }] as const,
      ['devonz_search_code', { query: 'x', path: 'd' }] as const,
      ['devonz_search_code', { query: 'x' }] as const,
      ['devonz_list_directory', { path: 'd' }] as const,
      ['devonz_get_errors', {}] as const,
      ['devonz_task_complete', { summary: 's' }] as const,
    ].map(async ([name, input]) => {
      const plan = await getToolDefinition(name)?.plan(input, context);
      if (plan?.ok !== true) return plan;
      const { intent } = plan;
      if (intent.kind === 'change')
        return intent.changes.map(({ path, before, after }) => `${path} ${before === null ? '-' : 'is'} ${after === null ? '-' : 'is'}`);
      return intent.kind === 'read' ? intent.paths : intent.kind;
    }),
  );
  expect(intents).toEqual([['a is -'], ['a is -', 'c - is'], ['d'], [], [], [], 'control']);
});

test('a plan tells how many subgoals exist and how many are done', async () => {
  const subgoals = [
    { id: 'a', objective: 'Make it', status: 'completed', log: 'Done.' },
    { id: 'b', objective: 'Test it', status: 'in_progress' },
  ];
  const output = await outputOf(getToolDefinition('devonz_update_plan') ?? expect.unreachable(), { subgoals }, toolContext());
  expect(output).toMatchObject({ subgoals: 2, completed: 1 });
});

test('the nearest lines are those with the most words in common, with their numbers, and at most forty', () => {
  const text = Array.from({ length: 100 }, (_, index) => (index === 49 ? 'function totalOfCart(items) {' : `// filler ${index} %%`)).join(
    '\n',
  );
  const region = nearestRegion(text, 'function totalOfCart(things) {');
  expect(region?.split('\n')).toHaveLength(7);
  expect(region).toContain('50:function totalOfCart(items) {');
  expect(nearestRegion(text, `function totalOfCart(items) {\n${'x\n'.repeat(200)}`)?.split('\n').length).toBeLessThanOrEqual(40);
  expect(nearestRegion('%%\n\n!!', '??\n\n%')).toBeNull();
  expect(nearestRegion('', 'x')).toBeNull();
  expect(nearestRegion('short', 'a\nb\nshort\nc')).toBe('1:short');
});

test('rules of .gitignore: comments, folders, anchors, exceptions, and marks taken literally', () => {
  const rules = new IgnoreTree();
  rules.set('', '# comment\n\n/build/\n*.log\n!keep.log\n\\#name\n\\!name\ndocs/*.tmp\n');
  const ignored = (path: string, isFolder = false) => rules.ignores(path, isFolder);
  expect([ignored('build', true), ignored('build'), ignored('src/build', true)]).toEqual([true, false, false]);
  expect([ignored('a/b.log'), ignored('keep.log'), ignored('#name'), ignored('!name')]).toEqual([true, false, true, true]);
  expect([ignored('docs/a.tmp'), ignored('x/docs/a.tmp'), ignored('docs/x/a.tmp')]).toEqual([true, false, false]);
  expect([ignored('a/node_modules', true), ignored('.git', true), ignored('.github', true)]).toEqual([true, true, false]);
});

test('the scripts of a command are read where it is; a package.json that is none, broken or odd has none', async () => {
  const workspace = new MemoryWorkspace({
    'package.json': '{"scripts":{"pretest":"a","test":"b","n":7}}',
    'broken/package.json': '{',
    'odd/package.json': '{"scripts":"x"}',
    'list/package.json': '[]',
    'binary/package.json': new Uint8Array([0, 1]),
  });
  const textIn = async (command: string, folder: string | null) => joinScripts(await scriptsOfCommand(command, folder, workspace));
  expect(await textIn('npm test', '')).toBe('pretest: a\ntest: b\nposttest: ');
  expect(await textIn('npm run n', '')).toBe('pren: \nn: 7\npostn: ');
  for (const folder of ['broken', 'odd', 'list', 'binary'])
    expect(await textIn('npm test', folder), folder).toBe('pretest: \ntest: \nposttest: ');
  expect(await textIn('npm test', 'nowhere')).toBe('');
  expect(await textIn('npm test', null)).toBe('');
  expect(await textIn('ls', '')).toBeNull();
  expect(await textIn('npm test "', '')).toBeNull();
});
