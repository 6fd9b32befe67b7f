import { expect, test } from 'vitest';
import { createNpmTestBed } from '../testing/npm-test-bed.ts';
import { overridden, readOverride } from './spec-overrides.ts';

const packages = {
  'a@1.0.0': { manifest: { dependencies: { b: '^1.0.0' } }, files: { 'index.js': 'one\ntwo\nthree\n' } },
  'b@1.0.0': {},
  'b@1.2.0': {},
  'c@3.0.0': {},
};
const patch = `diff --git a/index.js b/index.js
--- a/index.js
+++ b/index.js
@@ -1,3 +1,3 @@
 one
-two
+2
 three
diff --git a/added.js b/added.js
new file mode 100644
--- /dev/null
+++ b/added.js
@@ -0,0 +1 @@
+new
`;

test.each([
  ['pnpm@10.34.9', {}, { 'pnpm-workspace.yaml': 'packages: []\npatchedDependencies:\n  a@1.0.0: patches/a.patch\n' }],
  ['bun@1.4.5', { patchedDependencies: { 'a@1.0.0': 'patches/a.patch' } }, {}],
  ['yarn@4.18.1', { dependencies: { a: 'patch:a@npm%3A^1.0.0#~/patches/a.patch' } }, {}],
])('%s applies the project’s patches, and says which do not fit', async (packageManager, fields, files) => {
  const packageJson = { name: 'project', packageManager, dependencies: { a: '^1.0.0' }, ...fields };
  const bed = await createNpmTestBed({ packages, packageJson, files: { ...files, 'patches/a.patch': patch } });
  const manager = packageManager.split('@')[0] ?? '';
  expect(await bed.run([manager, 'install'])).toMatchObject({ exitCode: 0 });
  expect(bed.read('node_modules/a/index.js')).toBe('one\n2\nthree\n');
  expect(bed.read('node_modules/a/added.js')).toBe('new\n');
  bed.write('patches/a.patch', patch.replace('-two', '-zwei'));
  const refused = await bed.run([manager, 'install']);
  expect(refused.exitCode).toBe(1);
  expect(refused.stdout + refused.stderr).toContain('Could not apply patches/a.patch to a@1.0.0');
});

test.each([
  ['pnpm@10.34.9', {}, { 'pnpm-workspace.yaml': 'packages: []\noverrides:\n  b: 1.0.0\n' }],
  ['pnpm@9.15.9', { pnpm: { overrides: { 'a>b': '1.0.0' } } }, {}],
  ['yarn@1.22.22', { resolutions: { '**/b': '1.0.0' } }, {}],
  ['yarn@4.18.1', { resolutions: { 'a/b': '1.0.0' } }, {}],
  ['bun@1.4.5', { overrides: { b: '1.0.0' } }, {}],
])('%s asks for what the project wants instead', async (packageManager, fields, files) => {
  const bed = await createNpmTestBed({
    packages,
    packageJson: { name: 'project', packageManager, dependencies: { a: '1' }, ...fields },
    files,
  });
  await bed.run([packageManager.split('@')[0] ?? '', 'install']);
  expect(bed.readJson('node_modules/b/package.json')).toMatchObject({ version: '1.0.0' });
});

test('catalogs, extensions and aliases of a workspace are heeded, and what is in no catalog is named', async () => {
  const files = {
    'pnpm-workspace.yaml':
      'packages:\n  - "p/*"\ncatalogs:\n  own:\n    a: ^1.0.0\npackageExtensions:\n  a@1:\n    dependencies:\n      c: ^3.0.0\n',
    'p/one/package.json': JSON.stringify({ name: '@x/one', version: '1.0.0' }),
    'p/two/package.json': JSON.stringify({
      name: '@x/two',
      version: '1.0.0',
      dependencies: { uno: 'workspace:@x/one@*', '@x/one': 'workspace:../one' },
    }),
  };
  const packageJson = { name: 'project', packageManager: 'pnpm@10.34.9', dependencies: { a: 'catalog:own' } };
  const bed = await createNpmTestBed({ packages, packageJson, files });
  expect(await bed.run('pnpm install')).toMatchObject({ exitCode: 0 });
  expect(bed.readJson('node_modules/c/package.json')).toMatchObject({ version: '3.0.0' });
  expect(bed.readJson('p/two/node_modules/uno/package.json') ?? bed.readJson('node_modules/uno/package.json')).toMatchObject({
    name: '@x/one',
  });
  bed.write('package.json', { ...packageJson, dependencies: { b: 'catalog:' } });
  const refused = await bed.run('pnpm install');
  expect(refused).toMatchObject({ exitCode: 1, stdout: expect.stringContaining("No catalog entry 'b' was found for catalog 'default'.") });
});

test.each([
  ['pnpm', 'b', '1.0.0', 'b', '^2', '1.0.0'],
  ['pnpm', 'b@^1', '1.0.0', 'b', '^2', '^2'],
  ['pnpm', 'a@1>b', '-', 'b', '^2', null],
  ['pnpm', 'b@>1', '$root', 'b', '^2', '9.9.9'],
  ['yarn', '@s/a/@t/b', '1.0.0', '@t/b', '^2', '^2'],
  ['yarn', 'a/@t/b', '1.0.0', '@t/b', '^2', '1.0.0'],
  ['yarn', '@t/b@npm:^2', '1.0.0', '@t/b', '^2', '1.0.0'],
] as const)('%s reads %s: %s', (family, key, value, name, spec, expected) => {
  const rule = readOverride(key, value, family, () => '9.9.9');
  expect(overridden([rule], { name: 'a', version: '1.0.0' }, name, spec)).toBe(expected);
});
