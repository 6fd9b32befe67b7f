import { expect, test } from 'vitest';
import type { OfflineBuild } from './offline-build.ts';
import { hashOf, OfflineCopies } from './offline-copies.ts';
import { MemoryCaches } from './testing/memory-caches.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text).buffer;

async function build(version: string, contents: Record<string, string>): Promise<OfflineBuild> {
  const files = Object.entries(contents).map(async ([path, content]) => ({
    path,
    bytes: content.length,
    sha256: await hashOf(bytesOf(content)),
  }));
  return { id: `id-of-${version}`, version, files: await Promise.all(files) };
}

/** A server with these files, and the copy made by a worker of the build `made`. */
function copiesOf(made: OfflineBuild, files: Record<string, string>, caches: MemoryCaches) {
  const fetched: string[] = [];
  const copies = new OfflineCopies({
    caches,
    build: made,
    async fetchFile({ path }) {
      fetched.push(path);
      const content = files[path];
      if (content === undefined) throw new Error(`404: ${path}`);
      return new Response(content);
    },
  });
  const read = async (path: string) => (await copies.find(path))?.text();
  return { copies, fetched, read };
}

const noPages = async () => undefined;
const OLD = { '/assets/a-AAAAAAAA.js': 'a', '/assets/b-OLDOLDOL.js': 'old b', '/icon.svg': 'old icon' };
const NEW = { '/assets/a-AAAAAAAA.js': 'a', '/assets/b-NEWNEWNE.js': 'new b', '/icon.svg': 'new icon' };

test('a newer build fetches only what is new, and each page still has its own build’s files', async () => {
  const caches = new MemoryCaches();
  await copiesOf(await build('old', OLD), OLD, caches).copies.make(noPages);
  const newer = copiesOf(await build('new', NEW), NEW, caches);
  await newer.copies.make(noPages);
  expect(newer.fetched.sort()).toEqual(['/assets/b-NEWNEWNE.js', '/icon.svg']);
  expect([await newer.read('/icon.svg'), await newer.read('/assets/b-OLDOLDOL.js')]).toEqual(['new icon', 'old b']);
});

test('a file that the server has not leaves the older copy as it was, and nothing of the newer', async () => {
  const caches = new MemoryCaches();
  const older = copiesOf(await build('old', OLD), OLD, caches);
  await older.copies.make(noPages);
  const { '/assets/b-NEWNEWNE.js': _missing, ...some } = NEW;
  const newer = copiesOf(await build('new', NEW), some, caches);
  await expect(newer.copies.make(noPages)).rejects.toThrow('404');
  expect(await caches.keys()).toEqual(['devonz-offline old id-of-old']);
  expect(await older.read('/icon.svg')).toBe('old icon');
});

test('a storage that fills up while a copy is made is as it was before', async () => {
  const caches = new MemoryCaches();
  await copiesOf(await build('old', OLD), OLD, caches).copies.make(noPages);
  caches.room = 2;
  await expect(copiesOf(await build('new', NEW), NEW, caches).copies.make(noPages)).rejects.toThrow('Full.');
  expect(await caches.keys()).toEqual(['devonz-offline old id-of-old']);
});

test('what somebody has changed in an older copy is fetched again', async () => {
  const caches = new MemoryCaches();
  await copiesOf(await build('old', OLD), { ...OLD, '/assets/a-AAAAAAAA.js': 'not a' }, caches).copies.make(noPages);
  const newer = copiesOf(await build('new', NEW), NEW, caches);
  await newer.copies.make(noPages);
  expect(await newer.read('/assets/a-AAAAAAAA.js')).toBe('a');
});

test('the copies of builds that pages run are kept, the others go; of pages that say nothing all are kept', async () => {
  const caches = new MemoryCaches();
  for (const version of ['oldest', 'old']) await copiesOf(await build(version, OLD), OLD, caches).copies.make(noPages);
  await caches.open('npm');
  const { copies } = copiesOf(await build('new', NEW), NEW, caches);
  await copies.make(noPages);
  await copies.dropOthers(null);
  expect(await caches.keys()).toHaveLength(4);
  await copies.dropOthers(new Set(['old']));
  expect(await caches.keys()).toEqual(['devonz-offline old id-of-old', 'npm', 'devonz-offline new id-of-new']);
});
