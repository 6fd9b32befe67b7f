import { expect, test } from 'vitest';
import type { FileEntry } from '../../lib/stores/files.ts';
import { type ExpandedFolders, expandedTo, fileTreeModel, fileTreeRows } from './file-tree-rows.ts';

const file: FileEntry = { kind: 'file', change: 'none' };
const folder: FileEntry = { kind: 'directory', change: 'none' };
const files = new Map([
  ['src/item10.ts', file],
  ['src', folder],
  ['src/item2.ts', file],
  ['src/lib', folder],
  ['src/lib/a.ts', file],
  ['README.md', file],
]);
const rowsOf = (entries: Iterable<[string, FileEntry]>, expanded: ExpandedFolders = new Map(), showsIgnored = true) =>
  fileTreeRows(fileTreeModel(new Map(entries)), expanded, showsIgnored);

test('folders come first and names sort as people count', () => {
  expect(rowsOf(files).map((row) => [row.level, row.name])).toEqual([
    [1, 'src'],
    [2, 'lib'],
    [3, 'a.ts'],
    [2, 'item2.ts'],
    [2, 'item10.ts'],
    [1, 'README.md'],
  ]);
});

test('what is in a closed folder is not shown, until the way to it is opened', () => {
  const closed = new Map([
    ['src', false],
    ['src/lib', false],
  ]);
  expect(rowsOf(files, closed).map((row) => row.name)).toEqual(['src', 'README.md']);
  expect(rowsOf(files, expandedTo('src/lib/a.ts', closed)).map((row) => row.name)).toContain('a.ts');
});

test('a row knows its place among its siblings', () => {
  expect(rowsOf(files).find((row) => row.name === 'item2.ts')).toMatchObject({ position: 2, siblings: 3 });
});

test('a folder says that something in it has changed, however deep', () => {
  const rows = rowsOf([...files, ['src/lib/a.ts', { kind: 'file', change: 'modified' }]]);
  expect(rows.filter((row) => row.hasChanges).map((row) => row.path)).toEqual(['src', 'src/lib']);
});

test('a folder of more than a thousand entries is closed at first, and so is one that is ignored', () => {
  const many = Array.from({ length: 1_001 }, (_, index): [string, FileEntry] => [`large/${index}.ts`, file]);
  const entries: [string, FileEntry][] = [
    ...many,
    ['large', folder],
    ['out', { ...folder, isIgnored: true }],
    ['out/a.js', { ...file, isIgnored: true }],
    ['b.ts', file],
  ];
  expect(rowsOf(entries).map((row) => row.name)).toEqual(['large', 'out', 'b.ts']);
  expect(rowsOf(entries, new Map([['large', true]]))).toHaveLength(1_004);
  expect(rowsOf(entries, new Map(), false).map((row) => [row.name, row.siblings])).toEqual([
    ['large', 2],
    ['b.ts', 2],
  ]);
});
