import fc from 'fast-check';
import { expect, test } from 'vitest';
import { costOf } from '../../../tests/setup/cost-of.ts';
import { IgnoreTree } from './ignore-rules.ts';

function ignores(gitignore: string, path: string): boolean {
  const tree = new IgnoreTree();
  tree.set('', gitignore);
  return tree.ignores(path, false);
}

test('the last rule that matches decides, and a pattern without a slash is for every folder', () => {
  expect(ignores('*.log\n!keep.log', 'a/b.log')).toBe(true);
  expect(ignores('*.log\n!keep.log', 'a/keep.log')).toBe(false);
  expect(ignores('/only\n', 'a/only')).toBe(false);
});

test('lines of Windows, and the mark that its editors put before them, change no rule', () => {
  expect(ignores('\ufeffbuild/\r\n*.log\r\n', 'a.log')).toBe(true);
  expect(ignores('\ufeff*.log\r\n!keep.log\r\n', 'a.log')).toBe(true);
  expect(ignores('\ufeff*.log\r\n!keep.log\r\n', 'keep.log')).toBe(false);
});

/** Patterns that cause exponential backtracking in a regular expression; here all of them together take milliseconds. */
test('no pattern of stars hangs, however it is put together', () => {
  const piece = fc.constantFrom('*a', '**/a/', '*?', '?*', '*a*/', '[a-b]*', '**/', 'a*b');
  const path = fc.constantFrom('a'.repeat(200), 'a/'.repeat(100), 'ab'.repeat(100), 'aab/'.repeat(50));
  const cost = costOf(() =>
    fc.assert(
      fc.property(fc.array(piece, { minLength: 10, maxLength: 40 }), path, (pieces, name) => {
        ignores(`${pieces.join('')}c`, `${name}d`);
      }),
      { numRuns: 200 },
    ),
  );
  expect(cost).toBeLessThan(200);
});
