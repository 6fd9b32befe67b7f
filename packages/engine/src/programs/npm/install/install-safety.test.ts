import { strictestGrant } from 'devonz-engine-protocol/process-grant';
import { expect, test } from 'vitest';
import { createStorageCache } from '../registry/download-cache.ts';
import { FixtureRegistry } from '../testing/fixture-registry.ts';
import { makeArchive } from '../testing/make-archive.ts';
import { MemoryCacheStorage } from '../testing/memory-cache-storage.ts';
import { createNpmTestBed } from '../testing/npm-test-bed.ts';

const packages = {
  'tool@1.0.0': { manifest: { bin: { tool: './cli.js' }, dependencies: { inner: '^1.0.0' } }, files: { 'cli.js': '' } },
  'inner@1.0.0': {},
  'inner@1.1.0': {},
};
const project = (entries: object = {}) => ({ name: 'project', version: '1.0.0', ...entries });

test('a killed install leaves the former tree and no trace that the next one would not clear', async () => {
  const bed = await createNpmTestBed({ packages });
  await bed.run('npm install inner@1.0.0');
  const asked = new Promise<void>((resolve) => {
    bed.registry.broken.set('tool/-/tool-1.0.0.tgz', () => {
      resolve();
      return new Promise<Response>(() => {});
    });
  });
  const before = [bed.read('package.json'), bed.read('package-lock.json')];
  const session = bed.kernel.start(['npm', 'install', 'tool', 'inner@1.1.0']);
  await asked;
  const { processes } = bed.kernel.kernel;
  for (const process of processes.list()) if (process.pid === session.pid) processes.signal(process, 'SIGKILL');
  await session.exit;
  expect([bed.read('package.json'), bed.read('package-lock.json')]).toEqual(before);
  expect(bed.list('node_modules')).toEqual(['inner']);
  expect(bed.read('node_modules/inner/package.json')).toContain('"1.0.0"');
  bed.registry.broken.clear();
  expect((await bed.run('npm install tool inner@1.1.0')).exitCode).toBe(0);
  expect(bed.list('node_modules')).toEqual(['.bin', 'inner', 'tool']);
  expect(bed.list('../.npm/_staging')).toEqual([]);
});

test('an archive that breaks off in the middle leaves nothing of itself', async () => {
  const bed = await createNpmTestBed({ packages });
  await bed.run('npm install inner');
  const { fetch } = await FixtureRegistry.create(packages);
  const whole = new Uint8Array(await (await fetch('http://x.invalid/registry/tool/-/tool-1.0.0.tgz')).arrayBuffer());
  bed.registry.broken.set('tool/-/tool-1.0.0.tgz', () => new Response(whole.slice(0, whole.length / 2)));
  expect((await bed.run('npm install tool')).stderr).toContain('npm error code EINTEGRITY');
  expect(bed.list('node_modules')).toEqual(['inner']);
  expect(bed.list('../.npm/_staging')).toEqual([]);
});

test('what is in node_modules is written down where tools look for it', async () => {
  const bed = await createNpmTestBed({ packages });
  await bed.run('npm install tool');
  expect(bed.readJson('node_modules/.package-lock.json')).toMatchObject({
    name: 'project',
    lockfileVersion: 3,
    packages: { 'node_modules/inner': { version: '1.1.0' }, 'node_modules/tool': { version: '1.0.0' } },
  });
});

test('what came inside a package’s archive stays with it', async () => {
  const bed = await createNpmTestBed({
    packages: {
      'outer@1.0.0': {
        manifest: { dependencies: { boxed: '1' }, bundleDependencies: ['boxed'] },
        files: { 'node_modules/boxed/package.json': '{"name":"boxed","version":"1.0.0"}' },
      },
    },
  });
  await bed.run('npm install outer');
  await bed.run('npm install');
  expect(bed.read('node_modules/outer/node_modules/boxed/package.json')).toContain('boxed');
});

