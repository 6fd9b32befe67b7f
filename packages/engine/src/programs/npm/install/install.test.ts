import { expect, test } from 'vitest';
import { makeArchive } from '../testing/make-archive.ts';
import { MemoryCacheStorage } from '../testing/memory-cache-storage.ts';
import { createNpmTestBed } from '../testing/npm-test-bed.ts';

const tool = {
  manifest: { bin: { tool: './cli.js' }, dependencies: { inner: '^1.0.0' } },
  files: { 'cli.js': '#!/usr/bin/env node\n', 'lib/deep/index.js': 'exports.a = 1;\n' },
};
const packages = { 'tool@1.0.0': tool, 'inner@1.0.0': {}, 'inner@1.1.0': {} };
const project = (entries: object = {}) => ({ name: 'project', version: '1.0.0', ...entries });

test('a named package is fetched, unpacked, linked, locked and written into package.json', async () => {
  const bed = await createNpmTestBed({ packages });
  const result = await bed.run('npm install tool');
  expect(result).toEqual({ exitCode: 0, stdout: '\nadded 2 packages in 0ms\n', stderr: '' });
  expect(bed.readJson('package.json')).toEqual(project({ dependencies: { tool: '^1.0.0' } }));
  expect(bed.read('node_modules/tool/lib/deep/index.js')).toBe('exports.a = 1;\n');
  const { fileSystem } = bed.kernel;
  expect(fileSystem.readlink('/home/project/node_modules/.bin/tool')).toBe('../tool/cli.js');
  expect(fileSystem.stat('/home/project/node_modules/tool/cli.js').mode).toBe(0o755);
  expect(bed.list('node_modules')).toEqual(['.bin', 'inner', 'tool']);
});

test('the kind and the exactness of what is saved follow the options', async () => {
  const bed = await createNpmTestBed({ packages });
  await bed.run('npm install -D -E inner@1.0.0');
  expect(bed.readJson('package.json')).toEqual(project({ devDependencies: { inner: '1.0.0' } }));
  await bed.run('npm install inner@~1.1.0');
  expect(bed.readJson('package.json')).toEqual(project({ devDependencies: { inner: '~1.1.0' } }));
  await bed.run('npm install --save-optional inner');
  expect(bed.readJson('package.json')).toEqual(project({ optionalDependencies: { inner: '^1.1.0' } }));
});

test('--no-save leaves package.json and the lock file alone', async () => {
  const bed = await createNpmTestBed({ packages });
  await bed.run('npm install --no-save inner');
  expect(bed.readJson('package.json')).toEqual(project());
  expect(bed.read('package-lock.json')).toBeNull();
  expect(bed.list('node_modules')).toEqual(['inner']);
});

test('package.json keeps its indentation and the fields npm does not know', async () => {
  const bed = await createNpmTestBed({ packages });
  bed.write('package.json', '{\n    "name": "p",\n    "custom": {"a": [1]}\n}\n');
  await bed.run('npm i inner');
  expect(bed.read('package.json')).toBe(
    '{\n    "name": "p",\n    "custom": {\n        "a": [\n            1\n        ]\n    },\n    "dependencies": {\n        "inner": "^1.1.0"\n    }\n}\n',
  );
});

test('a lock file that satisfies package.json is honoured, without asking for any document', async () => {
  const bed = await createNpmTestBed({ packages, packageJson: project({ dependencies: { tool: '1' } }) });
  const first = await createNpmTestBed({
    packages: { 'tool@1.0.0': tool, 'inner@1.0.0': {} },
    packageJson: project({ dependencies: { tool: '1' } }),
  });
  await first.run('npm install');
  bed.write('package-lock.json', first.read('package-lock.json') ?? '');
  await bed.run('npm install');
  expect(bed.locked()).toEqual({ tool: '1.0.0', inner: '1.0.0' });
  expect(bed.registry.requests.sort()).toEqual(['inner/-/inner-1.0.0.tgz', 'tool/-/tool-1.0.0.tgz']);
  await bed.run('npm update');
  expect(bed.locked()).toEqual({ tool: '1.0.0', inner: '1.1.0' });
});

