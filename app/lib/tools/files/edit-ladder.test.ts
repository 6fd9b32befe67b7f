import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { applyEdits } from './edit-ladder.ts';

const schema = z.object({
  cases: z.array(
    z.object({
      name: z.string(),
      content: z.string(),
      edits: z.array(z.object({ find: z.string(), replace: z.string(), all: z.boolean().optional() })),
      expect: z.record(z.string(), z.unknown()),
    }),
  ),
});

function casesOf(name: string) {
  return schema.parse(JSON.parse(readFileSync(new URL(`../../../../tests/fixtures/corpus/${name}.json`, import.meta.url), 'utf8'))).cases;
}

describe('the corpus of edits', () => {
  test.each([...casesOf('edits'), ...casesOf('edits-ours')])('$name', ({ content, edits, expect: wanted }) => {
    expect(applyEdits(content, edits)).toMatchObject(wanted);
  });
});

test('a byte order mark stays, whether or not the search has one', () => {
  for (const find of ['a', '\ufeffa'])
    expect(applyEdits('\ufeffa\n', [{ find, replace: 'b' }])).toEqual({ ok: true, content: '\ufeffb\n' });
});

test('"all" replaces tolerant matches too', () => {
  expect(applyEdits('  a \n  b\nx\n  a\n  b \n', [{ find: 'a\nb', replace: 'c', all: true }])).toEqual({
    ok: true,
    content: '  c\nx\n  c\n',
  });
});

test('a search that overlaps itself occurs in two places', () => {
  expect(applyEdits('aaa', [{ find: 'aa', replace: 'b' }])).toMatchObject({ ok: false, code: 'ambiguous' });
});

test('tabs are no shift of spaces', () => {
  expect(applyEdits('\tif (x) {\n\t\ty()\n\t}\n', [{ find: 'if (x) {\n  y()\n}', replace: 'z' }])).toMatchObject({ code: 'not_found' });
  expect(applyEdits('\tif (x) {\n\t\ty()\n\t}\n', [{ find: 'if (x) {\n\ty()\n}', replace: 'if (z) {\n\ty()\n}' }])).toMatchObject({
    content: '\tif (z) {\n\t\ty()\n\t}\n',
  });
});

test('nothing but an empty list or an empty search is refused as such', () => {
  expect(applyEdits('a', [{ find: '', replace: 'b' }])).toMatchObject({ code: 'empty_find' });
  expect(applyEdits('a', [])).toMatchObject({ code: 'no_change' });
});

const line = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\t', '$', '&'), maxLength: 6 });
const lines = fc.array(line, { minLength: 1, maxLength: 8 });

test('a unique piece of the text is replaced there and nowhere else', () => {
  fc.assert(
    fc.property(lines, fc.nat(), fc.nat(), fc.string(), (parts, from, length, replace) => {
      const text = parts.join('\n');
      const start = from % (text.length + 1);
      const find = text.slice(start, start + 1 + (length % 10));
      fc.pre(find !== '' && find !== replace && !replace.includes('\n') && !replace.includes('\ufeff'));
      fc.pre(text.indexOf(find) === start && text.indexOf(find, start + 1) === -1);
      expect(applyEdits(text, [{ find, replace }])).toEqual({
        ok: true,
        content: text.slice(0, start) + replace + text.slice(start + find.length),
      });
    }),
  );
});

test('lines that were not named keep their ends, whatever ends they have', () => {
  const ends = fc.constantFrom('\n', '\r\n');
  fc.assert(
    fc.property(fc.array(ends, { minLength: 3, maxLength: 6 }), fc.nat(), (eols, which) => {
      const target = which % eols.length;
      const text = eols.map((eol, index) => `line ${index}${eol}`).join('');
      const outcome = applyEdits(text, [{ find: `line ${target}`, replace: 'changed' }]);
      expect(outcome).toEqual({ ok: true, content: text.replace(`line ${target}`, 'changed') });
    }),
  );
});

test('a whole block is found in files with other line ends and keeps theirs', () => {
  fc.assert(
    fc.property(fc.constantFrom('\n', '\r\n'), fc.constantFrom('', '  ', '\t'), (eol, indent) => {
      const text = ['top', 'f() {', '  one()', '  two()', '}', 'end', ''].map((one) => (one === '' ? '' : indent + one)).join(eol);
      const outcome = applyEdits(text, [{ find: 'f() {\n  one()\n  two()\n}', replace: 'f() {\n  three()\n}' }]);
      expect(outcome).toEqual({ ok: true, content: text.replace(`one()${eol}${indent}  two()`, 'three()') });
    }),
  );
});
