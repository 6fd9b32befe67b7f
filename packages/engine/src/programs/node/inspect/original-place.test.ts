import { describe, expect, it } from 'vitest';
import { analyzeModule } from '../loader/rewrite/rewrite-module.ts';
import { applyEdits } from '../loader/rewrite/source-edits.ts';
import { originalPlace } from './original-place.ts';

describe('originalPlace', () => {
  it('finds each name of a rewritten line where it is in the source', () => {
    const source =
      'import { a } from "x"; const first = 1;\nasync () => { await a(first); try { await second(third) } catch { fourth } };\nfifth(a, sixth);';
    const { edits } = analyzeModule(source);
    const rewritten = applyEdits(source, edits).split('\n');
    const lines = source.split('\n');
    for (const name of ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']) {
      const line = rewritten.findLastIndex((text) => text.includes(name));
      const column = (rewritten[line] ?? '').indexOf(name) + 1;
      const place = { line: line + 1, column: (lines[line] ?? '').indexOf(name) + 1 };
      expect([name, originalPlace(source, edits, { line: line + 1, column })]).toEqual([name, place]);
    }
  });

  it('finds the await that waits, though it was moved behind what it waits for', () => {
    const source = 'const all = async () => {\n  const one = await call(\n    await other,\n  );\n};';
    const { edits } = analyzeModule(source);
    const rewritten = applyEdits(source, edits).split('\n');
    const places = rewritten.flatMap((text, index) => {
      const column = text.indexOf('await') + 1;
      return column === 0 ? [] : [originalPlace(source, edits, { line: index + 1, column })];
    });
    expect(places).toEqual([
      { line: 3, column: 5 },
      { line: 2, column: 15 },
    ]);
  });
});
