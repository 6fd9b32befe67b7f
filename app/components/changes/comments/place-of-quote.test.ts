import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hunksOf } from '../../../lib/agent/calls/hunks.ts';
import { type CommentTarget, diffRows, linesOf, quoteOf } from './diff-rows.ts';
import { placeOfQuote } from './place-of-quote.ts';

const BEFORE = 'a\nb\nc\nd\ne\n';
const AFTER = 'a\nB\nc\nd\ne\nf\n';

function quoted(target: CommentTarget, before = BEFORE, after = AFTER) {
  return quoteOf(diffRows({ before, after }), target) ?? expect.unreachable();
}
const lines = (first: number, last: number): CommentTarget => ({ type: 'lines', side: 'after', first, last });
/** Where a comment on these lines is when the file has become `now`. */
function placed(target: CommentTarget, now: string) {
  const { quote, isChanged } = placeOfQuote(quoted(target), diffRows({ before: BEFORE, after: now }));
  return { ...linesOf(quote), isChanged };
}

test('a hunk is quoted with what it removes, and named by the lines that it made', () => {
  const [first, second] = hunksOf(BEFORE, AFTER).map((hunk) => quoted({ type: 'hunk', hunk }));
  expect(first?.rows).toEqual([
    { sign: '-', text: 'b' },
    { sign: '+', text: 'B' },
  ]);
  expect(first && linesOf(first)).toEqual({ first: 2, last: 2, isRemoved: false });
  expect(second && linesOf(second)).toEqual({ first: 6, last: 6, isRemoved: false });
  const gone = quoted({ type: 'hunk', hunk: hunksOf(BEFORE, 'a\ne\n')[0] ?? expect.unreachable() }, BEFORE, 'a\ne\n');
  expect(linesOf(gone)).toEqual({ first: 2, last: 4, isRemoved: true });
});

test('chosen lines are quoted with what was removed between them, and lines of the text before too', () => {
  expect(quoted(lines(0, 1)).rows.map(({ sign, text }) => sign + text)).toEqual([' a', '-b', '+B']);
  expect(quoted({ type: 'lines', side: 'before', first: 1, last: 1 }).rows).toEqual([{ sign: '-', text: 'b' }]);
  expect(quoteOf(diffRows({ before: BEFORE, after: AFTER }), lines(90, 91))).toBeNull();
});

test('a comment moves with its lines, and says when they are not as they were', () => {
  expect(placed(lines(1, 2), `new\nnew\n${AFTER}`)).toEqual({ first: 4, last: 5, isRemoved: false, isChanged: false });
  expect(placed(lines(1, 2), AFTER.replace('B', 'X'))).toEqual({ first: 2, last: 3, isRemoved: false, isChanged: true });
  const removed: CommentTarget = { type: 'lines', side: 'before', first: 1, last: 1 };
  expect(placed(removed, AFTER).isChanged).toBe(false);
  // Reverted: nothing is removed there any more.
  expect(placed(removed, BEFORE).isChanged).toBe(true);
});

test('of lines that are alike it is the one with the same neighbours; without any it is none of them', () => {
  const before = '';
  const text = 'if a\n  one\n}\nif b\n  two\n}\n';
  const brace = quoted(lines(5, 5), before, text);
  const now = (after: string) => placeOfQuote(brace, diffRows({ before, after }));
  expect(linesOf(now(`new\n${text}`).quote).first).toBe(7);
  expect(now('x\n}\ny\n').isChanged).toBe(true);
});

test('whatever the texts are, a part of their difference is found again in it', () => {
  const text = fc.array(fc.constantFrom('a\n', 'b\n', '}\n', '\n', 'c\r\n'), { maxLength: 12 }).map((all) => all.join(''));
  fc.assert(
    fc.property(text, text, fc.nat(11), fc.nat(4), (before, after, first, more) => {
      const rows = diffRows({ before, after });
      const quote = quoteOf(rows, lines(first, first + more));
      if (quote === null) return;
      expect(placeOfQuote(quote, rows)).toEqual({ quote, isChanged: false });
      expect(rows.filter(({ sign }) => sign !== '-')).toHaveLength(after.split('\n').length - 1);
    }),
  );
});
