import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { WatchLimit } from '../../protocol/large-folders.ts';
import { type TemporaryFolder, temporaryFolder } from '../../testing/temporary-folder.ts';
import { InotifyTree } from './inotify-tree.ts';

let folder: TemporaryFolder;
beforeEach(async () => {
  folder = await temporaryFolder();
  for (const path of ['a/b/c', 'd/e', 'node_modules/f', '.git/g']) await mkdir(join(folder.path, path), { recursive: true });
});
afterEach(() => folder.remove());

function watched(options: { isListedOnly?: boolean; mostFolders?: number }) {
  const limits: WatchLimit[] = [];
  const names: string[] = [];
  let wake = (): void => undefined;
  const tree = new InotifyTree(folder.path, { isRecursive: true, onLimit: (limit) => limits.push(limit), ...options }, ({ name }) => {
    names.push(name);
    wake();
  });
  const until = async (name: string) => {
    while (!names.includes(name)) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return { tree, limits, names, until };
}

it('watches the folders near the root first, and says how many it leaves out', async () => {
  const { tree, limits, names, until } = watched({ mostFolders: 4 });
  await tree.open();
  // The root, a, d and a/b; left out are d/e and a/b/c.
  expect(limits).toEqual([{ reason: 'bridge', watched: 4, unwatched: 2 }]);
  await writeFile(join(folder.path, 'a/b/c/deep'), 'x');
  await writeFile(join(folder.path, 'd/near'), 'x');
  await until('d/near');
  expect(names).not.toContain('a/b/c/deep');
  await mkdir(join(folder.path, 'd/late'));
  await until('d/late');
  await expect.poll(() => limits.at(-1)).toEqual({ reason: 'bridge', watched: 4, unwatched: 3 });
  tree.close();
});

it('of node_modules and .git watches nothing, whether a tree is walked or its folders are listed', async () => {
  const { tree, limits } = watched({ mostFolders: 6 });
  await tree.open();
  expect(limits).toEqual([]);
  tree.close();
  const listed = watched({ isListedOnly: true, mostFolders: 1 });
  await listed.tree.open();
  await listed.tree.include(join(folder.path, 'node_modules/f'));
  expect(listed.limits).toEqual([]);
  await listed.tree.include(join(folder.path, 'a'));
  expect(listed.limits).toEqual([{ reason: 'bridge', watched: 1, unwatched: 1 }]);
  listed.tree.close();
});

it('watches a folder from before it is listed, and no folder elsewhere', async () => {
  const { tree, names, until } = watched({ isListedOnly: true });
  await tree.open();
  await tree.include(join(folder.path, 'a/b'));
  await tree.include(`${folder.path}-other`);
  await writeFile(join(folder.path, 'd/unseen'), 'x');
  await writeFile(join(folder.path, 'a/b/seen'), 'x');
  await until('a/b/seen');
  expect(names).not.toContain('d/unseen');
  tree.close();
});
