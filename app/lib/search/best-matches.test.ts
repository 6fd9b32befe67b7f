import { expect, test } from 'vitest';
import type { SearchMatch } from '../runtime/types.ts';
import { bestMatches } from './best-matches.ts';

function match(file: string, line: number, content: string, word = 'total'): SearchMatch {
  const matchStart = content.indexOf(word);
  return { file, line, content, matchStart, matchEnd: matchStart + word.length };
}

const places = (matches: readonly SearchMatch[]) => matches.map(({ file, line }) => `${file}:${line}`);

test('the file that defines a name comes first, then sources that use it, tests, and translations', () => {
  const { shown } = bestMatches(
    [
      match('locales/de.ts', 1, "  total: 'Summe',"),
      match('src/a.ts', 3, 'print(total());'),
      match('src/cart.test.ts', 3, 'expect(total()).toBe(1);'),
      match('src/cart.ts', 9, 'export function total() {'),
    ],
    50,
  );
  expect(places(shown)).toEqual(['src/cart.ts:9', 'src/a.ts:3', 'src/cart.test.ts:3', 'locales/de.ts:1']);
});

test('of a file with many matches the definition is shown with the first others, in the order of lines, and all are counted', () => {
  const many = Array.from({ length: 40 }, (_, index) => match('src/cart.ts', index + 1, index === 30 ? 'const total = 0;' : 'use(total);'));
  const others = ['src/a.ts', 'src/b.ts', 'src/c.ts'].map((file) => match(file, 1, 'use(total);'));
  const { shown, counts } = bestMatches([...many, ...others], 30);
  expect(places(shown.filter(({ file }) => file === 'src/cart.ts'))).toEqual(
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 31].map((line) => `src/cart.ts:${line}`),
  );
  expect(counts).toEqual([{ file: 'src/cart.ts', count: 40 }]);
});

test('files for which there is no room are counted', () => {
  const { shown, counts } = bestMatches([match('a.ts', 1, 'total'), match('b.ts', 1, 'total'), match('c.ts', 1, 'total')], 2);
  expect(places(shown)).toEqual(['a.ts:1', 'b.ts:1']);
  expect(counts).toEqual([{ file: 'c.ts', count: 1 }]);
});

test('where all matches fit, all are shown', () => {
  const many = Array.from({ length: 20 }, (_, index) => match('src/cart.ts', index + 1, 'use(total);'));
  const others = ['src/a.ts', 'src/b.ts', 'src/c.ts'].map((file) => match(file, 1, 'use(total);'));
  const { shown, counts } = bestMatches([...many, ...others], 50);
  expect(shown).toHaveLength(23);
  expect(counts).toEqual([]);
});
