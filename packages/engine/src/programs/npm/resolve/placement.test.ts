import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createNpmTestBed } from '../testing/npm-test-bed.ts';
import { installed, packageGraphs, places, unserved } from '../testing/package-graphs.ts';

const dependencies = (entries: Record<string, string>) => ({ manifest: { dependencies: entries } });
const project = (entries: object) => ({ name: 'project', version: '1.0.0', ...entries });

test('every package gets what it asks for, and the lock file brings the same tree again, unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(packageGraphs, async ({ root, packages }) => {
      const packageJson = project({ dependencies: root });
      const bed = await createNpmTestBed({ packages, packageJson });
      expect(await bed.run('npm install')).toMatchObject({ exitCode: 0 });
      expect(unserved(installed(bed), root)).toEqual([]);
      const lock = bed.read('package-lock.json') ?? '';
      const clone = await createNpmTestBed({ packages, packageJson, files: { 'package-lock.json': lock } });
      expect(await clone.run('npm ci')).toMatchObject({ exitCode: 0 });
      expect(places(clone)).toEqual(places(bed));
      await clone.run('npm install');
      expect(clone.read('package-lock.json')).toBe(lock);
    }),
    { numRuns: 25 },
  );
});

test('a package shared by all is there once, next to its users', async () => {
  const bed = await createNpmTestBed({
    packages: { 'a@1.0.0': dependencies({ c: '^1.0.0' }), 'b@1.0.0': dependencies({ c: '^1.1.0' }), 'c@1.0.0': {}, 'c@1.1.0': {} },
    packageJson: project({ dependencies: { a: '1', b: '1' } }),
  });
  await bed.run('npm install');
  expect(bed.locked()).toEqual({ a: '1.0.0', b: '1.0.0', c: '1.1.0' });
});

test('of two versions that exclude each other the first asked for is on top and the other below its user', async () => {
  const bed = await createNpmTestBed({
    packages: { 'a@1.0.0': dependencies({ c: '^1.0.0' }), 'b@1.0.0': dependencies({ c: '^2.0.0' }), 'c@1.0.0': {}, 'c@2.0.0': {} },
    packageJson: project({ dependencies: { a: '1', b: '1' } }),
  });
  await bed.run('npm install');
  expect(bed.locked()).toEqual({ a: '1.0.0', b: '1.0.0', 'b/node_modules/c': '2.0.0', c: '1.0.0' });
  expect(bed.read('node_modules/b/node_modules/c/package.json')).toContain('"2.0.0"');
});

test('what the project itself asks for is on top, whatever others want', async () => {
  const bed = await createNpmTestBed({
    packages: { 'a@1.0.0': dependencies({ z: '^1.0.0' }), 'z@1.0.0': {}, 'z@2.0.0': {} },
    packageJson: project({ dependencies: { a: '1', z: '2' } }),
  });
  await bed.run('npm install');
  expect(bed.locked()).toEqual({ a: '1.0.0', 'a/node_modules/z': '1.0.0', z: '2.0.0' });
});

test('packages that depend on each other in a circle are placed once', async () => {
  const bed = await createNpmTestBed({
    packages: { 'a@1.0.0': dependencies({ b: '1' }), 'b@1.0.0': dependencies({ a: '1' }) },
    packageJson: project({ dependencies: { a: '1' } }),
  });
  await bed.run('npm install');
  expect(bed.locked()).toEqual({ a: '1.0.0', b: '1.0.0' });
});

test('a link that closes a circle of packages is taken from the lock file, and gives way when what it leads to is replaced', async () => {
  const packages = {
    'a@1.0.0': dependencies({ b: '1' }),
    'a@2.0.0': dependencies({ b: '2' }),
    'b@1.0.0': dependencies({ a: '2' }),
    'b@2.0.0': dependencies({ a: '1' }),
    'b@3.0.0': dependencies({ a: '2' }),
  };
  const packageJson = project({ dependencies: { a: '1' } });
  const bed = await createNpmTestBed({ packages, packageJson });
  await bed.run('npm install');
  const lock = bed.read('package-lock.json') ?? '';
  const around = { 'b/node_modules/a': '2.0.0', 'b/node_modules/b': '2.0.0', 'b/node_modules/b/node_modules/a': '1.0.0' };
  expect(bed.locked()).toEqual({ a: '1.0.0', b: '1.0.0', ...around, 'b/node_modules/b/node_modules/b': 'link' });
  const clone = await createNpmTestBed({ packages, packageJson, files: { 'package-lock.json': lock } });
  await clone.run('npm ci');
  expect(clone.read('node_modules/b/node_modules/b/node_modules/b/package.json')).toContain('"1.0.0"');
  await clone.run('npm install');
  expect(clone.read('package-lock.json')).toBe(lock);
  await clone.run('npm install b@3');
  expect(clone.locked()).toMatchObject({ b: '3.0.0', ...around, 'b/node_modules/b/node_modules/b': '1.0.0' });
  expect(clone.read('node_modules/b/node_modules/b/node_modules/b/package.json')).toContain('"1.0.0"');
});

