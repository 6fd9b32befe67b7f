import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findLinks } from './find-links.ts';

const FILES = new Set(['src/App.tsx', 'package.json', 'app/(shop)/[id]/page.tsx', 'server.mjs']);
const isFile = (path: string) => FILES.has(path);
const linksIn = (line: string) => findLinks(line, isFile).map(({ start, end, target }) => [line.slice(start, end), target]);
const file = (path: string, line?: number, column?: number) => ({
  type: 'file',
  path,
  place: line === undefined ? null : { line, ...(column === undefined ? {} : { column }) },
});

test.each([
  ['src/App.tsx:4:2 - error TS2304', 'src/App.tsx:4:2', file('src/App.tsx', 4, 1)],
  ['src/App.tsx(4,2): error TS2304', 'src/App.tsx(4,2)', file('src/App.tsx', 4, 1)],
  [' ❯ onRemove src/App.tsx:34', 'src/App.tsx:34', file('src/App.tsx', 34)],
  ['    at run (/home/project/server.mjs:3:10)', '/home/project/server.mjs:3:10', file('server.mjs', 3, 9)],
  ['    at file:///home/project/server.mjs:3:10', '/home/project/server.mjs:3:10', file('server.mjs', 3, 9)],
  ['src/App.tsx:4:const a = 1', 'src/App.tsx:4', file('src/App.tsx', 4)],
  ['wrote ./package.json.', './package.json', file('package.json')],
  ['"src/App.tsx"', 'src/App.tsx', file('src/App.tsx')],
  ['[app/(shop)/[id]/page.tsx:2:1]', 'app/(shop)/[id]/page.tsx:2:1', file('app/(shop)/[id]/page.tsx', 2, 0)],
  ['src/App.tsx:0:0', 'src/App.tsx:0:0', file('src/App.tsx')],
])('%j names a file of the project and the place in it', (line, text, target) => {
  expect(linksIn(line)).toEqual([[text, target]]);
});

test.each(['src/Gone.tsx:4:2', '/etc/passwd', '../src/App.tsx/../../x', 'src', 'at node:internal/main:1:2', ':4:2', 'src/App.tsxx:4'])(
  '%j is no file of the project, and no link',
  (line) => {
    expect(linksIn(line)).toEqual([]);
  },
);

test.each([
  ['  ➜  Local:   http://localhost:5173/', 'http://localhost:5173/', { type: 'page', port: 5173, path: '/' }],
  ['listening on http://0.0.0.0:3000.', 'http://0.0.0.0:3000', { type: 'page', port: 3000, path: '/' }],
  ['(see https://a.example/b_(c))', 'https://a.example/b_(c)', { type: 'elsewhere', url: 'https://a.example/b_(c)' }],
  ['url=https://a.example/?q=1#x, and', 'https://a.example/?q=1#x', { type: 'elsewhere', url: 'https://a.example/?q=1#x' }],
])('%j has an address without what is around it', (line, text, target) => {
  expect(linksIn(line)).toEqual([[text, target]]);
});

test('the links of a line come in their order, the first fifty of them', () => {
  expect(linksIn('package.json http://localhost:1/ server.mjs').map(([text]) => text)).toEqual([
    'package.json',
    'http://localhost:1/',
    'server.mjs',
  ]);
  expect(linksIn('package.json '.repeat(80))).toHaveLength(50);
});

test('what is too long to be read is no link', () => {
  expect(linksIn(`https://a.example/${'x'.repeat(2_100)}`)).toEqual([]);
  expect(findLinks(`${'a/'.repeat(300)}x.ts`, () => true)).toEqual([]);
});

test('whatever a program prints, links are parts of the line in order, and lead to pages and files of the project only', () => {
  const piece = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom('http://', 'https://localhost:', 'javascript:', 'file://', 'src/App.tsx', ':4', ':', '(', ')', '..', '/', ' ', '@'),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const line = pieces.join('');
      let at = 0;
      for (const { start, end, target } of findLinks(line, isFile)) {
        expect(start).toBeGreaterThanOrEqual(at);
        expect(end).toBeGreaterThan(start);
        expect(end).toBeLessThanOrEqual(line.length);
        at = end;
        if (target.type === 'elsewhere') expect(target.url).toMatch(/^https?:\/\//);
        if (target.type === 'file') expect(FILES).toContain(target.path);
      }
    }),
  );
});

test('a line that is made to be slow to read is read at once', () => {
  const hostile = ['('.repeat(2_000), ':1'.repeat(250), `https://${'a)'.repeat(1_000)}`, '.'.repeat(2_000), 'a(1,'.repeat(120)].join(' ');
  let asked = 0;
  findLinks(hostile, () => {
    asked++;
    return false;
  });
  expect(asked).toBeLessThan(100);
});
