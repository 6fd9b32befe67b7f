import { expect, test } from 'vitest';
import { searchCodeTool } from './search-code.ts';
import { outputOf, toolContext } from './testing/run-tool.ts';

const files = {
  'src/a.ts': "import { b } from './b';\n  b(1);\n",
  'src/b.vue': '<template>b(2)</template>\n',
  'README.md': 'call b(3)\n',
  'dist/out.js': 'b(4)\n',
  'node_modules/x/i.js': 'b(5)\n',
  '.env': 'b(6)\n',
  '.gitignore': 'dist\n',
  'pic.png': new Uint8Array([0x62, 0x28, 0, 0]),
};

async function search(input: object, given: Record<string, string | Uint8Array> = files) {
  const output = await outputOf(searchCodeTool, input, toolContext(given));
  const { results, ...rest } = output as {
    results: { file: string; line: number; content: string; matchStart: number; matchEnd: number }[];
  };
  return { results, rest, places: results.map((result) => `${result.file}:${result.line}`) };
}

test('finds text in every text file that is not ignored, and says what it left out [C8, W11]', async () => {
  const { places, rest } = await search({ query: 'b(' });
  expect(places).toEqual(['README.md:1', 'src/a.ts:2', 'src/b.vue:1']);
  expect(rest).toMatchObject({ skipped: ['.env (may hold secrets)', 'pic.png (binary)'] });
});

test('takes a regular expression, and offsets point into the line as shown [C8, W11]', async () => {
  const { results } = await search({ query: 'b\\(\\d\\)', path: 'src' });
  for (const { content, matchStart, matchEnd } of results) expect(content.slice(matchStart, matchEnd)).toMatch(/^b\(\d\)$/);
  expect(results).toHaveLength(2);
});

test('filters by globs', async () => {
  expect((await search({ query: 'b(', includePattern: '*.{ts,vue}' })).places).toEqual(['src/a.ts:2', 'src/b.vue:1']);
  expect((await search({ query: 'b(', excludePattern: 'src/**' })).places).toEqual(['README.md:1']);
  expect((await search({ query: 'b(', includePattern: '[' })).places).toEqual([]);
});

test('a broken expression is searched as text and says so [W11]', async () => {
  const { rest, places } = await search({ query: 'foo(' }, { a: 'foo(1)' });
  expect(places).toEqual(['a:1']);
  expect(rest).toMatchObject({ note: expect.stringContaining('not a valid regular expression') });
});

test.each(['(a+)+$', '(a|aa)*b', '(.*)*x', '(\\w+\\s?)*$', '.*.*.*.*.*.*=x', '(a)\\1+'])('%s cannot hang the search', async (query) => {
  const start = performance.now();
  await search({ query }, { a: `${'a'.repeat(100_000)}!` });
  expect(performance.now() - start).toBeLessThan(1_000);
});

test('stops at the number asked for and says that there is more [C8, want-18]', async () => {
  const { places, rest } = await search({ query: 'x', maxResults: 2 }, { a: 'x\nx\nx\n' });
  expect(places).toEqual(['a:1', 'a:2']);
  expect(rest).toMatchObject({ truncated: true, note: expect.stringContaining('more matches') });
});

test('a match far out in a long line is shown with what surrounds it', async () => {
  const { results } = await search({ query: 'needle' }, { a: `${'x'.repeat(5_000)}needle${'y'.repeat(5_000)}` });
  const [result] = results;
  expect(result?.content.length).toBeLessThanOrEqual(400);
  expect(result?.content.slice(result.matchStart, result.matchEnd)).toBe('needle');
});
