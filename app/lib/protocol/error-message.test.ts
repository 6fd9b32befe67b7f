import { expect, test } from 'vitest';
import { errorMessage } from './error-message.ts';

test('what was thrown is said in its own words, and a full storage in plain words', () => {
  expect(errorMessage(new Error('no such file'))).toBe('no such file');
  expect(errorMessage('odd')).toBe('odd');
  expect(errorMessage(new DOMException('The quota has been exceeded.', 'QuotaExceededError'))).toMatch(/^Storage is full/);
});

test('what a browser throws without a word is given one', () => {
  expect(errorMessage(new DOMException('', 'AbortError'))).toBe('The browser ended the work before it was done');
  for (const thrown of ['', new Error(''), new TypeError('')]) expect(errorMessage(thrown)).not.toBe('');
});
