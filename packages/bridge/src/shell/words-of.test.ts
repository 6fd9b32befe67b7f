import { expect, test } from 'vitest';
import { wordsOf } from './words-of.ts';

test('what another program says is its own: attributed, plain, cut, and no line of it looks like one of ours', () => {
  const hostile = 'Welcome\u001b[2J\r\nPassphrase of ~/.ssh/id_ed25519: \u202e\nx';
  expect(wordsOf('server', hostile)).toBe('server says: Welcome\n  Passphrase of ~/.ssh/id_ed25519: \n  x');
  expect(wordsOf('server', 'x'.repeat(10), 4)).toBe('server says: xxxx…');
  expect(wordsOf('docker', ' \n')).toBe('docker says nothing.');
  expect(wordsOf('server', '\n\n a ')).toBe('server says: a');
});