test('a lock file native npm wrote for native packages is taken over except for these', async () => {
  const bed = await createNpmTestBed({
    packages: {
      'app@1.0.0': { manifest: { dependencies: { esbuild: '^0.28.0', inner: '1' } } },
      'inner@1.0.0': {},
      'inner@1.1.0': {},
      'esbuild-wasm@0.28.2': {},
    },
    packageJson: project({ dependencies: { app: '1' } }),
  });
  const entry = (version: string, more: object = {}) => ({ version, resolved: `https://packages.invalid/x/-/x-${version}.tgz`, ...more });
  const lockedPackages = {
    '': project({ dependencies: { app: '1' } }),
    'node_modules/app': { version: '1.0.0', dependencies: { esbuild: '^0.28.0', inner: '1' } },
    'node_modules/inner': { version: '1.0.0' },
    'node_modules/esbuild': entry('0.28.2', { optionalDependencies: { '@esbuild/linux-x64': '0.28.2' } }),
    'node_modules/@esbuild/linux-x64': entry('0.28.2', { optional: true, os: ['linux'], cpu: ['x64'] }),
  };
  bed.write('package-lock.json', { name: 'project', lockfileVersion: 3, packages: lockedPackages });
  expect((await bed.run('npm install')).stderr).toBe('');
  expect(bed.locked()).toEqual({ app: '1.0.0', inner: '1.0.0', esbuild: 'esbuild-wasm@0.28.2' });
});

test('npm ci refuses a lock file that is missing or out of step, and trusts nothing that is there', async () => {
  const bed = await createNpmTestBed({ packages, packageJson: project({ dependencies: { tool: '1' } }) });
  expect((await bed.run('npm ci')).stderr).toContain('npm error code EUSAGE');
  await bed.run('npm install');
  bed.write('node_modules/inner/package.json', { name: 'inner', version: '1.1.0', broken: true });
  expect((await bed.run('npm ci')).stdout).toContain('added 2 packages');
  expect(bed.read('node_modules/inner/package.json')).not.toContain('broken');
  bed.write('package.json', project({ dependencies: { tool: '1', inner: '1.0.0' } }));
  const refused = await bed.run('npm ci');
  expect(refused.exitCode).toBe(1);
  expect(refused.stderr).toContain('Invalid: lock file does not satisfy inner@1.0.0 from lock file');
});

test('an archive that is not what was promised is refused, and the former tree stays', async () => {
  const bed = await createNpmTestBed({ packages });
  await bed.run('npm install inner@1.0.0');
  bed.registry.broken.set('tool/-/tool-1.0.0.tgz', () => new Response(makeArchive({ 'package.json': '{}' }).slice()));
  const before = [bed.read('package.json'), bed.read('package-lock.json'), bed.list('node_modules')];
  const result = await bed.run('npm install tool');
  expect(result.exitCode).toBe(1);
  expect(result.stderr).toContain('npm error code EINTEGRITY');
  expect([bed.read('package.json'), bed.read('package-lock.json'), bed.list('node_modules')]).toEqual(before);
});

test('an install stopped by Ctrl-C leaves the former tree, and the next one finishes', async () => {
  const bed = await createNpmTestBed({ packages });
  await bed.run('npm install inner@1.0.0');
  let release = () => {};
  const asked = new Promise<void>((resolve) => {
    bed.registry.broken.set('tool/-/tool-1.0.0.tgz', async () => {
      resolve();
      await new Promise<void>((go) => {
        release = go;
      });
      throw new TypeError('aborted');
    });
  });
  const session = bed.kernel.start(['npm', 'install', 'tool', 'inner@1.1.0'], { terminal: { columns: 80, rows: 24 } });
  await asked;
  session.write(new Uint8Array([3]));
  await Promise.resolve();
  release();
  expect((await session.exit).exitCode).toBe(130);
  expect(bed.list('node_modules')).toEqual(['inner']);
  expect(bed.read('node_modules/inner/package.json')).toContain('"1.0.0"');
  bed.registry.broken.clear();
  expect((await bed.run('npm install tool')).exitCode).toBe(0);
  expect(bed.list('node_modules')).toEqual(['.bin', 'inner', 'tool']);
});

test('uninstalling takes away what nothing else needs, with its commands', async () => {
  const bed = await createNpmTestBed({ packages });
  await bed.run('npm install tool');
  const result = await bed.run('npm uninstall tool');
  expect(result.stdout).toBe('\nremoved 2 packages in 0ms\n');
  expect(bed.list('node_modules')).toEqual(['.bin']);
  expect(bed.list('node_modules/.bin')).toEqual([]);
  expect(bed.readJson('package.json')).toEqual(project());
});

