import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LONG_PASTE, longPaste } from './long-paste.ts';

const LONG = 'line of a log\n'.repeat(LONG_PASTE / 10);

test('a text that comes at once and is long is taken out, wherever the caret was', () => {
  expect(longPaste('', LONG)).toEqual({ pasted: LONG, rest: '' });
  expect(longPaste('Why? Thanks.', `Why? ${LONG}Thanks.`)).toEqual({ pasted: LONG, rest: 'Why? Thanks.' });
});

test('what is typed, and a short text, stay in the field, however much it holds', () => {
  expect(longPaste(LONG, `${LONG}x`)).toBeNull();
  expect(longPaste('', LONG.slice(0, LONG_PASTE))).toBeNull();
});

test('nothing is lost: both parts together are what the field held', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (before, replaced, after) => {
      const current = `${before}${LONG}${after}`;
      const found = longPaste(`${before}${replaced}${after}`, current);
      if (found === null) throw new Error('It is long.');
      expect(found.pasted.length + found.rest.length).toBe(current.length);
      expect(found.pasted.length).toBeGreaterThanOrEqual(LONG_PASTE);
    }),
  );
});
