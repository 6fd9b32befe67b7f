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

describe('yarn, pnpm and bun start it by its name, where the project has no script of that name', () => {
  test.each([
    'yarn vitest run',
    'yarn run vitest run',
    'pnpm vitest run',
    'pnpm run vitest run',
    'bun run vitest run',
    'bun vitest run',
    'cd packages/a && yarn vitest run',
    'timeout 60 yarn vitest run 2>&1 | tail -30',
  ])('%s', async (command) => {
    const rules = ['vitest *', 'tail *', 'cd *', 'timeout *'];
    expect(await decided(command, { rules }), command).toMatchObject({ verdict: 'auto' });
    const asked = await decided(command, { rules: [] });
    expect(asked.verdict).toBe('ask');
    expect(asked.parts.map(({ why }) => why).join('; ')).toContain('it runs vitest, and no rule allows it');
    expect(asked.parts.map(({ why }) => why).join('; ')).not.toContain('script');
  });

  test.each([
    ['yarn unit', 'the project’s script unit'],
    ['bun run unit', 'the project’s script unit'],
    ['yarn run gone', 'the project’s script gone'],
    ['yarn --cwd packages/a vitest run', 'its flag --cwd can change what runs'],
    ['yarn workspace a vitest run', 'workspace of a package manager'],
  ])('%s is not that', async (command, why) => {
    const { verdict, parts } = await decided(command, { rules: ['vitest *', 'unit *', 'gone *'] });
    expect(verdict).toBe('ask');
    expect(parts.map((part) => part.why).join('; ')).toContain(why);
  });

  test('a rule for the form of the command covers it still, and a rule that forbids one of them forbids it', async () => {
    expect((await decided('yarn vitest run', { rules: ['yarn vitest *'] })).verdict).toBe('auto');
    expect((await decided('yarn vitest run', { rules: ['npx vitest *'] })).verdict).toBe('ask');
    const { intent } = await decided('yarn vitest run');
    for (const pattern of ['yarn *', 'vitest *', 'yarn vitest *']) {
      const deny: CommandRule = { pattern, verdict: 'deny', scope: 'always', createdAt: 0 };
      const context = policyContext({ autoApproveCommands: true });
      expect(decide(intent, { ...context, settings: { ...context.settings, rules: [deny] } }).verdict, pattern).toBe('block');
    }
  });

  test('the form that a rule allows is named', async () => {
    const { intent } = await decided('yarn vitest run');
    const form = (pattern: string) => {
      const context = policyContext({ autoApproveCommands: false });
      const rules: CommandRule[] = [{ pattern, verdict: 'allow', scope: 'always', createdAt: 0 }];
      if (intent.kind !== 'command') return expect.unreachable();
      return allowedForm(intent, '/home/project', (other) => decide(other, { ...context, settings: { ...context.settings, rules } }));
    };
    expect(form('npx vitest *')).toMatchObject({ command: 'npx vitest run' });
    expect(form('npx --no-install vitest *')).toMatchObject({ command: 'npx --no-install vitest run' });
    expect(form('jest *')).toBeNull();
  });

  test('a file of that name, which bun would run instead, asks if the agent has made it', async () => {
    const rules = ['vitest *'];
    expect((await decided('bun run vitest', { rules, made: ['vitest.ts'] })).verdict).toBe('ask');
    expect((await decided('yarn run vitest', { rules, made: ['other.md'] })).verdict).toBe('auto');
  });

  test('a command that gives the project such a script first asks', async () => {
    const rules = ['vitest *', 'cp *', 'npm *', 'sed *'];
    for (const first of ['cp a.json package.json', 'npm pkg set scripts.vitest=x', 'sed -i s/unit/vitest/ package.json'])
      expect((await decided(`${first} && yarn vitest run`, { rules })).verdict, first).toBe('ask');
  });
});

test.each(['npx mocha', 'npx mocha src', 'npx eslint .'])(
  '%s, which is not installed, has one reason after the run has made files',
  async (command) => {
    const { verdict, parts } = await decided(command, { made: ['src/a.test.ts', 'eslint.config.js'] });
    expect(verdict).toBe('ask');
    const whys = parts.filter((part) => part.verdict === 'ask').map(({ why }) => why);
    expect(whys).toEqual([
      expect.stringMatching(/^no installed package is known to have \w+: then one of that name is downloaded and run$/),
    ]);
  },
);

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
