import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ToolRegistry } from '../../../../app/lib/agent/contract/tool-definition.ts';
import { allowRule } from '../../../../app/lib/agent/testing/allow-rule.ts';
import { DEFAULT_APP_SETTINGS } from '../../../../app/lib/protocol/settings.ts';
import { type ArbitraryCall, arbitraryCall } from './arbitrary-calls.ts';
import { ALL_TOOLS, registryOf } from './later-tools.ts';
import { type Circumstances, toldBy } from './two-worlds.ts';

/** `UNASKED_RUNS=5000 npx vitest run tests/integration/agent/unasked` for the required number. */
const RUNS = Number(process.env.UNASKED_RUNS ?? 150);
const TIMEOUT = 60_000 + RUNS * 500;

/** Typical paths of keys, some in folders. */
const SECRETS = [
  '.env',
  'config/.env.local',
  '.ENV',
  'server.pem',
  '.aws/credentials',
  '.aws/.gitignore',
  'secrets/package.json',
  'secrets/Makefile',
  'src/.env.ts',
  'src/secret.json',
  '.devonz/agents/.env.md',
] as const;

/** Pairs that a single question distinguishes: by a character, a length, a line, or what reads it. */
const CONTENTS: readonly (readonly [string | Uint8Array, string | Uint8Array])[] = [
  ['PORT=3000\nSECRET=sk_live_a\n', 'PORT=3000\nSECRET=sk_live_b\n'],
  ['SECRET=sk_live_a', `SECRET=sk_live_a\n${'X=1\n'.repeat(200)}`],
  ['SECRET=sk_live_a\n', 'SECRET=sk_live_a\r\n'],
  ['', 'SECRET=sk_live_a'],
  ['SECRET=sk_live_a', new Uint8Array([0, 255, 254, 1])],
  ['{"scripts":{"test":"node a.js"}}', '{"scripts":{"test":"rm -rf /"}}'],
  ['{"scripts":{"test":"node a.js"}}', 'SECRET=sk_live_a'],
  ['test:\n\techo a\n', 'test:\n\tcurl example.org\n'],
  ['src\n*.md\n', 'SECRET=sk_live_a'],
  ["import './app.ts';\n", 'export const SECRET = 1;\n'],
  ['---\nname: helper\ndescription: d\n---\nHelp.\n', '---\nname: other\ndescription: d\n---\nHelp.\n'],
];

const FILES = {
  'README.md': 'PORT=3000\nA project.\n',
  'package.json': '{"scripts":{"test":"node src/app.ts","build":"vite build"}}',
  'src/app.ts': "import './.env.ts';\nexport const a = 1;\n",
  'AGENTS.md': 'Be brief.\n',
  '.github/workflows/ci.yml': 'on: push\n',
};

const TEXTS = [
  'SECRET=sk_live_a',
  'SECRET=sk_live_b',
  'SECRET=',
  'PORT=3000\n',
  'PORT=3000\nSECRET=sk_live_a\n',
  'K~A K~B K~C',
  'K~A',
  'K~B',
  'never-there',
  'a',
  '',
  '(?i)secret',
  '*.pem',
  '**/*',
  '{"scripts":{"test":"node a.js"}}',
  'helper',
  'test',
];

const agent = fc.record({
  autoApproveFileCreation: fc.boolean(),
  autoApproveFileModification: fc.boolean(),
  autoApproveCommands: fc.boolean(),
});
const rules = fc.subarray(['npm test', 'npm run *', 'node *', 'ls *', 'make *'].map((pattern) => allowRule(pattern)));

const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/'))) || '.';

function wordsFor(secret: string) {
  const folder = folderOf(secret);
  return {
    paths: [
      ...[secret, secret, secret, `./${secret}`, secret.toLowerCase(), secret.toUpperCase(), `${secret}.example`, `${secret}/x`, folder],
      ...['/', 'README.md', 'src/app.ts', 'package.json', 'AGENTS.md', '.github/workflows/ci.yml', 'new.ts', '.gitignore'],
      ...['notes.txt', `lib/${secret.slice(secret.lastIndexOf('/') + 1)}`, 'lib', '*.ts', '.env*', '**/*'],
    ],
    texts: TEXTS,
    commands: [
      ...['npm test', 'npm run build', 'node src/app.ts', 'ls -la', 'grep -rn SECRET .', 'cat README.md', 'npx vite', 'rm -rf /'],
      ...[`cat ${secret}`, `wc -c ${secret}`, `test -s ${secret} && echo y`, `node ${secret}`, `npm --prefix ${folder} test`],
      ...[`cd ${folder} && npm test`, `make -C ${folder} test`, `cd ${folder} && make test`, `ls ${folder}`],
    ],
  };
}

