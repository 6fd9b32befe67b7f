import { expect, test } from 'vitest';
import { plainText } from './plain-text.ts';

test('a text of a server keeps nothing that a terminal obeys', () => {
  const hostile = '\u001b]0;title\u0007\u001b[31mred\u001b[0m\u001b[6n\u0005\u001bc\u009b5n a\r\nb\u202e\u200b\u0000';
  expect(plainText(hostile)).toBe('redc5n a b');
  expect(plainText('a\r\nb\rc', { keepsLines: true })).toBe('a\nb\nc');
  expect(plainText('x'.repeat(10), { limit: 4 })).toBe('xxxx…');
});
