import { expect, test } from 'vitest';
import { createNpmTestBed } from '../testing/npm-test-bed.ts';

const native = (version: string, wasm: string | null) => ({
  manifest: { optionalDependencies: { 'tool-linux-x64-gnu': version, ...(wasm === null ? {} : { [wasm]: version }) } },
});
const forPlatform = (cpu: string) => ({ manifest: { os: ['linux'], cpu: [cpu] } });
const project = (dependencies: object) => ({ name: 'project', version: '1.0.0', dependencies });

test('the last JavaScript release replaces a TypeScript that is native code, also for npm ci, and it is said', async () => {
  const bed = await createNpmTestBed({
    packages: { 'typescript@5.9.3': {}, 'typescript@6.0.3': {}, 'typescript@7.0.2': {} },
    packageJson: project({ typescript: '~7.0.2' }),
  });
  const { exitCode, stdout } = await bed.run('npm install');
  expect(exitCode).toBe(0);
  expect(stdout).toContain(
    'the newest that runs here is used (where it does not fit, ask for its version of what needs it): typescript@6.0.3',
  );
  expect(bed.locked()).toEqual({ typescript: '6.0.3' });
  expect((await bed.run('npm ci')).exitCode).toBe(0);
  expect(bed.locked()).toEqual({ typescript: '6.0.3' });
});

test('a TypeScript of before is taken as asked for', async () => {
  const packages = { 'typescript@5.9.3': {}, 'typescript@6.0.3': {}, 'typescript@7.0.2': {} };
  const bed = await createNpmTestBed({ packages, packageJson: project({ typescript: '~5.9.0' }) });
  expect((await bed.run('npm install')).stdout).not.toContain('native');
  expect(bed.locked()).toEqual({ typescript: '5.9.3' });
});

test('a range takes the newest version that has a WebAssembly build, and that build may be older than its package', async () => {
  const bed = await createNpmTestBed({
    packages: {
      'tool@1.2.0': native('1.2.0', 'tool-wasm32-wasi'),
      'tool@1.3.0': native('1.3.0', null),
      'tool-linux-x64-gnu@1.2.0': forPlatform('x64'),
      'tool-linux-x64-gnu@1.3.0': forPlatform('x64'),
      'tool-wasm32-wasi@1.1.5': forPlatform('wasm32'),
      'tool-wasm32-wasi@0.9.0': forPlatform('wasm32'),
    },
    packageJson: project({ tool: '^1.0.0' }),
  });
  expect(await bed.run('npm install')).toMatchObject({ exitCode: 0 });
  expect(bed.list('node_modules')).toEqual(['tool', 'tool-wasm32-wasi']);
  expect(bed.locked()).toMatchObject({ tool: '1.2.0', 'tool-wasm32-wasi': '1.1.5' });
});

test('what has native builds only is installed and named', async () => {
  const bed = await createNpmTestBed({
    packages: { 'oxlint@1.0.0': native('1.0.0', null), 'tool-linux-x64-gnu@1.0.0': forPlatform('x64') },
    packageJson: project({ oxlint: '1' }),
  });
  const { exitCode, stdout } = await bed.run('npm install');
  expect(exitCode).toBe(0);
  expect(stdout).toContain('Native code only, which does not run in a browser: oxlint@1.0.0 (eslint does its work)');
});

test('the compiled part that a package asks for by its own name is the WebAssembly build, with what the part exports', async () => {
  const bed = await createNpmTestBed({
    packages: {
      'bundled@1.0.0': { manifest: { optionalDependencies: { '@rollup/rollup-linux-x64-gnu': '4.44.0' } } },
      '@rollup/wasm-node@4.44.0': { files: { 'dist/rollup.js': 'the whole', 'dist/native.js': 'the part' } },
    },
    packageJson: project({ bundled: '1' }),
  });
  const { exitCode, stdout } = await bed.run('npm install');
  expect(exitCode).toBe(0);
  expect(stdout).toContain('@rollup/rollup-linux-x64-gnu → @rollup/wasm-node@4.44.0');
  expect(stdout).not.toContain('Native code only');
  expect(bed.read('node_modules/@rollup/rollup-linux-x64-gnu/dist/rollup.js')).toBe("module.exports = require('./native.js');\n");
  expect((await bed.run('npm install')).stdout).toContain('up to date');
});

