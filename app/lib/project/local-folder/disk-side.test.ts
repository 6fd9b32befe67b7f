import { describe, expect, test } from 'vitest';
import { webCryptoHasher } from '../../agent/testing/test-session.ts';
import { MemoryFolder } from '../testing/memory-folder.ts';
import { createDiskSide, type DiskSide } from './disk-side.ts';
import { FolderProblem } from './folder-problem.ts';
import { hashOf } from './testing/memory-side.ts';

function given(files: Record<string, string> = {}, withIgnored = false) {
  const clock = { now: 1_000_000 };
  const folder = new MemoryFolder('shop', () => clock.now);
  for (const [path, text] of Object.entries(files)) folder.put(path, text);
  const disk = createDiskSide(folder.asHandle(), {
    hasher: webCryptoHasher,
    now: () => clock.now,
    withIgnored,
    known: async () => new Map(),
  });
  return { clock, folder, disk };
}

function written(text: string) {
  return { content: new TextEncoder().encode(text), hash: hashOf(text) };
}

async function pathsOf(disk: DiskSide): Promise<string[]> {
  return [...(await disk.list()).files.keys()].sort();
}

describe('what is found in a folder', () => {
  test('is every file but packages, git, outputs, what the system puts there and what .gitignore excludes; keys stay', async () => {
    const { disk } = given({
      '.gitignore': '*.log\nprivate/\n.env\n',
      'src/a.ts': 'a',
      'src/deep/.gitignore': 'here.ts',
      'src/deep/here.ts': 'h',
      'a.log': 'l',
      'private/key.txt': 'k',
      '.env': 'KEY=1',
      'node_modules/x/index.js': 'x',
      '.git/config': 'g',
      'dist/a.js': 'd',
      '.DS_Store': 's',
      'src/a.ts.crswap': 'half',
    });
    expect(await pathsOf(disk)).toEqual(['.env', '.gitignore', 'src/a.ts', 'src/deep/.gitignore']);
  });

  test('with what .gitignore excludes, where that was asked for', async () => {
    const { disk } = given({ '.gitignore': '*.log', 'a.log': 'l', '.git/config': 'g' }, true);
    expect(await pathsOf(disk)).toEqual(['.gitignore', 'a.log']);
  });

  test('what is too large, cannot be read or has no name for a project is neither taken nor taken for deleted', async () => {
    const { folder, disk } = given({ 'a.ts': 'a', 'evil\u202Ename.ts': 'e' });
    folder.put('large.bin', new Uint8Array(10 * 1024 * 1024 + 1));
    folder.put('locked.ts', 'l').locked = 'read';
    const { files, left } = await disk.list();
    expect([...files.keys()]).toEqual(['a.ts']);
    expect(Object.fromEntries(left)).toEqual({
      'evil\u202Ename.ts': 'A project can have no file of that name.',
      'large.bin': 'It is larger than 10 MB.',
      'locked.ts': 'It cannot be read on the disk.',
    });
  });

  test('is not read again while its time and size are the same, but for what was written a moment before it was seen', async () => {
    const { folder, disk, clock } = given({ 'a.ts': 'one' });
    await disk.list();
    // Within the same tick of the file system's clock.
    const file = folder.put('a.ts', 'two');
    disk.touch(null);
    expect((await disk.list()).files.get('a.ts')).toBe(hashOf('two'));
    clock.now += 10_000;
    disk.touch(null);
    await disk.list();
    const { reads } = file;
    disk.touch(null);
    await disk.list();
    expect(file.reads).toBe(reads);
  });

  test('is looked for only where something was touched', async () => {
    const { folder, disk } = given({ 'a.ts': 'a', 'src/b.ts': 'b', 'src/c.ts': 'c' });
    await disk.list();
    folder.put('a.ts', 'another');
    folder.put('src/b.ts', 'new');
    folder.delete('src/c.ts');
    folder.put('new/d/e.ts', 'e');
    disk.touch(['src/b.ts', 'src/c.ts', 'new']);
    const { files } = await disk.list();
    expect(Object.fromEntries(files)).toEqual({ 'a.ts': hashOf('a'), 'src/b.ts': hashOf('new'), 'new/d/e.ts': hashOf('e') });
    folder.delete('src');
    disk.touch(['src']);
    expect(await pathsOf(disk)).toEqual(['a.ts', 'new/d/e.ts']);
    disk.touch(null);
    expect((await disk.list()).files.get('a.ts')).toBe(hashOf('another'));
  });

  test.each([
    ['its folder is gone', 'gone', (folder: MemoryFolder) => (folder.drive.isGone = true)],
    ['the browser may not use it any more', 'permission', (folder: MemoryFolder) => (folder.drive.permission = 'prompt')],
  ])('is not empty because %s: that is said', async (_title, trouble, happen) => {
    const { folder, disk } = given({ 'src/a.ts': 'a' });
    await disk.list();
    happen(folder);
    for (const touched of [['src/a.ts'], null]) {
      disk.touch(touched);
      const problem = await disk.list().catch((error: unknown) => error);
      expect(problem).toBeInstanceOf(FolderProblem);
      expect(problem).toMatchObject({ trouble });
    }
  });
});