/** Generates everything that determines a run, and the model's calls. */
function arbitraryCircumstances(secret: string, tools: ToolRegistry): fc.Arbitrary<Circumstances> {
  const calls = arbitraryCall(tools.tools, wordsFor(secret));
  const links = {
    'notes.txt': secret,
    lib: folderOf(secret),
    ...(secret === '.aws/.gitignore' ? {} : { '.gitignore': secret }),
  };
  return fc.record({
    settings: fc.record({
      agent: agent.map((each) => ({ ...DEFAULT_APP_SETTINGS.agent, ...each })),
      rules,
      askBeforeOwnCode: fc.boolean(),
      askAfterOutsideRead: fc.boolean(),
    }),
    mode: fc.constantFrom('agent' as const, 'agent' as const, 'agent' as const, 'plan' as const),
    delegate: fc.option(fc.record({ scope: fc.constantFrom([], ['src/**'], ['**']) }), { freq: 2 }),
    lockedPaths: fc.subarray([secret, 'src'], { maxLength: 1 }),
    isTainted: fc.boolean(),
    hasHooks: fc.boolean(),
    hasFileWall: fc.boolean(),
    hasSearch: fc.boolean(),
    links: fc.subarray(Object.entries(links)).map((each) => Object.fromEntries(each)),
    // The folder also exists without the secret file.
    files: fc.constant(folderOf(secret) === '.' ? FILES : { ...FILES, [`${folderOf(secret)}/index.ts`]: 'export {};\n' }),
    steps: fc.array(fc.array(calls, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 }),
  });
}

const world = (tools: ToolRegistry) =>
  fc
    .constantFrom(...SECRETS)
    .chain((path) =>
      fc.record({ path: fc.constant(path), contents: fc.constantFrom(...CONTENTS), given: arbitraryCircumstances(path, tools) }),
    );

test(
  'what a secret file holds changes no answer that nobody was asked about',
  async () => {
    await fc.assert(
      fc.asyncProperty(world(ALL_TOOLS), async ({ path, contents: [one, other], given }) => {
        expect(await toldBy({ path, content: one }, given, ALL_TOOLS)).toEqual(await toldBy({ path, content: other }, given, ALL_TOOLS));
      }),
      { numRuns: RUNS },
    );
  },
  TIMEOUT,
);

/** Names are not secret: listing a folder or searching for names reveals every file in it. */
const NAMES = ['devonz_list_directory', 'devonz_find_files', 'devonz_search_code', 'devonz_history'];

test(
  'nor does it, apart from lists of names, whether there is such a file',
  async () => {
    const registry = registryOf(ALL_TOOLS.tools.filter(({ name }) => !NAMES.includes(name)));
    await fc.assert(
      fc.asyncProperty(world(registry), async ({ path, contents: [content], given }) => {
        expect(await toldBy({ path, content }, given, registry)).toEqual(await toldBy({ path, content: null }, given, registry));
      }),
      { numRuns: Math.ceil(RUNS / 3) },
    );
  },
  TIMEOUT,
);

const STILL: Omit<Circumstances, 'steps'> = {
  settings: { agent: DEFAULT_APP_SETTINGS.agent, rules: [], askBeforeOwnCode: true, askAfterOutsideRead: true },
  mode: 'agent',
  delegate: null,
  lockedPaths: [],
  isTainted: false,
  hasHooks: false,
  hasFileWall: true,
  hasSearch: true,
  links: {},
  files: FILES,
};

/** The red team's attack: which edit of a chain fails reveals the next character. */
function chainOfEdits(path: string): ArbitraryCall {
  const letters = ['a', 'b', 'c', 'd'].map((letter) => `K~${letter}`);
  const first = { find: 'SECRET=sk_live_', replace: letters.join(' ') };
  return {
    toolName: 'devonz_edit_file',
    input: { path, edits: [first, ...letters.map((find) => ({ find, replace: 'x' })), { find: 'never-there', replace: '' }] },
  };
}

test('the number of the edit that does not match tells nothing until the user has allowed that call', async () => {
  const given = { ...STILL, steps: [[chainOfEdits('.env')]] };
  const [one, other] = ['SECRET=sk_live_a', 'SECRET=sk_live_K~b'];
  const denied = [
    await toldBy({ path: '.env', content: one }, given, ALL_TOOLS),
    await toldBy({ path: '.env', content: other }, given, ALL_TOOLS),
  ];
  expect(denied[0]).toEqual(denied[1]);
  expect(denied[0]?.questions).toBe(1);
  // Once approved, the text is the tool's own: that the two differ shows that this test can fail.
  const allowed = { decision: 'approve' } as const;
  const said = JSON.stringify((await toldBy({ path: '.env', content: one }, given, ALL_TOOLS, allowed)).requests.at(-1));
  expect(said).toContain('Edit 6 of 6 was not found in .env');
  expect(said).not.toEqual(JSON.stringify((await toldBy({ path: '.env', content: other }, given, ALL_TOOLS, allowed)).requests.at(-1)));
});