test('what would fetch its WebAssembly build when it first runs gets it beside it, of its version or the newest before, also from a lock without it', async () => {
  const packages = {
    'next@15.1.0': native('15.1.0', null),
    'next@16.2.0': native('16.2.0', null),
    'tool-linux-x64-gnu@15.1.0': forPlatform('x64'),
    'tool-linux-x64-gnu@16.2.0': forPlatform('x64'),
    '@next/swc-wasm-nodejs@15.1.0': {},
    '@next/swc-wasm-nodejs@16.1.9': {},
    '@next/swc-wasm-nodejs@16.3.0': {},
  };
  const bed = await createNpmTestBed({ packages, packageJson: project({ next: '15.1.0' }) });
  const { exitCode, stdout } = await bed.run('npm install');
  expect(exitCode).toBe(0);
  expect(stdout).not.toContain('Native code only');
  expect(bed.locked()).toMatchObject({ next: '15.1.0', '@next/swc-wasm-nodejs': '15.1.0' });
  expect(await bed.run('npm install next@16.2.0')).toMatchObject({ exitCode: 0 });
  expect(bed.locked()).toMatchObject({ next: '16.2.0', '@next/swc-wasm-nodejs': '16.1.9' });
  const lock = JSON.parse(bed.read('package-lock.json') ?? '');
  delete lock.packages['node_modules/@next/swc-wasm-nodejs'];
  bed.write('package-lock.json', lock);
  expect(await bed.run('npm ci')).toMatchObject({ exitCode: 0 });
  // The place where Next would have put its own download.
  expect(bed.read('node_modules/next/wasm/@next/swc-wasm-nodejs/package.json')).toContain('16.1.9');
});

test('a package that does the same in JavaScript takes the place of a native one, also where it has not the very version', async () => {
  const bed = await createNpmTestBed({
    packages: { 'sass@1.90.0': { manifest: { dependencies: { immutable: '^5.0.0' } } }, 'immutable@5.0.0': {}, 'sass-embedded@1.91.0': {} },
    packageJson: project({ 'sass-embedded': '1.91.0', 'node-sass': '^9.0.0' }),
  });
  const { exitCode, stdout } = await bed.run('npm install');
  expect(exitCode).toBe(0);
  expect(stdout).toContain(
    'JavaScript and WebAssembly builds replace native packages: node-sass → sass@1.90.0, sass-embedded → sass@1.90.0',
  );
  expect(bed.locked()).toEqual({ 'sass-embedded': 'sass@1.90.0', 'node-sass': 'sass@1.90.0', immutable: '5.0.0' });
});

test('npm ci with the lock file of another machine adds what replaces native packages, and what only that needs', async () => {
  const lock = {
    lockfileVersion: 3,
    packages: {
      '': { name: 'project', version: '1.0.0', dependencies: { 'sass-embedded': '1.91.0', '@swc/core': '1.5.0' } },
      'node_modules/sass-embedded': { version: '1.91.0' },
      'node_modules/@swc/core': { version: '1.5.0' },
    },
  };
  const bed = await createNpmTestBed({
    packages: {
      'sass@1.90.0': { manifest: { dependencies: { immutable: '^5.0.0' } } },
      'immutable@5.0.0': {},
      'sass-embedded@1.91.0': {},
      '@swc/core@1.5.0': {},
      '@swc/wasm@1.4.0': {},
    },
    packageJson: project({ 'sass-embedded': '1.91.0', '@swc/core': '1.5.0' }),
    files: { 'package-lock.json': JSON.stringify(lock) },
  });
  expect(await bed.run('npm ci')).toMatchObject({ exitCode: 0 });
  expect(bed.list('node_modules')).toEqual(['@swc', 'immutable', 'sass-embedded']);
  expect(bed.list('node_modules/@swc')).toEqual(['core', 'wasm']);
});

