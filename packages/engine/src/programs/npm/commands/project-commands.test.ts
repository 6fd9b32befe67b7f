import { expect, test } from 'vitest';
import { createNpmTestBed } from '../testing/npm-test-bed.ts';

const packages = {
  'tool@1.0.0': { manifest: { bin: './cli.js', dependencies: { inner: '^1.0.0' } }, files: { 'cli.js': '' } },
  'inner@1.0.0': { manifest: { funding: { url: 'https://give.invalid' } } },
  'inner@1.1.0': { manifest: { funding: { url: 'https://give.invalid' } } },
};
const workspaceFiles = {
  'packages/one/package.json': '{"name":"one","version":"1.0.0","scripts":{"build":"make one"}}',
  'packages/two/package.json': '{"name":"two","version":"1.0.0","dependencies":{"inner":"1.0.0"},"scripts":{"build":"make two"}}',
};
const workspaces = { name: 'project', version: '1.0.0', workspaces: ['packages/*'] };

test('npm version sets the version here and in the lock file, between its scripts', async () => {
  const packageJson = { name: 'project', version: '1.2.3', scripts: { preversion: 'before', postversion: 'after' } };
  const bed = await createNpmTestBed({ packages, packageJson });
  await bed.run('npm install inner');
  expect((await bed.run('npm version minor')).stdout).toContain('v1.3.0\n');
  expect(bed.readJson('package.json')).toMatchObject({ version: '1.3.0' });
  expect(bed.readJson('package-lock.json')).toMatchObject({ version: '1.3.0', packages: { '': { version: '1.3.0' } } });
  expect(bed.shellCalls.map(({ command }) => command)).toEqual(['before', 'after']);
  expect((await bed.run('npm version soon')).stderr).toContain('Invalid version: soon');
});

test('npm explain says who asks for a package, up to the project', async () => {
  const bed = await createNpmTestBed({ packages });
  await bed.run('npm install tool');
  expect((await bed.run('npm why inner')).stdout).toBe(
    'inner@1.1.0\nnode_modules/inner\ninner@"^1.0.0" from tool@1.0.0\nnode_modules/tool\n  tool@"^1.0.0" from the root project\n',
  );
  expect((await bed.run('npm why absent')).exitCode).toBe(1);
});

test('who asks for money is counted after an install and listed by npm fund', async () => {
  const bed = await createNpmTestBed({ packages });
  expect((await bed.run('npm install inner')).stdout).toContain('1 package is looking for funding\n  run `npm fund` for details\n');
  expect((await bed.run('npm fund')).stdout).toContain('https://give.invalid');
});

test('a package is installed into the workspace that is named, or in which npm is run', async () => {
  const bed = await createNpmTestBed({ packages, packageJson: workspaces, files: workspaceFiles });
  await bed.run('npm install tool -w one');
  expect(bed.readJson('packages/one/package.json')).toMatchObject({ dependencies: { tool: '^1.0.0' } });
  expect(bed.readJson('package.json')).toEqual(workspaces);
  expect(bed.list('node_modules')).toEqual(['.bin', 'inner', 'one', 'tool', 'two']);
  await bed.run('npm uninstall inner', { cwd: '/home/project/packages/two' });
  expect(bed.readJson('packages/two/package.json')).not.toHaveProperty('dependencies');
});

test('a script runs in every workspace, or in the one where npm is run', async () => {
  const bed = await createNpmTestBed({ packages, packageJson: workspaces, files: workspaceFiles });
  await bed.run('npm run build -ws');
  await bed.run('npm run build', { cwd: '/home/project/packages/two' });
  expect(bed.shellCalls.map(({ command, cwd }) => `${command} ${cwd}`)).toEqual([
    'make one /home/project/packages/one',
    'make two /home/project/packages/two',
    'make two /home/project/packages/two',
  ]);
});

test('pnpm’s own list of workspaces is read', async () => {
  const files = { ...workspaceFiles, 'pnpm-workspace.yaml': "packages:\n  - 'packages/*' # all\n" };
  const bed = await createNpmTestBed({ packages, files });
  await bed.run('pnpm install');
  expect(bed.list('node_modules')).toEqual(['inner', 'one', 'two']);
  await bed.run('pnpm --filter two build');
  expect(bed.shellCalls.map(({ command }) => command)).toEqual(['make two']);
});

