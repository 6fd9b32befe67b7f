import { afterEach, expect, test } from 'vitest';
import { setLanguageSource } from '../../../lib/i18n/language.ts';
import { chordName, keyName } from './key-name.ts';

afterEach(() => setLanguageSource(() => undefined));

test('a key is called what is printed on it where the user is', () => {
  setLanguageSource(() => ({ locale: 'de', texts: { 'a key|Ctrl': 'Strg', 'a key|Page Up': 'Bild auf' } }));
  expect(chordName('Ctrl+PageUp')).toBe('Strg+Bild auf');
  expect(chordName('Ctrl+Shift+F')).toBe('Strg+Shift+F');
});

test('letters, signs and function keys are what they are', () => {
  expect(['F', 'F12', '/', 'toString'].map(keyName)).toEqual(['F', 'F12', '/', 'toString']);
});
