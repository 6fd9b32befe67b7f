import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyHunks, hunkRange, hunksOf, splitLines } from './hunks.ts';

const lines = (...all: string[]) => all.map((line) => `${line}\n`).join('');
const numbered = (count: number, changed: Record<number, string> = {}) =>
  lines(...Array.from({ length: count }, (_, index) => new Map(Object.entries(changed)).get(String(index + 1)) ?? `line ${index + 1}`));

test('two changes far apart are two hunks with their lines', () => {
  const hunks = hunksOf(numbered(20), numbered(20, { 3: 'three', 15: 'fifteen' }));
  expect(hunks.map(hunkRange)).toEqual(['line 3', 'line 15']);
  expect(hunks[0]).toEqual({ start: 2, removed: ['line 3\n'], newStart: 2, added: ['three\n'] });
});

test('changes with at most two lines between them are one hunk', () => {
  expect(hunksOf(numbered(20), numbered(20, { 3: 'three', 6: 'six' })).map(hunkRange)).toEqual(['lines 3-6']);
  expect(hunksOf(numbered(20), numbered(20, { 3: 'three', 7: 'seven' }))).toHaveLength(2);
});

test('an insertion says where its lines will be, a removal where they were', () => {
  expect(hunksOf(lines('a', 'd'), lines('a', 'b', 'c', 'd')).map(hunkRange)).toEqual(['lines 2-3']);
  expect(hunksOf(lines('a', 'b', 'c'), lines('a', 'c')).map(hunkRange)).toEqual(['line 2']);
});

test('line ends, the byte order mark and a missing final newline are kept byte for byte', () => {
  const before = '\uFEFFone\r\ntwo\r\nthree\nfour\nfive\nsix';
  const after = '\uFEFFone\r\nTWO\r\nthree\nfour\nfive\nSIX\n';
  const hunks = hunksOf(before, after);
  expect(hunks).toHaveLength(2);
  expect(applyHunks(before, hunks, new Set([0]))).toBe('\uFEFFone\r\nTWO\r\nthree\nfour\nfive\nsix');
  expect(applyHunks(before, hunks, new Set([1]))).toBe('\uFEFFone\r\ntwo\r\nthree\nfour\nfive\nSIX\n');
});

test('a change of line ends alone is a change', () => {
  expect(hunksOf('a\nb\n', 'a\r\nb\n')).toEqual([{ start: 0, removed: ['a\n'], newStart: 0, added: ['a\r\n'] }]);
});

test('equal texts have no hunks, and hunks that there are not are passed over', () => {
  expect(hunksOf('a\n', 'a\n')).toEqual([]);
  expect(hunksOf('', '')).toEqual([]);
  expect(applyHunks('a\n', hunksOf('a\n', 'b\n'), new Set([7, 99]))).toBe('a\n');
});

test('texts that have next to nothing in common are one hunk between their common ends', () => {
  const filling = (mark: string) => Array.from({ length: 5_000 }, (_, index) => `${mark} ${index}`);
  const before = lines('first', ...filling('old'), 'last');
  const after = lines('first', ...filling('new'), 'last');
  const hunks = hunksOf(before, after);
  expect(hunks.map(hunkRange)).toEqual(['lines 2-5001']);
  expect(applyHunks(before, hunks, new Set([0]))).toBe(after);
});

const text = fc
  .array(fc.tuple(fc.constantFrom('a', 'b', 'c', '', '}', '  x'), fc.constantFrom('\n', '\n', '\r\n')), { maxLength: 30 })
  .chain((parts) => fc.constantFrom('', 'tail', '\uFEFF').map((tail) => parts.map(([line, end]) => line + end).join('') + tail));

test('all hunks make the text after, none leaves the text before, any of them what doing it by hand gives', () => {
  fc.assert(
    fc.property(text, text, fc.array(fc.nat(20)), (before, after, picked) => {
      const hunks = hunksOf(before, after);
      expect(hunksOf(before, after)).toEqual(hunks);
      expect(applyHunks(before, hunks, new Set(hunks.keys()))).toBe(after);
      expect(applyHunks(before, hunks, new Set())).toBe(before);
      const accepted = new Set(picked);
      // Apply manually from last to first, so that earlier positions stay valid.
      const byHand = splitLines(before);
      for (const [index, hunk] of [...hunks.entries()].reverse()) {
        expect(byHand.slice(hunk.start, hunk.start + hunk.removed.length)).toEqual(hunk.removed);
        if (accepted.has(index)) byHand.splice(hunk.start, hunk.removed.length, ...hunk.added);
      }
      expect(applyHunks(before, hunks, accepted)).toBe(byHand.join(''));
    }),
  );
});

test('lines joined again are the text', () => {
  fc.assert(fc.property(fc.string(), (value) => void expect(splitLines(value).join('')).toBe(value)));
});
