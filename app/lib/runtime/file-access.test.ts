import type { WebContainer } from '@webcontainer/api';
import { unpackMessage } from 'devonz-engine-protocol/message-pack';
import { READ_UNFOLLOWED } from 'devonz-engine-protocol/read-unfollowed';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFileAccess } from './file-access.ts';
import { createScriptedProcess } from './testing/create-scripted-process.ts';
import { toWorkspacePath } from './to-workspace-path.ts';
import type { FileEvent, WorkspacePath } from './types.ts';

const pathOf = (path: string): WorkspacePath => toWorkspacePath(path) ?? expect.unreachable(path);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

type WatchListener = (event: 'rename' | 'change', name: string | Uint8Array) => void;

/**
 * The part of the client that is used here: folders with the names of their files, and a watcher through which the test reports changes.
 */
function setUp(folders: Record<string, string[]>, links: Record<string, string> = {}, host: 'engine' | 'stackblitz' = 'engine') {
  const watches = new Set<WatchListener>();
  let opened = 0;
  let listed = 0;
  let read = 0;
  const contents = new Map<string, Uint8Array>();
  const fs = {
    async readdir(path: string) {
      listed++;
      const names = folders[path === '.' ? '' : path];
      if (names === undefined) throw new Error(`ENOENT: no such file or directory, scandir '${path}'`);
      return names.map((name) => {
        const place = `${path === '.' ? '' : `${path}/`}${name}`;
        const isFolder = place in folders && !(place in links);
        return { name, isFile: () => !isFolder && !(place in links), isDirectory: () => isFolder };
      });
    },
    async mkdir() {},
    async writeFile(path: string, content: Uint8Array) {
      contents.set(path, content);
    },
    async readFile(path: string, encoding?: string) {
      read++;
      if (encoding === READ_UNFOLLOWED && path in links) return links[path];
      const content = contents.get(path);
      if (content === undefined) throw new Error(`ENOENT: no such file or directory, open '${path}'`);
      return content;
    },
    watch(_path: string, _options: object, listener: WatchListener) {
      opened++;
      watches.add(listener);
      return { close: () => watches.delete(listener) };
    },
  };
  const spawned: string[][] = [];
  const mounted: unknown[] = [];
  const container = {
    fs,
    async spawn(command: string, args: string[]) {
      spawned.push([command, ...args]);
      const { process, print, exit } = createScriptedProcess();
      print(JSON.stringify(links[(args.at(-1) ?? '').slice(2)]));
      exit(0);
      return process;
    },
    mount: async (snapshot: Uint8Array) => void mounted.push(unpackMessage(snapshot)),
  } as unknown as WebContainer; // These tests do not use the other members.
  const access = createFileAccess(container, host);
  const report = (name: string | Uint8Array) => {
    for (const watch of watches) watch('change', name);
  };
  return {
    access,
    report,
    contents,
    spawned,
    mounted,
    opened: () => opened,
    open: () => watches.size,
    listed: () => listed,
    read: () => read,
  };
}

test('all who watch share one watch, which ends with the last of them', async () => {
  const { access, report, opened, open } = setUp({ '': ['a.ts'] });
  const first: FileEvent[] = [];
  const second: FileEvent[] = [];
  const stopFirst = access.watchFiles((event) => first.push(event));
  const stopSecond = access.watchFiles((event) => second.push(event));
  report('a.ts');
  report(new TextEncoder().encode('gone.ts'));
  report('node_modules/x/index.js');
  await vi.advanceTimersByTimeAsync(1);
  expect(first).toEqual([
    { type: 'changed', path: 'a.ts' },
    { type: 'removed', path: 'gone.ts' },
  ]);
  expect(second).toEqual(first);
  expect(opened()).toBe(1);
  stopFirst();
  stopFirst();
  expect(open()).toBe(1);
  stopSecond();
  expect(open()).toBe(0);
});

test('a folder that appears is reported with all its files, but not what is made in it', async () => {
  const { access, report } = setUp({ '': ['src'], src: ['a.ts', 'dist', 'deep'], 'src/dist': ['out.js'], 'src/deep': ['b.ts'] });
  const seen: string[] = [];
  access.watchFiles(({ type, path }) => seen.push(`${type} ${path}`));
  report('src');
  await vi.advanceTimersByTimeAsync(1);
  expect(seen).toEqual(['folder-added src', 'changed src/a.ts', 'folder-added src/deep', 'changed src/deep/b.ts']);
});

test('a host that has lost sight of the folder makes all of it reported again, and then that this is all', async () => {
  const { access, report } = setUp({ '': ['src', 'a.ts', 'node_modules'], src: ['b.ts'], node_modules: ['x'] });
  const seen: string[] = [];
  access.watchFiles(({ type, path }) => seen.push(`${type} ${path}`));
  report('.');
  await vi.advanceTimersByTimeAsync(1);
  expect(seen).toEqual(['changed a.ts', 'folder-added src', 'changed src/b.ts', 'folder-added ']);
});

test('a file written through here is read once when its event comes, and nothing is listed', async () => {
  const { access, report, contents, listed, read } = setUp({ '': ['a.ts'] });
  const seen: FileEvent[] = [];
  access.watchFiles((event) => seen.push(event));
  await access.writeFile(pathOf('a.ts'), new TextEncoder().encode('ours'));
  // A program has written again before the event was handled; the current content is reported.
  contents.set('a.ts', new TextEncoder().encode('theirs'));
  report('a.ts');
  await vi.advanceTimersByTimeAsync(1);
  expect(seen).toEqual([{ type: 'changed', path: 'a.ts', content: new TextEncoder().encode('theirs') }]);
  expect([listed(), read()]).toEqual([0, 1]);
  report('a.ts');
  await vi.advanceTimersByTimeAsync(1);
  expect(seen.at(-1)).toEqual({ type: 'changed', path: 'a.ts' });
  expect([listed(), read()]).toEqual([1, 1]);
});

