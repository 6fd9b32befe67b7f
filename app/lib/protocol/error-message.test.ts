import { expect, test } from 'vitest';
import { errorMessage } from './error-message.ts';

test('what was thrown is said in its own words, and a full storage in words that say what to do', () => {
  expect(errorMessage(new Error('no such file'))).toBe('no such file');
  expect(errorMessage('odd')).toBe('odd');
  expect(errorMessage(new DOMException('The quota has been exceeded.', 'QuotaExceededError'))).toContain('delete chats you no longer need');
});