describe('writing into a folder', () => {
  test('makes the folders on the way, and takes with it those that become empty', async () => {
    const { folder, disk } = given();
    expect(await disk.write('src/deep/a.ts', written('a'), null)).toEqual({ outcome: 'done' });
    folder.put('src/b.ts', 'b');
    expect(await disk.remove('src/deep/a.ts', hashOf('a'))).toEqual({ outcome: 'done' });
    expect(folder.texts()).toEqual({ 'src/b.ts': 'b' });
    await expect(folder.getDirectoryHandle('src').then((src) => src.getDirectoryHandle('deep'))).rejects.toMatchObject({
      name: 'NotFoundError',
    });
  });

  test('never replaces or removes what is not what was expected there', async () => {
    const { folder, disk } = given({ 'a.ts': 'theirs' });
    expect(await disk.write('a.ts', written('mine'), hashOf('old'))).toEqual({ outcome: 'changed' });
    expect(await disk.write('a.ts', written('mine'), null)).toEqual({ outcome: 'changed' });
    expect(await disk.remove('a.ts', hashOf('old'))).toEqual({ outcome: 'changed' });
    expect(folder.texts()).toEqual({ 'a.ts': 'theirs' });
  });

  test('gives way to a program that writes the same file at the same moment', async () => {
    const { folder, disk, clock } = given({ 'a.ts': 'old' });
    await disk.list();
    folder.drive.onWrite = () => {
      clock.now += 5;
      folder.put('a.ts', 'theirs');
    };
    expect(await disk.write('a.ts', written('mine'), hashOf('old'))).toEqual({ outcome: 'changed' });
    expect(folder.texts()).toEqual({ 'a.ts': 'theirs' });
    expect((await disk.list()).files.get('a.ts')).toBe(hashOf('theirs'));
  });

  test.each([
    '.git/config',
    'a/.git/hooks/post-checkout',
    'node_modules/x.js',
    '../outside.ts',
    'a/../../outside.ts',
    '/etc/passwd',
    'a\\b',
    '',
  ])('never touches %j', async (path) => {
    const { folder, disk } = given({ 'a.ts': 'a' });
    expect(await disk.write(path, written('x'), null)).toMatchObject({ outcome: 'refused' });
    expect(await disk.remove(path, hashOf('x'))).toMatchObject({ outcome: 'refused' });
    expect(await disk.read(path)).toBeNull();
    expect(folder.texts()).toEqual({ 'a.ts': 'a' });
  });

  test('follows no link out of the folder, neither to read nor to write', async () => {
    const { folder, disk } = given();
    const outside = new MemoryFolder('outside');
    const secret = outside.put('secret.ts', 'secret');
    folder.link('link', outside);
    folder.link('linked.ts', secret);
    expect(await disk.write('link/new.ts', written('x'), null)).toMatchObject({
      outcome: 'refused',
      why: expect.stringContaining('is a link'),
    });
    expect(await disk.write('linked.ts', written('x'), hashOf('secret'))).toMatchObject({ outcome: 'refused' });
    expect(await disk.remove('link/secret.ts', hashOf('secret'))).toMatchObject({ outcome: 'refused' });
    expect(await disk.read('link/secret.ts')).toBeNull();
    expect(outside.texts()).toEqual({ 'secret.ts': 'secret' });
  });

  test('takes no two names for one where the disk does', async () => {
    const { folder, disk } = given({ 'Readme.md': 'theirs' });
    folder.drive.isCaseInsensitive = true;
    expect(await disk.write('README.md', written('mine'), null)).toMatchObject({
      outcome: 'refused',
      why: expect.stringContaining('differs in capitals only'),
    });
    folder.drive.isCaseInsensitive = false;
    expect(await disk.write('README.md', written('mine'), null)).toEqual({ outcome: 'done' });
    expect(folder.texts()).toEqual({ 'Readme.md': 'theirs', 'README.md': 'mine' });
  });

  test('says of a file why this computer does not take it', async () => {
    const { folder, disk } = given({ 'a/b.ts': 'b', 'locked.ts': 'l' });
    folder.put('locked.ts', 'l').locked = 'write';
    expect(await disk.write('what?.ts', written('x'), null)).toMatchObject({ why: 'This computer takes no file of that name.' });
    expect(await disk.write('a', written('x'), null)).toMatchObject({ why: expect.stringContaining('a folder has that name') });
    expect(await disk.write('locked.ts', written('x'), hashOf('l'))).toMatchObject({
      why: expect.stringContaining('Another program uses it'),
    });
  });

  test('says that the disk is full, and leaves what was there', async () => {
    const { folder, disk } = given({ 'a.ts': 'old' });
    folder.drive.isFull = true;
    await expect(disk.write('a.ts', written('new'), hashOf('old'))).rejects.toMatchObject({ name: 'FolderProblem', trouble: 'full' });
    expect(folder.texts()).toEqual({ 'a.ts': 'old' });
  });
});