test('a version that takes the place of another stays, even when what the other had asked for is above its only user', async () => {
  const bed = await createNpmTestBed({
    packages: {
      'a@1.0.0': dependencies({ d: '*', e: '*' }),
      'a@2.0.0': {},
      'b@1.0.0': dependencies({ a: '^2.0.0' }),
      'b@2.0.0': dependencies({ c: '*', e: '1.0.0' }),
      'c@1.0.0': {},
      'c@2.0.0': dependencies({ d: '*' }),
      'd@1.0.0': dependencies({ a: '^1.0.0', c: '*' }),
      'e@1.0.0': dependencies({ c: '~1.0.0' }),
      'e@1.1.0': dependencies({ b: '*', e: '^2.0.0' }),
      'e@2.0.0': dependencies({ b: '1.0.0' }),
    },
    packageJson: project({ dependencies: { e: '1' } }),
  });
  await bed.run('npm install');
  expect(bed.locked()).toEqual({ a: '2.0.0', e: '1.1.0', 'e/node_modules/b': '1.0.0', 'e/node_modules/e': '2.0.0' });
});

test('a peer is installed, in a version that suits both its users', async () => {
  const bed = await createNpmTestBed({
    packages: {
      'plugin@1.0.0': { manifest: { peerDependencies: { host: '^1.0.0' } } },
      'host@1.5.0': {},
      'host@2.0.0': {},
    },
    packageJson: project({ dependencies: { plugin: '1' } }),
  });
  await bed.run('npm install');
  expect(bed.locked()).toEqual({ plugin: '1.0.0', host: '1.5.0' });
});

test('a peer that contradicts what the project asks for is refused, and forced with --legacy-peer-deps', async () => {
  const bed = await createNpmTestBed({
    packages: { 'plugin@1.0.0': { manifest: { peerDependencies: { host: '^1.0.0' } } }, 'host@1.5.0': {}, 'host@2.0.0': {} },
    packageJson: project({ dependencies: { plugin: '1', host: '2' } }),
  });
  const refused = await bed.run('npm install');
  expect(refused.exitCode).toBe(1);
  expect(refused.stderr).toContain('npm error code ERESOLVE');
  expect(refused.stderr).toContain('peer host@"^1.0.0" from plugin@1.0.0');
  expect((await bed.run('npm install --legacy-peer-deps')).exitCode).toBe(0);
  expect(bed.locked()).toEqual({ plugin: '1.0.0', host: '2.0.0' });
});

test('an optional peer is used when it is there and not installed for its own sake', async () => {
  const packages = {
    'plugin@1.0.0': { manifest: { peerDependencies: { extra: '1' }, peerDependenciesMeta: { extra: { optional: true } } } },
    'extra@1.0.0': {},
  };
  const bed = await createNpmTestBed({ packages, packageJson: project({ dependencies: { plugin: '1' } }) });
  await bed.run('npm install');
  expect(bed.locked()).toEqual({ plugin: '1.0.0' });
});

test('optional packages for other platforms are locked but not installed, and one that is missing stops nothing', async () => {
  const bed = await createNpmTestBed({
    packages: {
      'tool@1.0.0': { manifest: { optionalDependencies: { 'tool-darwin': '1', 'tool-wasm': '1', 'tool-gone': '1' } } },
      'tool-darwin@1.0.0': { manifest: { os: ['darwin'], cpu: ['arm64'] } },
      'tool-wasm@1.0.0': { manifest: { cpu: ['wasm32'] } },
    },
    packageJson: project({ dependencies: { tool: '1' } }),
  });
  expect((await bed.run('npm install')).exitCode).toBe(0);
  expect(bed.locked()).toEqual({ tool: '1.0.0', 'tool-darwin': '1.0.0', 'tool-wasm': '1.0.0' });
  expect(bed.list('node_modules')).toEqual(['tool', 'tool-wasm']);
});

