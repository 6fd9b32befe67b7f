import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FindRequest } from '../runtime/types.ts';
import { expandReplacement } from './expand-replacement.ts';
import { findAll } from './find-all.ts';
import { SearchIndex } from './search-index.ts';

const REQUEST: FindRequest = {
  ...{ query: '', isExpression: false, matchCase: false, wholeWord: false },
  ...{ include: null, exclude: null, replacement: null, limit: 1_000 },
};

function find(files: Record<string, string>, request: Partial<FindRequest>) {
  const texts = Object.entries(files).map(([path, text]) => ({ path, text }));
  return findAll(texts, { ...REQUEST, ...request });
}
const places = (files: Record<string, string>, request: Partial<FindRequest>) =>
  find(files, request).files.flatMap(({ path, matches }) => matches.map(({ line, column, text }) => `${path}:${line}:${column} ${text}`));

describe('finding in all files', () => {
  test('every match of a line counts, by file', () => {
    expect(places({ 'a.ts': 'one two one\nOne', 'b.ts': 'none', 'c.ts': 'x' }, { query: 'one' })).toEqual([
      'a.ts:1:0 one',
      'a.ts:1:8 one',
      'a.ts:2:0 One',
      'b.ts:1:1 one',
    ]);
  });

  test('case and whole words narrow it, also where letters are not of English', () => {
    expect(places({ a: 'Übung übung Übungen' }, { query: 'übung' })).toHaveLength(3);
    expect(places({ a: 'Übung übung Übungen' }, { query: 'übung', matchCase: true })).toEqual(['a:1:6 übung']);
    expect(places({ a: 'Übung übung Übungen' }, { query: 'übung', wholeWord: true })).toHaveLength(2);
  });

  test('text is text, and an expression is one', () => {
    expect(places({ a: 'a.b axb' }, { query: 'a.b' })).toEqual(['a:1:0 a.b']);
    expect(places({ a: 'a.b axb' }, { query: 'a.b', isExpression: true })).toHaveLength(2);
    expect(places({ a: 'x1\ny2' }, { query: '^y\\d$', isExpression: true })).toEqual(['a:2:0 y2']);
    expect(find({ a: '(' }, { query: '(', isExpression: true }).problem).toContain('not a valid');
  });

  test('globs choose the files, and one that is not valid is said to be', () => {
    const files = { 'src/a.ts': 'x', 'src/a.test.ts': 'x', 'b.md': 'x' };
    expect(places(files, { query: 'x', include: 'src/**', exclude: '*.test.ts' })).toEqual(['src/a.ts:1:0 x']);
    expect(find(files, { query: 'x', include: '../up' }).problem).toMatch(/^The pattern is not valid/);
  });

  test('what is more than the limit is cut, and said to be', () => {
    const { total, isCut } = find({ a: 'x x x', b: 'x' }, { query: 'x', limit: 2 });
    expect([total, isCut]).toEqual([2, true]);
  });

  test('an expression that matches nothing at all ends', () => {
    expect(places({ a: 'abc' }, { query: 'x*', isExpression: true })).toEqual([]);
  });

  test('finds any text just where it is', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '.', '$', '(', '\\', '/', '-', '\n'), maxLength: 20 });
    const query = fc.string({ unit: fc.constantFrom('a', 'b', '.', '$', '(', '\\', '/', '-'), minLength: 1, maxLength: 2 });
    fc.assert(
      fc.property(text, query, (given, wanted) => {
        const lines = given.split('\n');
        for (const { matches } of find({ a: given }, { query: wanted, matchCase: true }).files)
          for (const { line, column } of matches) expect(lines[line - 1]?.startsWith(wanted, column)).toBe(true);
        expect(find({ a: given }, { query: wanted, matchCase: true }).total > 0).toBe(lines.some((line) => line.includes(wanted)));
      }),
    );
  });
});

test('the index leaves out what is ignored and what is no text, and has what may hold secrets: its user asks', () => {
  const index = new SearchIndex();
  const put = (path: string, text: string) => index.put(path, new TextEncoder().encode(text));
  put('.gitignore', 'out');
  put('out/a.js', 'key');
  put('.env', 'key');
  put('binary', 'key\0');
  put('src/a.js', 'key\r\nkey');
  const { files } = index.findAll({ ...REQUEST, query: 'key' });
  expect(files.map(({ path, matches }) => [path, matches.map(({ line }) => line)])).toEqual([
    ['.env', [1]],
    ['src/a.js', [1, 2]],
  ]);
});

test('a replacement has the groups as String.replace has them, for any text', () => {
  const template = fc.string({ unit: fc.constantFrom('$', '1', '2', '0', '&', '<', 'n', '>', 'x'), maxLength: 8 });
  fc.assert(
    fc.property(template, (given) => {
      const expression = /(?<n>a)(b)?/;
      const match = expression.exec('a') as RegExpExecArray;
      expect(expandReplacement(given, match)).toBe('a'.replace(expression, given));
    }),
    { numRuns: 500 },
  );
});
