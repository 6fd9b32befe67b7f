import { expect, test } from 'vitest';
import { costOf } from '../../../tests/setup/cost-of.ts';
import { stripEscapeCodes } from '../runtime/terminal-text.ts';
import { IgnoreRules } from '../search/ignore-rules.ts';
import { compileSearch } from '../search/search-pattern.ts';
import { applyEdits } from './files/edit-ladder.ts';
import { writeGuards } from './files/write-guards.ts';

/** Long enough that quadratic work takes minutes. */
const LENGTH = 300_000;
/** Limit in references of `costOf`; quadratic work would need thousands. */
const SOON = 200;

test('output of carriage returns alone does not hang the page', () => {
  expect(costOf(() => stripEscapeCodes('\r'.repeat(LENGTH)))).toBeLessThan(SOON);
  expect(stripEscapeCodes('a\r\r\nb')).toBe('a\nb');
});

test('a long run of blanks in a comment does not hang the look for placeholders', () => {
  expect(costOf(() => writeGuards(null, `#${' '.repeat(LENGTH)}x`))).toBeLessThan(SOON);
  expect(writeGuards(null, '# ... (rest of the code')).toHaveLength(1);
});

test('a long run of blanks in .gitignore or in an edited file does not hang', () => {
  const line = `a${' '.repeat(LENGTH)}b`;
  expect(costOf(() => new IgnoreRules(line))).toBeLessThan(SOON);
  expect(costOf(() => applyEdits(`${line}\nfoo \n`, [{ find: 'foo\nq', replace: 'x' }]))).toBeLessThan(SOON);
});

test('blanks at the end of a .gitignore line are dropped, except for one behind a backslash', () => {
  expect(new IgnoreRules('out \t ').decide('out', false)).toBe(true);
  expect(new IgnoreRules('out\\  ').decide('out ', false)).toBe(true);
  expect(new IgnoreRules('out\\  ').decide('out', false)).toBe(null);
});

test('an expression of many optional pieces is searched as text', () => {
  const search = compileSearch('a?'.repeat(26) + 'a'.repeat(26));
  expect(search.note).toContain('optional');
  expect(costOf(() => search.find(`${'a'.repeat(25)}b`))).toBeLessThan(SOON);
  expect(compileSearch('https?:\\/\\/').find('see http://x')).toEqual({ start: 4, end: 11 });
});

test.each(['a*b', 'a*a*b', 'a*a*a*b', 'a*a*a*a*b', 'a*a*a*a*a*b'])('%s on the worst line ends soon', (query) => {
  const search = compileSearch(query);
  expect(costOf(() => search.find('a'.repeat(200_000)))).toBeLessThan(SOON);
});
