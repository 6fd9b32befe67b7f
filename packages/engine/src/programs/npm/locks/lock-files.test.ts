import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createNpmTestBed } from '../testing/npm-test-bed.ts';
import { installed, packageGraphs, places, unserved } from '../testing/package-graphs.ts';

const managers = [
  { manager: 'pnpm', packageManager: 'pnpm@10.34.9', lock: 'pnpm-lock.yaml', frozen: 'pnpm install --frozen-lockfile' },
  { manager: 'yarn', packageManager: 'yarn@1.22.22', lock: 'yarn.lock', frozen: 'yarn install --frozen-lockfile' },
  { manager: 'yarn', packageManager: 'yarn@4.18.1', lock: 'yarn.lock', frozen: 'yarn install --immutable' },
  { manager: 'bun', packageManager: 'bun@1.4.5', lock: 'bun.lock', frozen: 'bun install --frozen-lockfile' },
] as const;

describe.each(managers)('$packageManager', ({ packageManager, manager, lock, frozen }) => {
  test('gives every package what it asks for, and its lock file brings the same tree again, unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(packageGraphs, async ({ root, packages }) => {
        const packageJson = { name: 'project', version: '1.0.0', packageManager, dependencies: root };
        const bed = await createNpmTestBed({ packages, packageJson });
        expect(await bed.run([manager, 'install'])).toMatchObject({ exitCode: 0 });
        expect(unserved(installed(bed), root)).toEqual([]);
        const text = bed.read(lock) ?? '';
        const clone = await createNpmTestBed({ packages, packageJson, files: { [lock]: text } });
        expect(await clone.run(frozen)).toMatchObject({ exitCode: 0 });
        expect(places(clone)).toEqual(places(bed));
        await clone.run([manager, 'install']);
        expect(clone.read(lock)).toBe(text);
      }),
      { numRuns: 12 },
    );
  });

  test('a package that makes a deeper copy needless stays for the users of that copy, even when only the copy had brought it', async () => {
    const asking = (dependencies: Record<string, string>) => ({ manifest: { dependencies } });
    const bed = await createNpmTestBed({
      packages: {
        'a@1.0.0': asking({ d: '~1.0.0' }),
        'a@2.0.0': asking({ b: '~1.0.0', e: '~1.0.0' }),
        'b@1.0.0': asking({ e: '*' }),
        'b@2.0.0': {},
        'c@1.0.0': asking({ e: '*' }),
        'd@1.0.0': asking({ a: '*', b: '*', c: '^1.0.0' }),
        'd@2.0.0': asking({ e: '~1.0.0' }),
        'e@1.0.0': asking({ d: '*' }),
        'e@2.0.0': {},
      },
      packageJson: { name: 'project', version: '1.0.0', packageManager, dependencies: { a: '^1.0.0' } },
    });
    expect(await bed.run([manager, 'install'])).toMatchObject({ exitCode: 0 });
    expect(unserved(installed(bed), { a: '^1.0.0' })).toEqual([]);
    expect(places(bed)).toEqual(
      expect.arrayContaining(['node_modules/e@2.0.0', 'node_modules/d/node_modules/e@1.0.0', 'node_modules/d/node_modules/d@2.0.0']),
    );
  });

  const packages = {
    'a@1.0.0': { manifest: { dependencies: { b: '^1.0.0' } } },
    'b@1.0.0': {},
    'esbuild@0.25.1': { manifest: { optionalDependencies: { '@esbuild/linux-x64': '0.25.1' }, bin: 'bin/esbuild' } },
    '@esbuild/linux-x64@0.25.1': { manifest: { os: ['linux'], cpu: ['x64'] } },
    'esbuild-wasm@0.25.1': { manifest: { bin: 'bin/esbuild' } },
  };
  const packageJson = { name: 'project', version: '1.0.0', packageManager, dependencies: { a: '^1.0.0' } };

  test('keeps to its lock file when the registry has newer versions', async () => {
    const bed = await createNpmTestBed({ packages, packageJson });
    await bed.run([manager, 'install']);
    const files = { [lock]: bed.read(lock) ?? '' };
    const newer = { ...packages, 'b@1.5.0': {}, 'a@1.9.0': {} };
    const clone = await createNpmTestBed({ packages: newer, packageJson, files });
    await clone.run([manager, 'install']);
    expect(places(clone)).toEqual(['node_modules/a@1.0.0', 'node_modules/b@1.0.0']);
    expect(clone.read('package-lock.json')).toBeNull();
  });

  test('refuses a frozen installation of what does not fit, and says where; without it brings the lock file up to date', async () => {
    const bed = await createNpmTestBed({ packages, packageJson });
    await bed.run([manager, 'install']);
    bed.write('package.json', { ...packageJson, dependencies: { a: '^1.0.0', esbuild: '^0.25.0' } });
    const before = bed.read(lock);
    const refused = await bed.run(frozen);
    expect(refused.exitCode).toBe(1);
    expect(refused.stdout + refused.stderr).toMatch(/asks for esbuild|esbuild@\^0\.25\.0 is asked for/);
    expect(bed.read(lock)).toBe(before);
    expect((await bed.run([manager, 'install'])).exitCode).toBe(0);
    expect((await bed.run(frozen)).exitCode).toBe(0);
  });

  test('installs the WebAssembly build, and locks the native package with its builds for other machines', async () => {
    const bed = await createNpmTestBed({ packages, packageJson: { ...packageJson, dependencies: { esbuild: '^0.25.0' } } });
    await bed.run([manager, 'install']);
    expect(bed.readJson('node_modules/esbuild/package.json')).toMatchObject({ name: 'esbuild-wasm' });
    expect(bed.list('node_modules')).toEqual(['.bin', 'esbuild']);
    const text = bed.read(lock) ?? '';
    expect(text).not.toContain('wasm');
    expect(text).toContain('@esbuild/linux-x64@');
    const clone = await createNpmTestBed({
      packages,
      packageJson: { ...packageJson, dependencies: { esbuild: '^0.25.0' } },
      files: { [lock]: text },
    });
    expect((await clone.run(frozen)).exitCode).toBe(0);
    expect(clone.list('node_modules')).toEqual(['.bin', 'esbuild']);
    expect(clone.read(lock)).toBe(text);
  });

  test('a lock file that git has left in conflict is not guessed at', async () => {
    const bed = await createNpmTestBed({ packages, packageJson, files: { [lock]: '<<<<<<< HEAD\na\n=======\nb\n>>>>>>> other\n' } });
    const { exitCode, stdout, stderr } = await bed.run([manager, 'install']);
    expect(exitCode).toBe(1);
    expect(stdout + stderr).toContain('conflict marks of git');
  });
});
