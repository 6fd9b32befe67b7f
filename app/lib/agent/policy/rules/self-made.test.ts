import { expect, test } from 'vitest';
import { DEFAULT_APP_SETTINGS } from '../../../protocol/settings.ts';
import { IGNORED_FOLDERS } from '../../../runtime/ignored-folders.ts';
import { MemoryWorkspace } from '../../../runtime/memory/memory-workspace.ts';
import { runCommandTool } from '../../../tools/run-command.ts';
import { toolContext } from '../../../tools/testing/run-tool.ts';
import type { MadeFiles } from '../../contract/made-files.ts';
import { sessionFactsWith } from '../../testing/session-facts-with.ts';
import { decide } from '../decide.ts';

const SETTINGS = { ...DEFAULT_APP_SETTINGS, agent: { ...DEFAULT_APP_SETTINGS.agent, autoApproveCommands: true } };
const FILES = {
  'package.json': JSON.stringify({
    scripts: {
      test: 'vitest run',
      build: 'node scripts/build.mjs',
      dev: 'node mk.js',
      mk: 'node mk.js',
      deep: 'npm run mk',
      pretest: 'node mk.js',
    },
  }),
  'mk.js': 'writes()',
  'old.js': "import './lib/new.js';\nimport { x } from './lib/other';\n",
  'still.js': "import './lib/kept.js';\n",
  'scripts/build.mjs': "import '../lib/new.js';\n",
  'lib/new.js': '',
  'lib/kept.js': '',
  'x.sh': 'echo',
  'x.py': '',
  'tool.py': 'import x\n',
  'dist/out.js': '',
  'data.json': '{}',
  'src/a.ts': '',
  Makefile: 'go:\n\tnode mk.js\ntest:\n\tnode mk.js\n',
};
const MADE = new Map<string, 'agent' | 'command'>([
  ['mk.js', 'agent'],
  ['lib/new.js', 'agent'],
  ['x.sh', 'agent'],
  ['x.py', 'command'],
  ['data.json', 'agent'],
  ['src/a.ts', 'agent'],
]);

async function said(
  command: string,
  made: ReadonlyMap<string, 'agent' | 'command'> | null = MADE,
  files: Record<string, string> = FILES,
  before?: string,
) {
  const session = sessionFactsWith({ made: made ?? new Map() });
  const context = {
    ...toolContext(new MemoryWorkspace(files)),
    session,
    ...(before === undefined ? {} : { contentBefore: async () => before }),
  };
  const plan = await runCommandTool.plan({ command }, context);
  if (!plan.ok) throw new Error(plan.message);
  const facts: MadeFiles | null = made === null ? null : { files: made, hasRunCommands: true };
  return decide(plan.intent, {
    settings: SETTINGS,
    chatId: 'c',
    projectRoot: '/home/project',
    hasChangedScripts: false,
    ...(facts === null ? {} : { made: facts }),
    now: 0,
  });
}

test.each([
  ['node mk.js', 'mk.js, which the agent wrote in this run'],
  ['node mk', 'mk.js'],
  ['node ./lib/../mk.js', 'mk.js'],
  ['node /home/project/mk.js', 'mk.js'],
  ['cd lib && node new.js', 'lib/new.js'],
  ['node -r ./mk old.js', 'mk.js'],
  ['node --import ./mk.js old.js', 'mk.js'],
  ['node --import=./mk.js old.js', 'mk.js'],
  ['node --import=file:///home/project/mk.js old.js', 'mk.js'],
  ['node old.js', 'it runs old.js, which loads lib/new.js, which the agent wrote in this run'],
  ['node lib', 'lib/new.js'],
  ['node dist/out.js', 'in a folder whose changes are not recorded'],
  ['node dist', 'in a folder whose changes are not recorded'],
  ['node still.js mk.js', 'mk.js'],
  ['node < mk.js', 'mk.js'],
  ['./x.sh', 'x.sh'],
  ['bash x.sh', 'x.sh'],
  ['sh ./x.sh', 'x.sh'],
  ['. x.sh', 'x.sh'],
  ['source ./x.sh', 'x.sh'],
  ['env A=1 bash x.sh', 'x.sh'],
  ["bash -c 'node mk.js'", 'mk.js'],
  ['time node mk.js', 'mk.js'],
  ['npx tsx mk.js', 'mk.js'],
  ['npm exec -- node mk.js', 'mk.js'],
  ['npm exec tsx mk.js', 'mk.js'],
  ['yarn node mk.js', 'mk.js'],
  ['bun mk.js', 'mk.js'],
  ['python3 x.py', 'x.py, which a command of this run wrote'],
  ['python3 tool.py', 'it runs tool.py, which loads x.py'],
  ['python3 -m x', 'x.py'],
  ['awk -f x.sh old.js', 'x.sh'],
  ["perl -pi -e 's/a/b/' mk.js", 'it runs code given on its command line'],
  ["ruby -i.bak -pe 'x' mk.js", 'it runs code given on its command line'],
  ["perl mk.js -e 's/a/b/'", 'it runs mk.js'],
  ["perl -w mk.js -e 's/a/b/'", 'it runs mk.js'],
  ["find . -name '*.js' -exec node {} +", 'it runs what it finds'],
  ['find . -exec ./x.sh {} +', 'it runs what it finds'],
  ['ls *.js | xargs node', 'only known when it runs'],
  ['ls | xargs -n1 bash', 'only known when it runs'],
  ['npx --no jest', 'jest runs the code that it finds'],
  ['node --test', 'node --test runs the code that it finds'],
  ['npm run mk', 'mk.js, which the agent wrote in this run'],
  ['npm run deep', 'mk.js'],
  ['make go', 'mk.js'],
])('%s asks, for it runs what was made in this run', async (command, why) => {
  const decision = await said(command);
  expect(decision.verdict).toBe('ask');
  expect(decision.parts.map((part) => part.why).join('\n')).toContain(why);
});

