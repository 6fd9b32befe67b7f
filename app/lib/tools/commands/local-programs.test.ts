import { describe, expect, test } from 'vitest';
import { decide } from '../../agent/policy/decide.ts';
import { allowedForm } from '../../agent/policy/rules/allowed-form.ts';
import { policyContext } from '../../agent/testing/policy-context.ts';
import { sessionFactsWith } from '../../agent/testing/session-facts-with.ts';
import type { CommandRule } from '../../protocol/settings.ts';
import { MemoryWorkspace } from '../../runtime/memory/memory-workspace.ts';
import { toWorkspacePath } from '../../runtime/to-workspace-path.ts';
import { runCommandTool } from '../run-command.ts';
import { toolContext } from '../testing/run-tool.ts';

const manifest = (fields: object) => JSON.stringify(fields);
const FILES = {
  'package.json': manifest({ scripts: { unit: 'npx vitest run', fetched: 'npx cowsay' }, workspaces: ['packages/*'] }),
  'node_modules/vitest/package.json': manifest({ name: 'vitest', bin: { vitest: './vitest.mjs' } }),
  'node_modules/vitest/vitest.mjs': '',
  'node_modules/jest/package.json': manifest({ name: 'jest', bin: './jest.js' }),
  'node_modules/jest/jest.js': '',
  'node_modules/several/package.json': manifest({ name: 'several', bin: { one: 'a.js', two: 'b.js' } }),
  'node_modules/several/a.js': '',
  'node_modules/several/b.js': '',
  'packages/a/package.json': manifest({ name: 'a' }),
  'packages/a/src/a.ts': '',
  'packages/a/node_modules/only-a/package.json': manifest({ name: 'only-a', bin: 'cli.js' }),
  'packages/a/node_modules/only-a/cli.js': '',
  'packages/tool/cli.js': "import './lib.js';\n",
  'packages/tool/lib.js': '',
  'packages/tool/package.json': manifest({ name: 'tool', bin: 'cli.js' }),
};

async function workspace(): Promise<MemoryWorkspace> {
  const made = new MemoryWorkspace(FILES);
  const link = (path: string, target: string) => made.makeLink(toWorkspacePath(path) ?? expect.unreachable(path), target);
  await made.makeDirectory(toWorkspacePath('node_modules/.bin') ?? expect.unreachable());
  await made.makeDirectory(toWorkspacePath('packages/a/node_modules/.bin') ?? expect.unreachable());
  await link('node_modules/.bin/vitest', '../vitest/vitest.mjs');
  await link('node_modules/.bin/one', '../several/a.js');
  await link('node_modules/.bin/gone', '../gone/cli.js');
  await link('node_modules/.bin/outside', '../../../elsewhere.js');
  await link('node_modules/.bin/git', '../several/a.js');
  await link('node_modules/tool', '../packages/tool');
  await link('node_modules/.bin/tool', '../tool/cli.js');
  await link('packages/a/node_modules/.bin/only-a', '../only-a/cli.js');
  return made;
}

interface Run {
  made?: readonly string[];
  rules?: readonly string[];
  cwd?: string;
}

async function decided(command: string, { made = [], rules, cwd }: Run = {}) {
  const files = new Map(made.map((path) => [path, 'agent' as const]));
  const session = sessionFactsWith({ made: files });
  const plan = await runCommandTool.plan(
    { command, ...(cwd === undefined ? {} : { cwd }) },
    { ...toolContext(await workspace()), session },
  );
  if (!plan.ok) return expect.unreachable(plan.message);
  const context = policyContext({ autoApproveCommands: rules === undefined }, { made: { files, hasRunCommands: true } });
  const allowed = (rules ?? []).map((pattern): CommandRule => ({ pattern, verdict: 'allow', scope: 'always', createdAt: 0 }));
  return { ...decide(plan.intent, { ...context, settings: { ...context.settings, rules: allowed } }), intent: plan.intent };
}

describe('a program of an installed package is the project’s program', () => {
  test.each([
    'npx vitest run',
    'npx -y vitest run',
    'npx --yes -- vitest run',
    'npx --no-install vitest run',
    'npm exec vitest',
    'npm exec -- vitest run --reporter=dot',
    'npm x vitest -- run',
    'pnpm exec vitest run',
    'pnpm vitest run',
    'yarn vitest run',
    'yarn exec vitest run',
    'bunx vitest run',
    'bunx --bun vitest run',
    'bun x vitest run',
    'node_modules/.bin/vitest run',
    './node_modules/.bin/vitest run src',
    'npx one',
    'timeout 60 npx vitest run 2>&1 | tail -30',
    'npm run unit',
    'cd packages/a && npx vitest run',
    'cd packages/a && npx only-a',
    'cd packages/a/src && npx only-a',
    'packages/a/node_modules/.bin/only-a',
    'cd packages/a && ../../node_modules/.bin/vitest run',
    'npx tool x',
  ])('%s', async (command) => {
    expect(await decided(command)).toMatchObject({ verdict: 'auto' });
  });

  test('also where the call names the folder', async () => {
    expect((await decided('npx only-a', { cwd: 'packages/a' })).verdict).toBe('auto');
    expect((await decided('npx only-a')).verdict).toBe('ask');
  });
});

