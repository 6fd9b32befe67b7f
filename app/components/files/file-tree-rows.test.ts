import { expect, test } from 'vitest';
import type { FileEntry } from '../../lib/stores/files.ts';
import { fileTreeRows } from './file-tree-rows.ts';

const file: FileEntry = { kind: 'file', change: 'none' };
const folder: FileEntry = { kind: 'directory', change: 'none' };
const files = new Map([
  ['src', folder],
  ['src/item10.ts', file],
  ['src/item2.ts', file],
  ['src/lib', folder],
  ['src/lib/a.ts', file],
  ['README.md', file],
]);

test('folders come first and names sort as people count', () => {
  expect(fileTreeRows(files, new Set()).map((row) => [row.level, row.name])).toEqual([
    [1, 'src'],
    [2, 'lib'],
    [3, 'a.ts'],
    [2, 'item2.ts'],
    [2, 'item10.ts'],
    [1, 'README.md'],
  ]);
});

test('what is in a collapsed folder is not shown', () => {
  expect(fileTreeRows(files, new Set(['src/lib'])).map((row) => row.name)).not.toContain('a.ts');
});

test('a row knows its place among its siblings', () => {
  expect(fileTreeRows(files, new Set()).find((row) => row.name === 'item2.ts')).toMatchObject({ position: 2, siblings: 3 });
});
