import { expect, test } from 'vitest';
import { keyPlatform, terminalKey } from './terminal-key.ts';

const press = (keys: string) => {
  const parts = keys.split('+');
  const has = (name: string) => parts.includes(name);
  return {
    type: 'keydown',
    key: parts.at(-1) ?? '',
    ctrlKey: has('Ctrl'),
    metaKey: has('Cmd'),
    shiftKey: has('Shift'),
    altKey: has('Alt'),
  };
};

test.each([
  ['Ctrl+f', 'other', false, null],
  ['Ctrl+v', 'other', false, 'paste'],
  ['Ctrl+Shift+V', 'other', false, 'paste'],
  ['Ctrl+Shift+C', 'other', true, 'copy'],
  ['Ctrl+c', 'other', true, null],
  ['Ctrl+c', 'windows', true, 'copy'],
  ['Ctrl+c', 'windows', false, null],
  ['Ctrl+Alt+v', 'windows', false, null],
  ['Cmd+c', 'mac', true, null],
  ['Ctrl+c', 'mac', true, null],
  ['Cmd+v', 'other', false, null],
  ['f', 'other', false, null],
] as const)('%s on %s with a selection %s is %s', (keys, platform, hasSelection, expected) => {
  expect(terminalKey(press(keys), platform, hasSelection)).toBe(expected);
});

test('a key that is let go does nothing', () => {
  expect(terminalKey({ ...press('Ctrl+v'), type: 'keyup' }, 'other', false)).toBeNull();
});

test('the platform is what the browser says', () => {
  expect(['MacIntel', 'iPhone', 'Win32', 'Linux x86_64', ''].map((platform) => keyPlatform({ platform }))).toEqual([
    'mac',
    'mac',
    'windows',
    'other',
    'other',
  ]);
});
