import { expect, test } from 'vitest';
import { createNpmTestBed } from '../testing/npm-test-bed.ts';

const scripts = { prebuild: 'clean', build: 'compile --fast', postbuild: 'report', fail: 'exit 3', test: 'check' };
const packageJson = { name: 'app', version: '2.1.0', scripts };

test('a script runs between its pre and its post, each announced as npm does', async () => {
  const bed = await createNpmTestBed({ packageJson });
  const result = await bed.run(['npm', 'run', 'build', '--', "it's", '$HOME', 'plain']);
  expect(bed.shellCalls.map(({ command }) => command)).toEqual(['clean', "compile --fast 'it'\\''s' '$HOME' plain", 'report']);
  expect(result.stdout).toContain("\n> app@2.1.0 build\n> compile --fast it's $HOME plain\n\n");
});

test('scripts see the variables npm gives and the commands of every folder upwards', async () => {
  const bed = await createNpmTestBed({ packageJson });
  await bed.run('npm test', { env: { EXTRA: 'kept' } });
  const env = bed.shellCalls[0]?.env ?? {};
  expect(env).toMatchObject({
    EXTRA: 'kept',
    npm_lifecycle_event: 'test',
    npm_lifecycle_script: 'check',
    npm_package_name: 'app',
    npm_package_version: '2.1.0',
    npm_package_json: '/home/project/package.json',
    INIT_CWD: '/home/project',
  });
  expect(env.PATH).toMatch(/^\/home\/project\/node_modules\/\.bin:\/home\/node_modules\/\.bin:\/node_modules\/\.bin:/);
});

test('the exit code of a script is npm’s, and what follows it does not run', async () => {
  const bed = await createNpmTestBed({ packageJson, shellExits: { 'exit 3': 3, clean: 7 } });
  expect((await bed.run('npm run fail')).exitCode).toBe(3);
  expect((await bed.run('npm run build')).exitCode).toBe(7);
  expect(bed.shellCalls.map(({ command }) => command)).toEqual(['exit 3', 'clean']);
});

test('a missing script is named with the nearest one, unless --if-present', async () => {
  const bed = await createNpmTestBed({ packageJson });
  const result = await bed.run('npm run biuld');
  expect(result.exitCode).toBe(1);
  expect(result.stderr).toContain('npm error Missing script: "biuld"');
  expect(result.stderr).toContain('npm run build');
  expect(await bed.run('npm run biuld --if-present')).toEqual({ exitCode: 0, stdout: '', stderr: '' });
});

test('scripts of a project are found from a folder inside it', async () => {
  const bed = await createNpmTestBed({ packageJson, files: { 'src/deep/x.js': '' } });
  await bed.run('npm test', { cwd: '/home/project/src/deep' });
  expect(bed.shellCalls[0]).toMatchObject({ command: 'check', cwd: '/home/project' });
});

test('without a name the scripts are listed', async () => {
  const bed = await createNpmTestBed({ packageJson: { ...packageJson, scripts: { test: 'check', build: 'make' } } });
  const { stdout } = await bed.run('npm run');
  expect(stdout).toBe('Lifecycle scripts included in app@2.1.0:\n  test\n    check\navailable via `npm run`:\n  build\n    make\n');
});

test('npm start without a script runs server.js', async () => {
  const bed = await createNpmTestBed({ packageJson: { name: 'app' }, files: { 'server.js': '' } });
  await bed.run('npm start');
  expect(bed.shellCalls[0]?.command).toBe('node server.js');
});

test('--silent leaves only what the script says', async () => {
  const bed = await createNpmTestBed({ packageJson });
  expect((await bed.run('npm run --silent test')).stdout).toBe('ran: check\n');
});

test('the project’s own install scripts run around an install, those of packages do not and it is said', async () => {
  const bed = await createNpmTestBed({
    packages: { 'native@1.0.0': { manifest: { hasInstallScript: true, scripts: { postinstall: 'node-gyp rebuild' } } } },
    packageJson: { name: 'app', scripts: { preinstall: 'before', postinstall: 'after', prepare: 'ready' }, dependencies: { native: '1' } },
  });
  const { stdout } = await bed.run('npm install');
  expect(bed.shellCalls.map(({ command }) => command)).toEqual(['before', 'after', 'ready']);
  expect(stdout).toContain('Install scripts of packages are not run here (1 skipped: native@1.0.0)');
});

test('a failing install script of the project fails the install', async () => {
  const bed = await createNpmTestBed({ packageJson: { name: 'app', scripts: { postinstall: 'after' } }, shellExits: { after: 4 } });
  const result = await bed.run('npm install');
  expect(result.exitCode).toBe(4);
  expect(result.stderr).toContain('npm error command sh -c after');
});

test('install scripts of workspaces run too, those that others need first, and before the project’s own', async () => {
  const workspace = (name: string, dependencies: object) =>
    JSON.stringify({ name, version: '1.0.0', dependencies, scripts: { postinstall: `post ${name}`, prepare: `prepare ${name}` } });
  const files = { 'p/app/package.json': workspace('app', { lib: '*' }), 'p/lib/package.json': workspace('lib', {}) };
  const root = { name: 'root', workspaces: ['p/*'], scripts: { postinstall: 'post root' } };
  const bed = await createNpmTestBed({ packageJson: root, files });
  await bed.run('npm install');
  expect(bed.shellCalls.map(({ command, cwd }) => `${command} in ${cwd}`)).toEqual([
    'post lib in /home/project/p/lib',
    'prepare lib in /home/project/p/lib',
    'post app in /home/project/p/app',
    'prepare app in /home/project/p/app',
    'post root in /home/project',
  ]);
  const quiet = await createNpmTestBed({ packageJson: root, files });
  await quiet.run('npm install --ignore-scripts');
  expect(quiet.shellCalls).toEqual([]);
});