test('with the registry gone a project is installed again from what is kept, however old', async () => {
  const caches = new MemoryCacheStorage();
  const first = await createNpmTestBed({ packages, caches });
  await first.run('npm install tool');
  const second = await createNpmTestBed({ packages, caches, clock: () => 1_700_100_000_000 });
  for (const path of ['tool', 'inner']) second.registry.broken.set(path, () => new Response('down', { status: 502 }));
  expect((await second.run('npm install tool')).exitCode).toBe(0);
  expect(second.list('node_modules')).toEqual(['.bin', 'inner', 'tool']);
  const third = await createNpmTestBed({ packages });
  expect((await third.run('npm install tool --offline')).stderr).toContain('npm error code ENOTCACHED');
});

test('the kept downloads stay within their room: the longest unused go', async () => {
  const storage = new MemoryCacheStorage();
  let time = 0;
  const fill = async (names: string[], read: string[] = []) => {
    const cache = createStorageCache(storage, () => ++time, { maxBytes: 1000 });
    for (const name of read) await cache.read(`http://x.invalid/${name}`);
    for (const name of names) cache.write(`http://x.invalid/${name}`, new Uint8Array(300), null);
    await cache.settle();
    return (await cache.list()).map(({ url }) => url.at(-1)).sort();
  };
  expect(await fill(['a', 'b', 'c'])).toEqual(['a', 'b', 'c']);
  expect(await fill(['d'], ['a'])).toEqual(['a', 'c', 'd']);
});

test('an archive at another address is fetched from there, checked again and locked with its address', async () => {
  const bed = await createNpmTestBed({ packages });
  const url = 'https://files.invalid/x/extra.tgz';
  bed.registry.broken.set(
    '/x/extra.tgz',
    () => new Response(makeArchive({ 'package.json': '{"name":"extra","version":"2.0.0"}' }).slice()),
  );
  expect((await bed.run(['npm', 'install', url])).stderr).toBe('');
  expect(bed.readJson('package.json')).toEqual(project({ dependencies: { extra: url } }));
  expect(bed.readJson('package-lock.json')).toMatchObject({ packages: { 'node_modules/extra': { version: '2.0.0', resolved: url } } });
  bed.registry.broken.set(
    '/x/extra.tgz',
    () => new Response(makeArchive({ 'package.json': '{"name":"extra","version":"6.6.6"}' }).slice()),
  );
  expect((await bed.run('npm ci')).stderr).toContain('npm error code EINTEGRITY');
  bed.registry.broken.set('/x/extra.tgz', () => Promise.reject(new TypeError('CORS')));
  expect((await bed.run('npm ci')).stderr).toContain('the other host lets pages read');
});

test('a scope that is given to another registry is not asked of this one', async () => {
  const bed = await createNpmTestBed({
    packages: { '@own/a@1.0.0': {} },
    files: { '.npmrc': '@own:registry=https://private.invalid/\nsave-exact=true\n' },
  });
  const refused = await bed.run('npm install @own/a');
  expect(refused.stderr).toContain('npm error code EREGISTRY');
  expect(bed.registry.requests).toEqual([]);
  bed.write('.npmrc', 'save-exact = true\n');
  await bed.run('npm install @own/a');
  expect(bed.readJson('package.json')).toEqual(project({ dependencies: { '@own/a': '1.0.0' } }));
});

test('behind the wall an install works with what an installation is granted, and changes nothing without', async () => {
  const bed = await createNpmTestBed({ packages, files: { '.npmrc': 'fund=false\n' } });
  const strict = strictestGrant('/home/project');
  expect((await bed.run('npm install tool', { grant: strict })).exitCode).not.toBe(0);
  expect(bed.list('.').filter((name) => name === 'node_modules' || name === 'package-lock.json')).toEqual([]);
  const grant = {
    ...strict,
    secrets: { only: ['**/.npmrc', '/home/.npmrc'] },
    protectedWrites: { only: ['**/node_modules', '**/package.json', '/home/.npm'] },
    outsideWrites: { only: ['/home/.npm'] },
  };
  const { exitCode, stderr } = await bed.run('npm install tool', { grant });
  expect([exitCode, stderr]).toEqual([0, '']);
  expect(bed.list('node_modules')).toEqual(['.bin', 'inner', 'tool']);
  expect((await bed.run('npm install inner@1.0.0', { grant })).exitCode).toBe(0);
  expect((await bed.run('npm uninstall tool', { grant })).exitCode).toBe(0);
  expect(bed.list('node_modules')).not.toContain('tool');
});