test('a package that needs another platform is refused when it is not optional', async () => {
  const bed = await createNpmTestBed({
    packages: { 'native@1.0.0': { manifest: { os: ['darwin'] } } },
    packageJson: project({ dependencies: { native: '1' } }),
  });
  const result = await bed.run('npm install');
  expect(result.exitCode).toBe(1);
  expect(result.stderr).toContain('npm error code EBADPLATFORM');
});

test('an override replaces a version wherever it is asked for, and below one package only when nested', async () => {
  const packages = {
    'a@1.0.0': dependencies({ c: '^1.0.0' }),
    'b@1.0.0': dependencies({ c: '^1.0.0' }),
    'c@1.0.0': {},
    'c@3.0.0': {},
    'c@1.2.0': {},
  };
  const everywhere = await createNpmTestBed({
    packages,
    packageJson: project({ dependencies: { a: '1', b: '1' }, overrides: { c: '3.0.0' } }),
  });
  await everywhere.run('npm install');
  expect(everywhere.locked()).toEqual({ a: '1.0.0', b: '1.0.0', c: '3.0.0' });
  const nested = await createNpmTestBed({
    packages,
    packageJson: project({ dependencies: { a: '1', b: '1' }, overrides: { b: { c: '3.0.0' } } }),
  });
  await nested.run('npm install');
  expect(nested.locked()).toEqual({ a: '1.0.0', b: '1.0.0', 'b/node_modules/c': '3.0.0', c: '1.2.0' });
});

test('an override by reference follows what the project asks for', async () => {
  const bed = await createNpmTestBed({
    packages: { 'a@1.0.0': dependencies({ c: '^1.0.0' }), 'c@1.0.0': {}, 'c@2.0.0': {} },
    packageJson: project({ dependencies: { a: '1', c: '2.0.0' }, overrides: { c: '$c' } }),
  });
  await bed.run('npm install');
  expect(bed.locked()).toEqual({ a: '1.0.0', c: '2.0.0' });
});

test('an alias is in a folder of the name it was given', async () => {
  const bed = await createNpmTestBed({
    packages: { 'real@1.2.0': {} },
    packageJson: project({ dependencies: { nickname: 'npm:real@^1.0.0' } }),
  });
  await bed.run('npm install');
  expect(bed.locked()).toEqual({ nickname: 'real@1.2.0' });
  expect(bed.read('node_modules/nickname/package.json')).toContain('"name":"real"');
});

test('a native package is replaced by its WebAssembly build, and this is said once', async () => {
  const bed = await createNpmTestBed({
    packages: {
      'vite@7.0.0': dependencies({ esbuild: '^0.28.0' }),
      'esbuild@0.28.2': { manifest: { optionalDependencies: { '@esbuild/linux-x64': '0.28.2' } } },
      'esbuild-wasm@0.28.2': { manifest: { bin: { esbuild: 'bin/esbuild' } }, files: { 'bin/esbuild': '#!/usr/bin/env node\n' } },
    },
    packageJson: project({ devDependencies: { vite: '7' } }),
  });
  const first = await bed.run('npm install');
  expect(first.stdout).toContain('esbuild → esbuild-wasm@0.28.2');
  expect(bed.locked()).toEqual({ vite: '7.0.0', esbuild: 'esbuild-wasm@0.28.2' });
  expect((await bed.run('npm install')).stdout).toBe('\nup to date in 0ms\n');
});

test('of two copies the deeper one goes when a newer one on top serves both', async () => {
  const bed = await createNpmTestBed({
    packages: { 'a@1.0.0': dependencies({ c: '1.0.0 || 2.0.0' }), 'c@1.0.0': {}, 'c@2.0.0': {}, 'c@3.0.0': {} },
    packageJson: project({ dependencies: { a: '1', c: '3.0.0' } }),
  });
  await bed.run('npm install');
  expect(bed.locked()).toEqual({ a: '1.0.0', 'a/node_modules/c': '2.0.0', c: '3.0.0' });
  await bed.run('npm install c@2.0.0');
  expect(bed.locked()).toEqual({ a: '1.0.0', c: '2.0.0' });
});
