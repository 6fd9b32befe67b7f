import { describe, expect, it } from 'vitest';
import { analyzeModule } from '../loader/rewrite-module.ts';
import { applyEdits } from '../loader/source-edits.ts';
import { originalColumn } from './original-column.ts';

describe('originalColumn', () => {
  it('finds each name of a rewritten line where it stands in the source', () => {
    const source =
      'import { a } from "x"; const first = 1;\nasync () => { await a(first); try { await second(third) } catch { fourth } };\nfifth(a, sixth);';
    const { edits } = analyzeModule(source);
    const rewritten = applyEdits(source, edits).split('\n');
    const lines = source.split('\n');
    for (const name of ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']) {
      const line = rewritten.findLastIndex((text) => text.includes(name));
      const column = (rewritten[line] ?? '').indexOf(name) + 1;
      expect([name, originalColumn(source, edits, line + 1, column)]).toEqual([name, (lines[line] ?? '').indexOf(name) + 1]);
    }
  });
});