test('what was installed once is installed again without a network, in another project too', async () => {
  const caches = new MemoryCacheStorage();
  const first = await createNpmTestBed({ packages, caches });
  await first.run('npm install tool');
  const second = await createNpmTestBed({ packages, caches });
  second.registry.isOffline = true;
  expect((await second.run('npm install tool')).exitCode).toBe(0);
  const unknown = await second.run('npm install other');
  expect(unknown.exitCode).toBe(1);
  expect(unknown.stderr).toContain('npm error network The package registry cannot be reached.');
});

test('a package nobody has and a version nobody has are distinguished', async () => {
  const bed = await createNpmTestBed({ packages });
  expect((await bed.run('npm install nothing')).stderr).toContain('npm error code E404');
  expect((await bed.run('npm install inner@9')).stderr).toContain('npm error notarget No matching version found for inner@9.');
  expect((await bed.run('npm install git+https://git.example.com/user/repo.git')).stderr).toContain('npm error code EUNSUPPORTEDGIT');
  expect(bed.readJson('package.json')).toEqual(project());
});

test('workspaces are linked and what they need is placed on top', async () => {
  const bed = await createNpmTestBed({
    packages,
    packageJson: project({ workspaces: ['packages/*'] }),
    files: {
      'packages/one/package.json': '{"name":"one","version":"1.0.0","dependencies":{"inner":"1","two":"1"}}',
      'packages/two/package.json': '{"name":"two","version":"1.0.0","dependencies":{"inner":"1.0.0"},"scripts":{"build":"make two"}}',
    },
  });
  expect((await bed.run('npm install')).stderr).toBe('');
  expect(bed.kernel.fileSystem.readlink('/home/project/node_modules/one')).toBe('../packages/one');
  expect(bed.locked()).toEqual({
    one: 'link',
    two: 'link',
    inner: '1.1.0',
    'packages/one': '1.0.0',
    'packages/two': '1.0.0',
    'packages/two/node_modules/inner': '1.0.0',
  });
  const asked = bed.registry.requests.length;
  expect((await bed.run('npm install')).stdout).toBe('\nup to date in 0ms\n');
  expect(bed.registry.requests).toHaveLength(asked);
  await bed.run('npm run build -w two');
  expect(bed.shellCalls.at(-1)).toMatchObject({ command: 'make two', cwd: '/home/project/packages/two' });
});

test('a folder of the project is linked', async () => {
  const bed = await createNpmTestBed({ packages, files: { 'lib/own/package.json': '{"name":"own","version":"0.1.0"}' } });
  expect((await bed.run('npm install ./lib/own')).stderr).toBe('');
  expect(bed.readJson('package.json')).toEqual(project({ dependencies: { own: 'file:lib/own' } }));
  expect(bed.kernel.fileSystem.readlink('/home/project/node_modules/own')).toBe('../lib/own');
});

test('a package from a public code host comes as an archive, through the server', async () => {
  const bed = await createNpmTestBed({ packageJson: { name: 'project', dependencies: { lib: 'github:user/lib#v1' } } });
  const archive = makeArchive({ 'package.json': JSON.stringify({ name: 'lib', version: '1.4.0' }), 'index.js': '' }, 'lib-abc123');
  bed.registry.broken.set('-/archive', () => new Response(archive.slice()));
  expect(await bed.run('npm install')).toMatchObject({ exitCode: 0 });
  expect(bed.list('node_modules/lib')).toEqual(['index.js', 'package.json']);
  expect(bed.readJson('package-lock.json')).toMatchObject({
    packages: { 'node_modules/lib': { version: '1.4.0', resolved: 'https://codeload.github.com/user/lib/tar.gz/v1' } },
  });
});

test('a package that names a folder of commands has each file of it linked', async () => {
  const wasm = {
    manifest: { directories: { bin: './bin' } },
    files: { 'bin/build': '#!/usr/bin/env node\n', 'bin/.hidden': '', 'lib/main.js': '' },
  };
  const bed = await createNpmTestBed({ packages: { 'wasm@1.0.0': wasm } });
  await bed.run('npm install wasm');
  const { fileSystem } = bed.kernel;
  expect(bed.list('node_modules/.bin')).toEqual(['build']);
  expect(fileSystem.readlink('/home/project/node_modules/.bin/build')).toBe('../wasm/bin/build');
  expect(fileSystem.stat('/home/project/node_modules/wasm/bin/build').mode).toBe(0o755);
  expect(bed.readJson('package-lock.json')).toMatchObject({ packages: { 'node_modules/wasm': { bin: { build: 'bin/build' } } } });
});