test.each([
  'npx cowsay',
  'npx vitest@1 run',
  'npx -p vitest vitest run',
  'npx --package=vitest vitest run',
  "npx -c 'vitest run'",
  'npm exec --package=vitest -- vitest',
  "npm exec vitest -c 'id'",
  'pnpm dlx vitest',
  'pnpx vitest',
  'npx only-a',
  'cd packages/a && cd .. && npx only-a',
  'for d in packages/*; do cd $d && npx only-a; done',
  'npx gone',
  'npx outside',
  // The package has several programs, none with its own name.
  'npx several',
  'npx git status',
  'node_modules/.bin/git status',
  'node_modules/.bin/cowsay',
  'packages/a/node_modules/.bin/vitest',
  'cd packages/a && node_modules/.bin/vitest',
  '../node_modules/.bin/vitest',
  'npx $X',
  'npx vitest run; npx cowsay',
  'npm run fetched',
  'NODE_OPTIONS=--require=./x.js npx vitest',
])('%s may run something else, and asks', async (command) => {
  expect((await decided(command)).verdict).toBe('ask');
});

test('what the agent has made is asked about, however the program is started', async () => {
  for (const command of ['npx tool', 'node_modules/.bin/tool', 'yarn tool', 'npm exec tool', 'npx --no tool']) {
    expect(await decided(command, { made: ['packages/tool/cli.js'] }), command).toMatchObject({
      verdict: 'ask',
      why: 'it runs packages/tool/cli.js, which the agent wrote in this run',
    });
    expect(await decided(command, { made: ['packages/tool/lib.js'] }), command).toMatchObject({
      verdict: 'ask',
      why: 'it runs packages/tool/cli.js, which loads packages/tool/lib.js, which the agent wrote in this run',
    });
    expect((await decided(command, { made: ['src/other.css'] })).verdict, command).toBe('auto');
  }
  for (const command of ['npx jest', 'yarn jest', 'pnpm jest a', 'npm exec -- jest'])
    expect(await decided(command, { made: ['src/new.ts'] }), command).toMatchObject({
      verdict: 'ask',
      why: 'jest runs the code that it finds, and among it may be src/new.ts, which the agent wrote in this run',
    });
});

test('a rule for the program or for its start lets it run, and neither lets a package be fetched', async () => {
  for (const rule of ['vitest *', 'npx vitest *', 'npx vitest run']) {
    expect((await decided('npx vitest run', { rules: [rule] })).verdict, rule).toBe('auto');
    expect((await decided('npx cowsay', { rules: ['npx *', 'cowsay', 'npx cowsay'] })).verdict).toBe('ask');
  }
  expect((await decided('npx vitest run', { rules: [] })).verdict).toBe('ask');
  expect((await decided('X=1 npx vitest run', { rules: ['vitest *'] })).verdict).toBe('ask');
  expect((await decided('npx git status', { rules: ['git *'] })).verdict).toBe('ask');
});

test.each([
  ['npx vitest@1 run', undefined, 'npx --no-install vitest run', 'commands are approved automatically'],
  [
    'cd packages/a && npx -p vitest vitest run 2>&1 | tail -5',
    undefined,
    'cd packages/a && npx --no-install vitest run 2>&1 | tail -5',
    '',
  ],
  ['pnpm dlx vitest run', undefined, 'npx --no-install vitest run', ''],
  ['npx vitest run', ['npx --no-install vitest *'], 'npx --no-install vitest run', 'your rule “npx --no-install vitest *” allows it'],
  ['npx --no-install vitest run', ['npx vitest *'], 'npx vitest run', 'your rule “npx vitest *” allows it'],
  ['npx cowsay@1', undefined, null, ''],
  ['npx vitest@1 run && npx cowsay', undefined, null, ''],
  ['npx vitest@1 run', ['npm test'], null, ''],
])('%s, with the rules %j, asks; what would pass is %s', async (command, rules, form, why) => {
  const { intent, verdict } = await decided(command, rules === undefined ? {} : { rules });
  if (intent.kind !== 'command') return expect.unreachable();
  expect(verdict).toBe('ask');
  const { settings, ...context } = policyContext({ autoApproveCommands: rules === undefined });
  const allowed = (rules ?? []).map((pattern): CommandRule => ({ pattern, verdict: 'allow', scope: 'always', createdAt: 0 }));
  const found = allowedForm(intent, '/home/project', (other) => decide(other, { ...context, settings: { ...settings, rules: allowed } }));
  expect(found?.command ?? null).toBe(form);
  if (found !== null && why !== '') expect(found.why).toContain(why);
});

test('the card names the file that runs, once', async () => {
  const { intent } = await decided('npx vitest run && cd packages/a && npx vitest run');
  expect(intent).toMatchObject({
    programs: [
      { name: 'vitest', file: 'node_modules/vitest/vitest.mjs', folder: '' },
      { name: 'vitest', file: 'node_modules/vitest/vitest.mjs', folder: 'packages/a' },
    ],
  });
});