test.each([
  'npm test',
  'npm run build',
  'npm run dev',
  'make test',
  'npx --no vitest run src/a.ts',
  'node still.js',
  'node still.js data.json',
  'node --check mk.js',
  'npx --no prettier --check mk.js',
  'npx --no eslint mk.js',
  'cat mk.js',
  'sed -n 1p mk.js',
  'grep x mk.js',
  'ls',
  'git status',
])('%s does not ask: it runs nothing new, or is the project’s own build, test or dev script', async (command) => {
  expect(await said(command)).toMatchObject({ verdict: 'auto' });
});

test('a file that code of the command line changes is not said to be run', async () => {
  const whole = await said("perl -pi -e 's/a/b/' mk.js");
  expect([whole.verdict, ...whole.parts.map((part) => part.why)].join(' ')).not.toContain('runs mk.js');
});

test('with the setting off nothing of it asks', async () => {
  for (const command of ['node mk.js', 'python3 x.py', 'npm run mk']) expect((await said(command, null)).verdict).toBe('auto');
});

test('a script whose text was changed in this run asks, also one for tests, and one that it runs', async () => {
  const made = new Map([['package.json', 'agent' as const]]);
  const before = FILES['package.json'].replace('vitest run', 'jest');
  expect(await said('npm test', made, FILES, before)).toMatchObject({ verdict: 'ask', why: 'the script test was changed in this run' });
  // The other scripts are unchanged.
  expect((await said('npm run build', made, FILES, before)).verdict).toBe('auto');
  expect((await said('npm run build', made, FILES, undefined)).verdict).toBe('ask');
  const nested = { ...FILES, 'package.json': JSON.stringify({ scripts: { test: 'npm run unit', unit: 'vitest run' } }) };
  const decision = await said('npm test', made, nested, JSON.stringify({ scripts: { test: 'npm run unit', unit: 'vitest' } }));
  expect(decision.parts.map(({ why }) => why)).toContain('the script unit was changed in this run');
  const makefile = new Map([['Makefile', 'agent' as const]]);
  expect((await said('make test', makefile, FILES, 'test:\n\ttrue\n')).verdict).toBe('ask');
});

test('a rule of the user’s does not lift it, and the card offers none', async () => {
  const decision = await said('node mk.js');
  expect(decision.parts[0]).toMatchObject({ by: 'made' });
});

test('the folders whose changes no journal holds are those that are not watched', async () => {
  const folders = [...IGNORED_FOLDERS].filter((folder) => folder !== 'node_modules' && folder !== '.git');
  for (const folder of folders) expect((await said(`node ${folder}/x.js`, new Map())).verdict, folder).toBe('ask');
  expect((await said('node out/x.js', new Map())).verdict).toBe('auto');
});

test.each([
  ['.eslintrc.json', 'npx eslint .'],
  ['.prettierrc.yaml', 'npx prettier src'],
  ['babel.config.json', 'npx babel src'],
  ['.stylelintrc.yml', 'npx stylelint src'],
  ['.postcssrc.json5', 'npx postcss src'],
  ['angular.json', 'npx ng build'],
  ['nest-cli.json', 'npx nest build'],
  ['turbo.json', 'npx turbo run lint'],
  ['package.json', 'npx turbo run lint'],
])('settings that are data may name code to be loaded: %s before %s', async (file, command) => {
  const bin = command.split(' ')[1] ?? '';
  const files = { ...FILES, [`node_modules/.bin/${bin}`]: '' };
  const decision = await said(command, new Map([[file, 'agent']]), files);
  expect(decision).toMatchObject({ verdict: 'ask', why: expect.stringContaining(`runs its configuration ${file}`) });
  expect((await said(command, new Map([['data.json', 'agent']]), files)).verdict).toBe('auto');
});

test.each(['npm install', 'npm ci', 'npm rebuild', 'pnpm i', 'yarn', 'bun install'])(
  '%s compiles what a new binding.gyp says',
  async (command) => {
    expect((await said(command, new Map([['binding.gyp', 'agent']]))).why).toContain('it runs binding.gyp');
    expect((await said(command, new Map([['data.json', 'agent']]))).why).not.toContain('binding.gyp');
  },
);
