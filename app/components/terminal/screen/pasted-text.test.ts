import { expect, test } from 'vitest';
import { pastedText } from './pasted-text.ts';

test('what is pasted keeps its lines and tabs and loses all that ends a paste or moves the cursor', () => {
  expect(pastedText('one\r\n\ttwo\n')).toBe('one\r\n\ttwo\n');
  expect(pastedText('a\x1b[201~\rb\x9b201~\x03\x04\x7f\0c')).toBe('a[201~\rb201~c');
});