test('what stands for a compiled part is where its package looks for it, and it is said', async () => {
  const compiled = {
    manifest: { hasInstallScript: true, scripts: { install: 'node-gyp-build' }, dependencies: { 'node-gyp-build': '4' } },
  };
  const bed = await createNpmTestBed({
    packages: { 'bcrypt@6.0.0': compiled, 'node-gyp-build@4.8.4': {} },
    packageJson: project({ bcrypt: '6' }),
  });
  const { stdout } = await bed.run('npm install');
  expect(stdout).toContain('The engine itself has the compiled part of: bcrypt@6.0.0');
  expect(bed.read('node_modules/bcrypt/build/Release/bcrypt_lib.node')).toContain('compiled part');
});

test('a compiled part that is a package of its own stays there when the project is installed again', async () => {
  const bed = await createNpmTestBed({ packages: { 'libsql@0.5.0': {} }, packageJson: project({ libsql: '0.5.0' }) });
  await bed.run('npm install');
  const { stdout } = await bed.run('npm install');
  expect(stdout).not.toContain('removed');
  expect(bed.read('node_modules/libsql/node_modules/@libsql/linux-x64-gnu/index.node')).toContain('compiled part');
  expect(bed.locked()).toEqual({ libsql: '0.5.0' });
});

test('a WebAssembly build gets a version of what it needs with which it works, also where a lock file has another', async () => {
  const build = { manifest: { cpu: ['wasm32'], dependencies: { '@emnapi/runtime': '^1.2.0' } } };
  const sharp = (version: string) => ({ manifest: { optionalDependencies: { '@img/sharp-wasm32': version } } });
  const packages = {
    'sharp@0.33.5': sharp('0.33.5'),
    'sharp@0.34.1': sharp('0.34.1'),
    '@img/sharp-wasm32@0.33.5': build,
    '@img/sharp-wasm32@0.34.1': build,
    '@emnapi/runtime@1.3.1': {},
    '@emnapi/runtime@1.11.0': {},
  };
  const bed = await createNpmTestBed({ packages, packageJson: project({ sharp: '0.34.1' }) });
  await bed.run('npm install');
  expect(bed.locked()).toMatchObject({ '@emnapi/runtime': '1.11.0' });
  const lock = JSON.parse((bed.read('package-lock.json') ?? '').replaceAll('0.34.1', '0.33.5'));
  for (const entry of Object.values(lock.packages as Record<string, Record<string, unknown>>)) delete entry.integrity;
  bed.write('package-lock.json', lock);
  bed.write('package.json', project({ sharp: '0.33.5' }));
  expect(await bed.run('npm ci')).toMatchObject({ exitCode: 0 });
  const hidden = JSON.parse(bed.read('node_modules/.package-lock.json') ?? '{}') as { packages: Record<string, { version: string }> };
  expect(Object.entries(hidden.packages).map(([place, { version }]) => `${place.split('node_modules/').at(-1)} ${version}`)).toContain(
    '@emnapi/runtime 1.3.1',
  );
});

test('a package that is compiled when it is installed is named, one that only makes another faster is not', async () => {
  const compiled = { manifest: { hasInstallScript: true, dependencies: { nan: '2' } } };
  const bed = await createNpmTestBed({
    packages: { 'strange@1.0.0': compiled, 'bufferutil@4.0.0': compiled, 'nan@2.0.0': {}, 'canvas@3.0.0': compiled },
    packageJson: project({ strange: '1', bufferutil: '4', canvas: '3' }),
  });
  const { stdout } = await bed.run('npm install');
  expect(stdout).toContain('Native code is not compiled here; what these have in JavaScript works: strange@1.0.0\n');
  expect(stdout).toContain('Native code only, which does not run in a browser: canvas@3.0.0 (draw in the page');
});
