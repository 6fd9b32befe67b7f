import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SearchRequest, WorkspacePath } from '../runtime/types.ts';
import { searchCodeTool } from '../tools/search-code.ts';
import { runTool, toolContext } from '../tools/testing/run-tool.ts';
import { bestMatches } from './best-matches.ts';
import { requiredText } from './required-text.ts';
import { SearchIndex } from './search-index.ts';
import { parseQuery } from './search-pattern.ts';

const request = (
  query: string,
  rest: Partial<Record<'path' | 'include' | 'exclude', string>> & { limit?: number } = {},
): SearchRequest => ({
  query,
  limit: rest.limit ?? 50,
  path: (rest.path ?? '') as WorkspacePath, // A literal in this test.
  include: rest.include ?? null,
  exclude: rest.exclude ?? null,
});

function indexOf(files: Record<string, string | Uint8Array>): SearchIndex {
  const index = new SearchIndex();
  for (const [path, content] of Object.entries(files))
    index.put(path, typeof content === 'string' ? new TextEncoder().encode(content) : content);
  return index;
}

const places = (index: SearchIndex, query: string, rest = {}) =>
  index.search(request(query, rest)).results.map(({ file, line }) => `${file}:${line}`);

describe('a search over the index', () => {
  test('finds what a search file by file finds, for any text, expression and cut of lines', async () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'B', '1', ' ', '.', '(', '\n', '\r\n', '\r', 'é', '😀'), maxLength: 30 });
    const query = fc.oneof(
      fc.string({ unit: fc.constantFrom('a', 'b', '.', '(', '1'), minLength: 1, maxLength: 3 }),
      fc.constantFrom(
        'a.b',
        '^b',
        'b$',
        '\\s',
        '[^a]b',
        'ab?a',
        '(a|b)1',
        'a\\.',
        '\\bab',
        '(?=a)',
        'b(?!a)',
        '(?i)ab',
        'a{2}',
        '\\w+1',
        '$',
        'aab*',
        'a\\(',
        '\\d',
        'a\\nb',
        'ba.',
        '.b.1',
      ),
    );
    const files = fc.dictionary(fc.constantFrom('a.ts', 'a/b.ts', 'a/c/d.md', 'b.md', 'B', 'a-b'), text, { maxKeys: 4 });
    await fc.assert(
      fc.asyncProperty(files, query, fc.integer({ min: 1, max: 5 }), async (given, wanted, limit) => {
        const found = indexOf(given).search(request(wanted, { limit: 1_000 }));
        const best = bestMatches(found.results, limit);
        const slow = await runTool(searchCodeTool, { query: wanted, maxResults: limit }, toolContext(given));
        const results = slow.ok ? (slow.output as { results: unknown }).results : [];
        expect(best.shown).toEqual(results);
        if (slow.ok) expect('truncated' in (slow.output as object)).toBe(best.shown.length < found.results.length);
      }),
      { numRuns: 500 },
    );
  });

  test('leaves out what the nearest .gitignore says, and takes it in when the rules change', () => {
    const index = indexOf({
      '.gitignore': 'out\n*.log\n',
      'a.log': 'x',
      'out/a': 'x',
      'packages/one/.gitignore': 'gen\n!keep.log\n',
      'packages/one/gen/b': 'x',
      'packages/one/keep.log': 'x',
      'src/a.ts': 'x',
    });
    expect(places(index, 'x')).toEqual(['packages/one/keep.log:1', 'src/a.ts:1']);
    index.put('.gitignore', new TextEncoder().encode(''));
    index.remove('packages/one/.gitignore');
    expect(places(index, 'x')).toEqual(['a.log:1', 'out/a:1', 'packages/one/gen/b:1', 'packages/one/keep.log:1', 'src/a.ts:1']);
  });

  test('a folder or a file that is named is searched although it is ignored or may hold secrets', () => {
    const index = indexOf({ '.gitignore': 'out\n', 'out/a': 'x', '.env': 'x' });
    expect(places(index, 'x', { path: 'out' })).toEqual(['out/a:1']);
    expect(places(index, 'x', { path: '.env' })).toEqual(['.env:1']);
    expect(index.search(request('x'))).toMatchObject({ results: [], skipped: ['.env (may hold secrets)'], skippedCount: 1 });
  });

  test('names binary and huge files, and forgets what is removed', () => {
    const index = indexOf({ 'a.png': new Uint8Array([0]), 'huge.txt': 'x'.repeat(2 * 1024 * 1024 + 1), 'src/a': 'x', 'src/b': 'x' });
    expect(index.search(request('x')).skipped).toEqual(['a.png (binary)', 'huge.txt (2097153 bytes)']);
    index.remove('src');
    index.remove('huge.txt');
    expect(index.search(request('x'))).toMatchObject({ results: [], searched: 0, skippedCount: 1 });
  });

  test('filters by globs and by expressions', () => {
    const index = indexOf({ 'a.ts': 'x', 'a.test.ts': 'x', 'b.md': 'x' });
    expect(places(index, 'x', { include: '*.ts' })).toEqual(['a.test.ts:1', 'a.ts:1']);
    expect(places(index, 'x', { include: '/\\.tsx?$/', exclude: '/\\.test\\./' })).toEqual(['a.ts:1']);
    expect(places(index, 'x', { include: '/(/' })).toEqual([]);
  });
});

test.each([
  ['handler\\(\\d\\)', { type: 'text', text: 'handler(' }],
  ['abc|def', { type: 'none' }],
  ['(abc)?', { type: 'none' }],
  ['abcd*e', { type: 'text', text: 'abc' }],
  ['abc{2}', { type: 'none' }],
  ['[a\\]b]abcd+', { type: 'text', text: 'abc' }],
  ['x\\u{61}longer', { type: 'text', text: 'longer' }],
  ['(?!a)abc', { type: 'unknown' }],
  ['(?i)abcdef', { type: 'none' }],
  ['^abc$', { type: 'text', text: 'abc' }],
])('of %s a line must hold %j', (query, expected) => {
  const parsed = parseQuery(query);
  expect(parsed.type === 'expression' ? requiredText(parsed) : null).toEqual(expected);
});
