import type { WebContainer } from '@webcontainer/api';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFileAccess } from './file-access.ts';
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

/** As much of the client as is used here: folders with the names of their files, and a watch that the test reports through. */
function setUp(folders: Record<string, string[]>) {
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
        const isFolder = `${path === '.' ? '' : `${path}/`}${name}` in folders;
        return { name, isFile: () => !isFolder, isDirectory: () => isFolder };
      });
    },
    async mkdir() {},
    async writeFile(path: string, content: Uint8Array) {
      contents.set(path, content);
    },
    async readFile(path: string) {
      read++;
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
  const container = { fs } as unknown as WebContainer; // The rest is not reached by these tests.
  const access = createFileAccess(container, 'engine');
  const report = (name: string | Uint8Array) => {
    for (const watch of watches) watch('change', name);
  };
  return { access, report, contents, opened: () => opened, open: () => watches.size, listed: () => listed, read: () => read };
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

test('a file written through here is read once when its event comes, and nothing is listed', async () => {
  const { access, report, contents, listed, read } = setUp({ '': ['a.ts'] });
  const seen: FileEvent[] = [];
  access.watchFiles((event) => seen.push(event));
  await access.writeFile(pathOf('a.ts'), new TextEncoder().encode('ours'));
  // A program was faster than the event: what is reported is what is there.
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
