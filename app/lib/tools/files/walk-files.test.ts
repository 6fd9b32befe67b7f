import { expect, test, vi } from 'vitest';
import { MemoryWorkspace } from '../../runtime/memory/memory-workspace.ts';
import type { DirectoryEntry, WorkspacePath } from '../../runtime/types.ts';
import { listDirectoryTool } from '../list-directory.ts';
import { searchCodeTool } from '../search-code.ts';
import { outputOf, toolContext } from '../testing/run-tool.ts';
import { walkFiles } from './walk-files.ts';

const ROOT = '' as WorkspacePath; // The root of every workspace.

async function walked(
  workspace: MemoryWorkspace,
  options: { root?: string; signal?: AbortSignal; yieldIgnored?: boolean; stopAfter?: AbortController } = {},
) {
  const paths: string[] = [];
  const root = (options.root ?? ROOT) as WorkspacePath; // A path of this test.
  const signal = options.stopAfter?.signal ?? new AbortController().signal;
  for await (const { path, isIgnored } of walkFiles(workspace, root, {
    maxDepth: 9,
    signal,
    yieldIgnored: options.yieldIgnored ?? false,
  })) {
    paths.push(isIgnored ? `(${path})` : path);
    options.stopAfter?.abort();
  }
  return paths;
}

test('rules of every folder count, those nearest to a file first; an ignored folder that is named itself is walked', async () => {
  const workspace = new MemoryWorkspace({
    '.gitignore': '*.log\n',
    'a.log': '',
    'lib/.gitignore': '!keep.log\nout/\n',
    'lib/keep.log': '',
    'lib/b.log': '',
    'lib/out/x.ts': '',
    'bin/.gitignore': new Uint8Array([0, 1]),
    'bin/c.log': '',
  });
  expect(await walked(workspace)).toEqual(['.gitignore', 'bin', 'bin/.gitignore', 'lib', 'lib/.gitignore', 'lib/keep.log']);
  expect(await walked(workspace, { root: 'lib/out' })).toEqual(['lib/out/x.ts']);
  expect(await walked(workspace, { root: 'lib' })).toEqual(['lib/.gitignore', 'lib/keep.log']);
  expect(await walked(workspace, { yieldIgnored: true })).toContain('(a.log)');
});

test('a stop ends the walk where it is', async () => {
  const workspace = new MemoryWorkspace({ 'a/b': '', 'c/d': '' });
  expect(await walked(workspace, { stopAfter: new AbortController() })).toEqual(['a']);
});

test('a name that no card could show is passed by, a link is named and not entered', async () => {
  const workspace = new MemoryWorkspace({ 'ok.txt': '' });
  const entries: DirectoryEntry[] = [
    { name: 'evil\u202egnp.exe', kind: 'file' },
    { name: 'link', kind: 'file', isLink: true },
    { name: 'ok.txt', kind: 'file' },
  ];
  workspace.readDirectory = async () => entries;
  expect(await outputOf(listDirectoryTool, {}, toolContext(workspace))).toMatchObject({
    entries: [{ name: 'link' }, { name: 'ok.txt' }],
    totalCount: 2,
  });
  expect(await walked(workspace)).toEqual(['ok.txt']);
});

test('a search that takes too long gives up and says that it did not read everything', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 2_000));
  const workspace = new MemoryWorkspace({ 'a.txt': 'cart\n'.repeat(10), 'b.txt': 'cart' });
  expect(await outputOf(searchCodeTool, { query: 'cart' }, toolContext(workspace))).toMatchObject({
    truncated: true,
    filesSearched: 1,
    note: expect.stringContaining('given up before every file was read'),
  });
});

test('what is too large or no text is not searched, but reported', async () => {
  const workspace = new MemoryWorkspace({ 'big.txt': 'cart\n'.repeat(500_000), 'small.txt': 'cart' });
  expect(await outputOf(searchCodeTool, { query: 'cart' }, toolContext(workspace))).toMatchObject({
    matchCount: 1,
    skipped: ['big.txt (2500000 bytes)'],
    skippedCount: 1,
  });
});
