import { afterEach, expect, test } from 'vitest';
import { dateText } from './date-text.ts';
import { type Language, setLanguageSource } from './language.ts';
import { numberText } from './number-text.ts';
import { plural } from './plural.ts';
import { t, tIn } from './t.ts';

const GERMAN: Language = {
  locale: 'de',
  texts: {
    Keep: 'Behalten',
    'Found in {file}, {place}': '{place} in {file} gefunden',
    'of a file|Open': 'Geöffnet',
    '{count} files in {folder}': { one: '{count} Datei in {folder}', other: '{count} Dateien in {folder}' },
  },
};
const speak = (language: Language | undefined) => setLanguageSource(() => language);
const files = (count: number) => plural(count, { one: '{count} file in {folder}', other: '{count} files in {folder}' }, { folder: 'src' });

afterEach(() => speak(undefined));

test('English needs nothing but the text', () => {
  expect(t('Keep')).toBe('Keep');
  expect(t('Found in {file}, {place}', { file: 'a.ts', place: 3 })).toBe('Found in a.ts, 3');
  expect([0, 1, 1_200].map(files)).toEqual(['0 files in src', '1 file in src', '1,200 files in src']);
});

test('another language has its own words, in its own order', () => {
  speak(GERMAN);
  expect(t('Keep')).toBe('Behalten');
  expect(t('Found in {file}, {place}', { file: 'a.ts', place: 3 })).toBe('3 in a.ts gefunden');
  expect([1, 1_200].map(files)).toEqual(['1 Datei in src', '1.200 Dateien in src']);
});

test('what a language lacks is said in English', () => {
  speak(GERMAN);
  expect(t('Delete')).toBe('Delete');
  expect(plural(2, { one: '{count} step', other: '{count} steps' })).toBe('2 steps');
});

test('a text with two meanings is found by its context, and without it by itself', () => {
  speak(GERMAN);
  expect([tIn('of a file', 'Open'), tIn('a button', 'Open')]).toEqual(['Geöffnet', 'Open']);
});

test('a language may have more forms than English, or one', () => {
  const forms = { one: '{count} plik', few: '{count} pliki', many: '{count} plików', other: '{count} pliku' };
  speak({ locale: 'pl', texts: { '{count} files': forms } });
  const polish = (count: number) => plural(count, { one: '{count} file', other: '{count} files' });
  expect([1, 3, 5].map(polish)).toEqual(['1 plik', '3 pliki', '5 plików']);
  speak({ locale: 'ja', texts: { '{count} files': '{count}個のファイル' } });
  expect(polish(1)).toBe('1個のファイル');
});

test('a value is put as it is: what is in braces in it, and what replacing knows, stays', () => {
  expect(t('Found in {file}, {place}', { file: '{place} $& $1', place: 2 })).toBe('Found in {place} $& $1, 2');
  expect(t('Port {port}', { port: 30_000 })).toBe('Port 30000');
});

test('numbers and dates are written as the language writes them', () => {
  const at = Date.UTC(2026, 10, 27, 12);
  const written = () => [numberText(1_234.5), dateText(at, { day: 'numeric', month: 'long', timeZone: 'UTC' })];
  expect(written()).toEqual(['1,234.5', 'November 27']);
  speak(GERMAN);
  expect(written()).toEqual(['1.234,5', '27. November']);
});

test('two pages that are written at the same time do not hear each other', () => {
  const languages = [GERMAN, undefined];
  setLanguageSource(() => languages.shift());
  expect([t('Keep'), t('Keep')]).toEqual(['Behalten', 'Keep']);
});
