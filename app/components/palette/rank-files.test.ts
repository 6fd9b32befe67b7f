import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rankFiles, readFileQuery } from './rank-files.ts';

const FILES = ['src/components/app-header.tsx', 'src/app.tsx', 'src/lib/application.ts', 'docs/map.md', 'a/p/p/other.ts'];

test('letters in their order are enough, and a name counts more than a folder', () => {
  expect(rankFiles(FILES, [], 'app')[0]).toBe('src/app.tsx');
  expect(rankFiles(FILES, [], 'aphd')).toEqual(['src/components/app-header.tsx']);
  expect(rankFiles(FILES, [], 'map')[0]).toBe('docs/map.md');
  expect(rankFiles(FILES, [], 'src lib')).toContain('src/lib/application.ts');
  expect(rankFiles(FILES, [], 'zzz')).toEqual([]);
});

test('without a name the files used last come first', () => {
  expect(rankFiles(FILES, ['docs/map.md', 'gone.ts', 'src/app.tsx'], '').slice(0, 2)).toEqual(['docs/map.md', 'src/app.tsx']);
});

test('of equally good ones the one used last is first', () => {
  const same = ['a/index.ts', 'b/index.ts', 'c/index.ts'];
  expect(rankFiles(same, ['c/index.ts'], 'index')).toEqual(['c/index.ts', 'a/index.ts', 'b/index.ts']);
});

test('a place is read as tools print it', () => {
  expect(readFileQuery('app.ts:42')).toEqual({ name: 'app.ts', line: 42, column: null });
  expect(readFileQuery(' src/app.ts:42:7: ')).toEqual({ name: 'src/app.ts', line: 42, column: 7 });
  expect(readFileQuery(':8')).toEqual({ name: '', line: 8, column: null });
  expect(readFileQuery('app.ts:')).toEqual({ name: 'app.ts', line: null, column: null });
});

test('whatever is typed, only files of the project are found, each once', () => {
  const path = fc.stringMatching(/^[a-z./:-]{1,12}$/);
  fc.assert(
    fc.property(fc.uniqueArray(path, { maxLength: 20 }), fc.array(path), fc.string({ maxLength: 5 }), (paths, recent, typed) => {
      const found = rankFiles(paths, recent, readFileQuery(typed).name);
      expect(new Set(found).size).toBe(found.length);
      expect(found.every((each) => paths.includes(each))).toBe(true);
    }),
  );
});