test('npm ls names workspaces and what nobody asks for', async () => {
  const bed = await createNpmTestBed({ packages, packageJson: workspaces, files: workspaceFiles });
  await bed.run('npm install');
  bed.kernel.fileSystem.mkdir('/home/project/node_modules/stray', false, 0o755);
  bed.write('node_modules/stray/package.json', { name: 'stray', version: '3.0.0' });
  const { stdout } = await bed.run('npm ls');
  expect(stdout).toContain('├── one@1.0.0 -> ./packages/one\n');
  expect(stdout).toContain('└── stray@3.0.0 extraneous\n');
});

test('npm dedupe takes away copies that one further up could serve for', async () => {
  const bed = await createNpmTestBed({
    packages: { 'a@1.0.0': { manifest: { dependencies: { inner: '^1.0.0' } } }, 'inner@1.0.0': {}, 'inner@1.1.0': {} },
    packageJson: { name: 'project', dependencies: { a: '1', inner: '1.0.0' } },
  });
  const lock = {
    name: 'project',
    lockfileVersion: 3,
    packages: {
      '': { name: 'project', dependencies: { a: '1', inner: '1.0.0' } },
      'node_modules/a': { version: '1.0.0', dependencies: { inner: '^1.0.0' } },
      'node_modules/a/node_modules/inner': { version: '1.1.0' },
      'node_modules/inner': { version: '1.0.0' },
    },
  };
  bed.write('package-lock.json', lock);
  await bed.run('npm install');
  expect(bed.locked()).toEqual({ a: '1.0.0', 'a/node_modules/inner': '1.1.0', inner: '1.0.0' });
  await bed.run('npm dedupe');
  expect(bed.locked()).toEqual({ a: '1.0.0', inner: '1.0.0' });
});

test('npm config reads and writes .npmrc, and never shows what is secret', async () => {
  const bed = await createNpmTestBed({ files: { '.npmrc': '//host.invalid/:_authToken=abc\nfund=false\n' } });
  expect((await bed.run('npm config get fund')).stdout).toBe('false\n');
  await bed.run('npm config set save-prefix=~ --location=project');
  expect(bed.read('.npmrc')).toBe('//host.invalid/:_authToken=abc\nfund=false\nsave-prefix=~\n');
  expect((await bed.run('npm config list')).stdout).not.toContain('abc');
  await bed.run('npm config delete save-prefix --location=project');
  expect(bed.read('.npmrc')).toBe('//host.invalid/:_authToken=abc\nfund=false\n');
});

test('npm init asks on a terminal', async () => {
  const bed = await createNpmTestBed({ files: { 'new/x.txt': '' } });
  const session = bed.kernel.start(['npm', 'init'], { cwd: '/home/project/new', terminal: { columns: 80, rows: 24 } });
  session.write(new TextEncoder().encode('My App\nmy-app\n\nsmall\n\nme\n\n\ncheck\na b\n\n'));
  expect((await session.exit).exitCode).toBe(0);
  expect(bed.readJson('new/package.json')).toEqual({
    name: 'my-app',
    version: '1.0.0',
    description: 'small',
    main: 'index.js',
    scripts: { test: 'check' },
    keywords: ['a', 'b'],
    author: 'me',
    license: 'ISC',
    type: 'commonjs',
  });
});

test('npx asks on a terminal before it fetches, and does as it is asked', async () => {
  const bed = await createNpmTestBed({ packages });
  const start = () => bed.kernel.start(['npx', 'tool', 'x'], { terminal: { columns: 80, rows: 24 } });
  const refused = start();
  refused.write(new TextEncoder().encode('n\n'));
  expect((await refused.exit).exitCode).toBe(1);
  expect(bed.shellCalls).toEqual([]);
  const agreed = start();
  agreed.write(new TextEncoder().encode('\n'));
  expect((await agreed.exit).exitCode).toBe(0);
  expect(bed.shellCalls[0]?.command).toBe('tool x');
});

test('help is there for every command, and what cannot be says why', async () => {
  const bed = await createNpmTestBed();
  expect((await bed.run('npm install --help')).stdout).toContain('npm install [<package-spec> ...]');
  expect((await bed.run('npm help ci')).stdout).toContain('Clean install a project');
  const audit = await bed.run('npm audit');
  expect([audit.exitCode, audit.stderr]).toEqual([1, expect.stringContaining('the registry proxy serves packages, not advisories')]);
});
