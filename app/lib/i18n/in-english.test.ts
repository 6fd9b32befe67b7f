import { afterEach, expect, test } from 'vitest';
import { inEnglish } from './in-english.ts';
import { setLanguageSource } from './language.ts';
import { t } from './t.ts';

afterEach(() => void setLanguageSource(() => undefined));

test('a model reads in English what the user reads in their language, before and after it', () => {
  setLanguageSource(() => ({ locale: 'de', texts: { 'It is not connected.': 'Er ist nicht verbunden.' } }));
  const why = () => t('It is not connected.');
  expect([why(), inEnglish(why), why()]).toEqual(['Er ist nicht verbunden.', 'It is not connected.', 'Er ist nicht verbunden.']);
});

test('a text that cannot be made leaves the language as it was', () => {
  setLanguageSource(() => ({ locale: 'de', texts: { Name: 'Bezeichnung' } }));
  const broken = () => {
    throw new Error('none');
  };
  expect(() => inEnglish(broken)).toThrow('none');
  expect(t('Name')).toBe('Bezeichnung');
});
