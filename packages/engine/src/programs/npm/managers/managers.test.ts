import { describe, expect, test } from 'vitest';
import { createNpmTestBed } from '../testing/npm-test-bed.ts';

const packages = {
  'tool@1.0.0': { manifest: { bin: './cli.js' }, files: { 'cli.js': '' } },
  'inner@1.1.0': {},
};
const scripts = { compile: 'make', fail: 'exit 3' };
const packageJson = { name: 'app', version: '1.0.0', scripts };

describe.each([
  ['pnpm', {}, /^10\.\d+\.\d+\n$/],
  ['pnpm', { packageManager: 'pnpm@9.1.4+sha512.abc' }, /^9\.1\.4\n$/],
  ['yarn', {}, /^1\.22\.\d+\n$/],
  ['yarn', { packageManager: 'yarn@4.5.0' }, /^4\.5\.0\n$/],
  ['bun', { packageManager: 'pnpm@9.1.4' }, /^1\.\d+\.\d+\n$/],
])('%s of %j', (manager, fields, version) => {
  test('answers with its own version, and tells scripts who it is', async () => {
    const bed = await createNpmTestBed({ packageJson: { ...packageJson, ...fields } });
    const said = await bed.run([manager, '--version']);
    expect(said.stdout).toMatch(version);
    expect((await bed.run([manager, '-v'])).stdout).toBe(said.stdout);
    await bed.run([manager, 'run', 'fail']);
    expect(bed.shellCalls[0]?.env.npm_config_user_agent).toMatch(new RegExp(`^${manager}/${said.stdout.trim()} npm/\\? node/v\\d`));
    expect(bed.shellCalls[0]?.env.npm_execpath).toBe(`/usr/bin/${manager}`);
  });

  test('runs scripts by their bare name, with what follows as their own words', async () => {
    const bed = await createNpmTestBed({ packageJson: { ...packageJson, ...fields } });
    await bed.run([manager, 'compile', '--watch', '-v']);
    expect(bed.shellCalls.at(-1)?.command).toBe('make --watch -v');
    expect((await bed.run([manager, 'run', 'fail'])).exitCode).toBe(0);
  });

  test('refuses a word that is no command of it, no script and no installed command, and fetches nothing', async () => {
    const bed = await createNpmTestBed({ packages, packageJson: { ...packageJson, ...fields } });
    const { exitCode, stdout, stderr } = await bed.run([manager, 'tool']);
    expect(exitCode).not.toBe(0);
    expect(stdout + stderr).toMatch(/tool"? ?not found|[sS]cript.*"tool"/);
    expect(bed.registry.requests).toEqual([]);
    expect(bed.shellCalls).toEqual([]);
  });
});

test('the exit code of a script is the manager’s', async () => {
  const bed = await createNpmTestBed({ packageJson, shellExits: { 'exit 3': 3 } });
  for (const command of ['pnpm fail', 'yarn fail', 'bun fail', 'pnpm run fail', 'yarn run fail', 'bun run fail']) {
    expect((await bed.run(command)).exitCode).toBe(3);
  }
});

test('below another manager’s script npm and npx keep that one’s user agent', async () => {
  const bed = await createNpmTestBed({ packages, packageJson });
  const env = { npm_config_user_agent: 'pnpm/9.0.0 npm/? node/v22.0.0 linux x64' };
  await bed.run('npx -y tool', { env });
  await bed.run('npm run fail', { env });
  for (const call of bed.shellCalls) expect(call.env.npm_config_user_agent).toBe(env.npm_config_user_agent);
});

describe('in a workspace of pnpm', () => {
  const workspace = (name: string, dependencies: object, own: object = { build: `make ${name}` }) =>
    JSON.stringify({ name, version: '1.0.0', scripts: own, dependencies });
  const files = {
    'pnpm-workspace.yaml': 'packages:\n  - packages/*\n  - apps/*\n',
    'packages/core/package.json': workspace('@x/core', {}),
    'packages/ui/package.json': workspace('@x/ui', { '@x/core': 'workspace:*' }),
    'apps/web/package.json': workspace('web', { '@x/ui': 'workspace:^' }),
    'apps/docs/package.json': workspace('docs', {}, {}),
  };
  test.each([
    ['-r', ['make @x/core', 'make @x/ui', 'make web']],
    ['--filter=web', ['make web']],
    ['--filter web...', ['make @x/core', 'make @x/ui', 'make web']],
    ['--filter web^...', ['make @x/core', 'make @x/ui']],
    ['-F ...@x/core', ['make @x/core', 'make @x/ui', 'make web']],
    ['--filter @x/*', ['make @x/core', 'make @x/ui']],
    ['--filter core', ['make @x/core']],
    ['--filter ./apps/*', ['make web']],
    ['--filter {packages/ui}', ['make @x/ui']],
    ['--filter !web', ['make @x/core', 'make @x/ui']],
  ])('%s chooses, and what is needed goes first', async (options, expected) => {
    const bed = await createNpmTestBed({ packageJson: { name: 'root', scripts: { build: 'never' } }, files });
    const { exitCode } = await bed.run(`pnpm ${options} build`);
    expect(bed.shellCalls.map(({ command }) => command)).toEqual(expected);
    expect(exitCode).toBe(0);
    await bed.run(`pnpm ${options} run build`);
    expect(bed.shellCalls).toHaveLength(expected.length * 2);
  });

  test('a filter that fits nothing, and one that asks git, are said', async () => {
    const bed = await createNpmTestBed({ packageJson: { name: 'root' }, files });
    expect(await bed.run('pnpm --filter nothing build')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('No projects matched'),
    });
    const since = await bed.run(['pnpm', '--filter', '[origin/main]', 'build']);
    expect(since.exitCode).toBe(1);
    expect(since.stdout).toContain('there is no git here');
  });

  test('each line of several is after the name of its project', async () => {
    const bed = await createNpmTestBed({ packageJson: { name: 'root' }, files });
    const { stdout } = await bed.run('pnpm -r build');
    expect(stdout).toContain('packages/core build$ make @x/core\npackages/core build: ran: make @x/core\npackages/core build: Done\n');
  });

  test('yarn runs in one workspace, in each, and in those an option names', async () => {
    const bed = await createNpmTestBed({
      packageJson: { name: 'root', packageManager: 'yarn@4.5.0', workspaces: ['packages/*', 'apps/*'] },
      files,
    });
    await bed.run('yarn workspace web build --fast');
    await bed.run('yarn workspaces foreach -At run build');
    await bed.run('yarn workspaces foreach -A --include @x/* run build');
    expect(bed.shellCalls.map(({ command }) => command)).toEqual([
      'make web --fast',
      ...['make @x/core', 'make @x/ui', 'make web'],
      ...['make @x/core', 'make @x/ui'],
    ]);
  });
});

