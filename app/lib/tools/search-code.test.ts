import { expect, test } from 'vitest';
import { costOfAsync } from '../../../tests/setup/cost-of.ts';
import { MemoryWorkspace } from '../runtime/memory/memory-workspace.ts';
import { searchCodeTool } from './search-code.ts';
import { failureOf, outputOf, toolContext } from './testing/run-tool.ts';

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

test('finds text in every text file that is not ignored, and says what it left out', async () => {
  const { places, rest } = await search({ query: 'b(' });
  expect(places).toEqual(['src/a.ts:2', 'src/b.vue:1', 'README.md:1']);
  expect(rest).toMatchObject({ skipped: ['.env (may hold secrets)', 'pic.png (binary)'] });
});

test('takes a regular expression, and offsets point into the line as shown', async () => {
  const { results } = await search({ query: 'b\\(\\d\\)', path: 'src' });
  for (const { content, matchStart, matchEnd } of results) expect(content.slice(matchStart, matchEnd)).toMatch(/^b\(\d\)$/);
  expect(results).toHaveLength(2);
});

test('filters by globs', async () => {
  expect((await search({ query: 'b(', includePattern: '*.{ts,vue}' })).places).toEqual(['src/a.ts:2', 'src/b.vue:1']);
  expect((await search({ query: 'b(', excludePattern: 'src/**' })).places).toEqual(['README.md:1']);
  expect((await search({ query: 'b(', includePattern: '[' })).places).toEqual([]);
});

test('a broken expression is searched as text and says so', async () => {
  const { rest, places } = await search({ query: 'foo(' }, { a: 'foo(1)' });
  expect(places).toEqual(['a:1']);
  expect(rest).toMatchObject({ note: expect.stringContaining('not a valid regular expression') });
});

test.each(['(a+)+$', '(a|aa)*b', '(.*)*x', '(\\w+\\s?)*$', '.*.*.*.*.*.*=x', '(a)\\1+'])('%s cannot hang the search', async (query) => {
  expect(await costOfAsync(() => search({ query }, { a: `${'a'.repeat(100_000)}!` }))).toBeLessThan(60);
});

test('stops at the number asked for and says that there is more', async () => {
  const { places, rest } = await search({ query: 'x', maxResults: 2 }, { a: 'x\nx\nx\n' });
  expect(places).toEqual(['a:1', 'a:2']);
  expect(rest).toMatchObject({ truncated: true, note: expect.stringContaining('2 of 3 matches') });
});

test('a match far out in a long line is shown with what surrounds it', async () => {
  const { results } = await search({ query: 'needle' }, { a: `${'x'.repeat(5_000)}needle${'y'.repeat(5_000)}` });
  const [result] = results;
  expect(result?.content.length).toBeLessThanOrEqual(400);
  expect(result?.content.slice(result.matchStart, result.matchEnd)).toBe('needle');
});

test('leaves out what the nearest .gitignore says; an ignored folder that is named is searched', async () => {
  const tree = {
    '.gitignore': 'out\n',
    'out/a': 'x',
    'packages/one/.gitignore': 'gen/\n',
    'packages/one/gen/b': 'x',
    'packages/one/c': 'x',
  };
  expect((await search({ query: 'x' }, tree)).places).toEqual(['packages/one/c:1']);
  expect((await search({ query: 'x', path: 'out' }, tree)).places).toEqual(['out/a:1']);
});

test('filters take an expression in slashes, and say what is wrong with one that is none', async () => {
  expect((await search({ query: 'b(', includePattern: '/\\.(ts|md)$/i' })).places).toEqual(['src/a.ts:2', 'README.md:1']);
  expect((await search({ query: 'b(', includePattern: '/\\.(ts|md)$/i', excludePattern: '/^src\\//' })).places).toEqual(['README.md:1']);
  for (const pattern of ['/a(b/', '/(a+)+$/', '/(a)\\1/']) {
    const failed = await failureOf(searchCodeTool, { query: 'x', includePattern: pattern }, toolContext(files));
    expect(failed).toMatchObject({ code: 'bad_arguments', message: expect.stringContaining('includePattern is not valid') });
  }
  expect(await failureOf(searchCodeTool, { query: 'x', excludePattern: '/a[/$/' }, toolContext(files))).toMatchObject({
    message: expect.stringContaining('excludePattern'),
  });
});

test('a broken expression that is nowhere as text either is an error result', async () => {
  const failed = await failureOf(searchCodeTool, { query: 'foo(' }, toolContext({ a: 'bar' }));
  expect(failed).toMatchObject({
    code: 'bad_arguments',
    message: expect.stringContaining('As plain text the query was found nowhere either.'),
  });
});

test('(?i) before an expression ignores case; a path that is a file, missing or outside is distinguished', async () => {
  expect((await search({ query: '(?i)CALL' })).places).toEqual(['README.md:1']);
  expect((await search({ query: 'b(', path: '.env' })).places).toEqual(['.env:1']);
  expect(await failureOf(searchCodeTool, { query: 'x', path: 'none' }, toolContext(files))).toMatchObject({ code: 'not_found' });
  expect(await failureOf(searchCodeTool, { query: 'x', path: '../..' }, toolContext(files))).toMatchObject({ code: 'outside_project' });
  expect(await searchCodeTool.plan({ query: 'x', path: '../..' }, toolContext(files))).toMatchObject({ ok: false });
  expect(await searchCodeTool.plan({ query: 'x', path: '.env' }, toolContext(files))).toMatchObject({ intent: { paths: ['.env'] } });
});

test('takes what a faster search has found, and reads for itself where that knows nothing', async () => {
  const found = { results: [], truncated: true, searched: 7, skipped: ['a (binary)'], skippedCount: 30, note: null };
  const workspace = Object.assign(new MemoryWorkspace(files), { search: async () => found });
  expect(await outputOf(searchCodeTool, { query: 'x' }, toolContext(workspace))).toMatchObject({
    filesSearched: 7,
    truncated: true,
    skippedCount: 30,
  });
  const blind = Object.assign(new MemoryWorkspace(files), { search: async () => null });
  expect(await outputOf(searchCodeTool, { query: 'b(' }, toolContext(blind))).toMatchObject({ matchCount: 3 });
});

test('huge files are named, many that are left out are counted', async () => {
  const many = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`${index}.key`, 'x']));
  const { rest } = await search({ query: 'x' }, { 'huge.txt': 'x'.repeat(2 * 1024 * 1024 + 1), ...many });
  expect(rest).toMatchObject({ skippedCount: 26 });
  expect((rest as { skipped: string[] }).skipped).toHaveLength(20);
  expect((await search({ query: 'x' }, { 'huge.txt': 'x'.repeat(2 * 1024 * 1024 + 1) })).rest).toMatchObject({
    skipped: ['huge.txt (2097153 bytes)'],
  });
});

test('on the page’s own thread an expression with many repeats sees the beginning of a line, and says so', async () => {
  const { rest } = await search({ query: 'a*b*c*d' }, { a: 'd' });
  expect(rest).toMatchObject({ note: 'With so many repeats only the first 120 characters of a line are searched.' });
  for (const query of ['a?'.repeat(9), 'a*b*c*d*e*f*g', '(a?b)*'])
    expect((await search({ query }, { a: 'd' })).rest).toMatchObject({ note: expect.stringContaining('could run without end') });
});
