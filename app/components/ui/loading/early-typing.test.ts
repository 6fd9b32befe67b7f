import { expect, test } from 'vitest';
import { type EarlyTyping, typedKey } from './early-typing.ts';

const NOTHING: EarlyTyping = { text: '', keys: [], opener: null };
const type = (...keys: string[]) => keys.reduce<EarlyTyping | null>((typing, key) => typing && typedKey(typing, key), NOTHING);

test('characters are text, keys that choose wait, and what is no text changes nothing', () => {
  expect(type('a', 'Shift', 'B', 'Dead', 'Control', ' ', '😀', 'F5', 'ArrowDown', 'Enter')).toEqual({
    text: 'aB 😀',
    keys: ['ArrowDown', 'Enter'],
    opener: null,
  });
});

test('Backspace takes a whole character, and Escape gives up', () => {
  expect(type('a', '😀', 'Backspace')?.text).toBe('a');
  expect(type('Backspace')?.text).toBe('');
  expect(type('a', 'Escape', 'b')).toBeNull();
});