test('bun runs files with Node, and says which of its own modules there are not', async () => {
  const bed = await createNpmTestBed({ packageJson, files: { 'server.ts': 'Bun.serve({})', 'plain.ts': 'export {}' } });
  const { stderr } = await bed.run('bun run server.ts --port 1');
  expect(bed.shellCalls[0]?.command).toBe('node server.ts --port 1');
  expect(stderr).toContain('uses Bun.serve, which only bun has');
  expect((await bed.run('bun plain.ts')).stderr).toBe('');
  for (const word of ['test', 'build']) {
    const refused = await bed.run(`bun ${word}`);
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toMatch(/vitest|esbuild/);
  }
});

test('corepack is there, and hands on to the manager named', async () => {
  const bed = await createNpmTestBed({ packageJson });
  expect(await bed.run('corepack enable')).toMatchObject({ exitCode: 0 });
  expect((await bed.run('corepack pnpm@9.2.0 -v')).stdout).toBe('9.2.0\n');
  await bed.run('corepack use yarn@4.6.0');
  expect((await bed.run('yarn -v')).stdout).toBe('4.6.0\n');
});

test.each(['pnpm create', 'yarn create', 'bun create', 'pnpm dlx create-app', 'bunx create-app'])(
  '%s hands its words to the initializer',
  async (command) => {
    const initializers = { 'create-app@1.0.0': { manifest: { bin: { 'create-app': 'index.js' } }, files: { 'index.js': '' } } };
    const bed = await createNpmTestBed({ packages: initializers, packageJson });
    const isCreate = command.endsWith(' create');
    await bed.run(`${command}${isCreate ? ' app' : ''} demo --template react`);
    expect(bed.shellCalls.at(-1)?.command).toBe('create-app demo --template react');
    if (!isCreate) return;
    await bed.run(`${command} app demo -- --template react`);
    expect(bed.shellCalls.at(-1)?.command).toBe('create-app demo --template react');
  },
);

test('pnpm adds to and removes from the workspace it is run in, or those a filter chooses, and not unasked to the root', async () => {
  const own = (name: string) => JSON.stringify({ name, version: '1.0.0' });
  const files = { 'pnpm-workspace.yaml': 'packages:\n  - p/*\n', 'p/one/package.json': own('one'), 'p/two/package.json': own('two') };
  const bed = await createNpmTestBed({ packages, packageJson: { name: 'root' }, files });
  const refused = await bed.run('pnpm add inner');
  expect(refused).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('ERR_PNPM_ADDING_TO_ROOT') });
  await bed.run('pnpm add inner', { cwd: '/home/project/p/one' });
  await bed.run('pnpm --filter two add -D inner');
  await bed.run('pnpm add -w inner');
  expect(bed.readJson('p/one/package.json')).toMatchObject({ dependencies: { inner: '^1.1.0' } });
  expect(bed.readJson('p/two/package.json')).toMatchObject({ devDependencies: { inner: '^1.1.0' } });
  expect(bed.readJson('package.json')).toMatchObject({ dependencies: { inner: '^1.1.0' } });
  expect(bed.read('pnpm-lock.yaml')).toContain(
    '  p/two:\n    devDependencies:\n      inner:\n        specifier: ^1.1.0\n        version: 1.1.0\n',
  );
  await bed.run('pnpm -r remove inner');
  await bed.run('pnpm remove inner -w');
  expect(bed.read('pnpm-lock.yaml')).not.toContain('inner');
});