test('a file written through here that a program has removed by then is reported as removed', async () => {
  const { access, report, contents } = setUp({ '': [] });
  const seen: FileEvent[] = [];
  access.watchFiles((event) => seen.push(event));
  await access.writeFile(pathOf('a.ts'), new TextEncoder().encode('ours'));
  contents.delete('a.ts');
  report('a.ts');
  await vi.advanceTimersByTimeAsync(1);
  expect(seen).toEqual([{ type: 'removed', path: 'a.ts' }]);
});

test('settled: what a host has gathered until now has been reported', async () => {
  const { access, report } = setUp({ '': ['a.ts'] });
  const seen: string[] = [];
  access.watchFiles(({ path }) => seen.push(path));
  let isSettled = false;
  void access.watchSettled().then(() => {
    isSettled = true;
  });
  await vi.advanceTimersByTimeAsync(10);
  report('a.ts');
  expect(isSettled).toBe(false);
  await vi.advanceTimersByTimeAsync(20);
  expect([isSettled, seen]).toEqual([true, ['a.ts']]);
});

test('thousands of files that appear in one folder have it listed a few times, and each is reported', async () => {
  const names = Array.from({ length: 3_000 }, (_, index) => `${index}.txt`);
  const { access, report, listed } = setUp({ '': ['many'], many: names });
  const seen: FileEvent[] = [];
  access.watchFiles((event) => seen.push(event));
  for (const name of names) report(`many/${name}`);
  report('many/gone.txt');
  await vi.advanceTimersByTimeAsync(100);
  expect(seen.filter(({ type }) => type === 'changed')).toHaveLength(names.length);
  expect(seen.at(-1)).toEqual({ type: 'removed', path: 'many/gone.txt' });
  expect(listed()).toBeLessThan(10);
});

test('folders within folders that appear at once are each listed a few times', async () => {
  const folders: Record<string, string[]> = { '': ['d'] };
  const paths: string[] = [];
  for (let path = 'd'; paths.length < 200; path += '/d') {
    paths.push(path);
    folders[path] = paths.length < 200 ? ['d'] : [];
  }
  const { access, report, listed } = setUp(folders);
  const seen: FileEvent[] = [];
  access.watchFiles((event) => seen.push(event));
  for (const path of paths) report(path);
  await vi.advanceTimersByTimeAsync(100);
  expect(new Set(seen.map(({ path }) => path)).size).toBe(200);
  expect(listed()).toBeLessThan(1_000);
});

test('a symbolic link is reported as one and not gone into, and what was below it before as removed', async () => {
  const { access, report, listed } = setUp(
    { '': ['a.ts', 'link', 'src'], src: ['to'], link: ['inner.ts'] },
    { link: 'src', 'src/to': '..' },
  );
  const seen: FileEvent[] = [];
  access.watchFiles((event) => seen.push(event));
  // The first change is checked at once, the others together afterwards.
  report('other');
  report('link/inner.ts');
  report('link');
  report('src');
  await vi.advanceTimersByTimeAsync(1);
  expect(seen).toEqual([
    { type: 'removed', path: 'other' },
    { type: 'changed', path: 'link', isLink: true },
    { type: 'removed', path: 'link/inner.ts' },
    { type: 'folder-added', path: 'src' },
    { type: 'changed', path: 'src/to', isLink: true },
  ]);
  expect(listed()).toBeLessThan(4);
});

test('where a link leads the engine says itself; on another host a program is asked, for what a listing has shown to be a link alone', async () => {
  const links = { link: '../elsewhere' };
  const files = { '': ['a.ts', 'link'] };
  const ours = setUp(files, links);
  ours.contents.set('a.ts', new Uint8Array([1]));
  expect(await ours.access.readUnfollowed(pathOf('link'))).toEqual({ linkTo: '../elsewhere' });
  expect(await ours.access.readUnfollowed(pathOf('a.ts'))).toEqual(new Uint8Array([1]));
  expect(ours.spawned).toEqual([]);
  const theirs = setUp(files, links, 'stackblitz');
  theirs.contents.set('a.ts', new Uint8Array([1]));
  await theirs.access.readDirectory(pathOf(''));
  expect(await theirs.access.readUnfollowed(pathOf('a.ts'))).toEqual(new Uint8Array([1]));
  expect(theirs.spawned).toEqual([]);
  expect(await theirs.access.readUnfollowed(pathOf('link'))).toEqual({ linkTo: '../elsewhere' });
  expect(theirs.spawned).toEqual([['node', '-e', expect.stringContaining('readlinkSync'), './link']]);
});

test('a link is made by a snapshot, and never in the place of a folder', async () => {
  const { access, mounted } = setUp({ '': ['src', 'a.ts'], src: [] });
  await access.makeLink(pathOf('deep/link'), '../a.ts');
  expect(mounted).toEqual([{ d: { deep: { d: { link: { f: { l: '../a.ts' } } } } } }]);
  await expect(access.makeLink(pathOf('src'), 'a.ts')).rejects.toMatchObject({ code: 'EISDIR' });
});
