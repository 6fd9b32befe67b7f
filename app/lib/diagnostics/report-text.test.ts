import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { reportText, withoutPrivate } from './report-text.ts';

test('the report says of each finding how it is, and what to do', () => {
  const text = reportText([
    { id: 'a', name: 'Browser', state: 'good', value: 'Chromium 147' },
    { id: 'b', name: 'Storage', state: 'warning', value: 'nearly full', advice: 'Delete chats.' },
  ]);
  expect(text).toBe('Devonz diagnostics\n[ok] Browser: Chromium 147\n[!!] Storage: nearly full\n     → Delete chats.\n');
});

test('folders of this computer and what looks as a key does are left out; the engine’s own folder and addresses stay', () => {
  expect(withoutPrivate('at file:///Users/ann/app.js')).toBe('at [a file of this computer]');
  expect(withoutPrivate('open C:\\Users\\Ann\\x.txt')).toBe('open [a path of this computer]');
  expect(withoutPrivate('open /home/ann/notes/x')).toBe('open [a path of this computer]');
  expect(withoutPrivate('ENOENT /home/project/src/a.ts')).toBe('ENOENT /home/project/src/a.ts');
  expect(withoutPrivate('see https://example.com/home/x')).toBe('see https://example.com/home/x');
  expect(withoutPrivate('key sk-abcdefghijklmnopqrstu refused')).toBe('key [hidden] refused');
  expect(withoutPrivate('sent Bearer abc.def')).toBe('sent Bearer [hidden]');
});

test('no key gets through, whatever surrounds it', () => {
  const key = fc.stringMatching(/^sk-[A-Za-z0-9]{20,40}$/);
  const around = fc.constantFrom('', ' ', '"', "'", '=', ': ', '\n', '(');
  fc.assert(fc.property(key, around, around, (secret, before, after) => !withoutPrivate(before + secret + after).includes(secret)));
});
