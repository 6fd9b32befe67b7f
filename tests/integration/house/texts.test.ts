import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BUTTON_NAMES, buttonName } from '../../../app/lib/button-names/button-name.ts';
import { compareLanguage } from '../../../scripts/texts/compare-language.ts';
import { CATALOGUE, catalogueText, makeCatalogue } from '../../../scripts/texts/make-catalogue.ts';

const catalogue = makeCatalogue();
const sources = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'app/**/*.ts', 'app/**/*.tsx'], { encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((file) => !/\.test\.tsx?$/.test(file) && existsSync(file));
const languages = readdirSync(CATALOGUE).filter((file) => file !== 'en.json');

test('every text of the sources can be looked up: it is a literal, and has the same forms everywhere', () => {
  expect(catalogue.problems).toEqual([]);
});

test('the catalogue is that of the sources (npm run texts)', () => {
  expect(readFileSync(`${CATALOGUE}/en.json`, 'utf8')).toBe(catalogueText(catalogue));
});

test('a text that names a button has its name from the button itself', () => {
  const keys = Object.keys(JSON.parse(readFileSync(`${CATALOGUE}/en.json`, 'utf8')));
  const names = BUTTON_NAMES.map((name) => buttonName(name).replace('…', ''));
  const isNamed = (key: string) =>
    names.some((name) => key.includes(`“${name}`) || new RegExp(`\\b${name} (?:asks|sends|ends)\\b`).test(key));
  expect(keys.filter((key) => /\b[Pp]ress “?[A-Z]/.test(key) || isNamed(key))).toEqual([]);
});

/** A table of texts without a type: `const TEXT = { close: () => t('Close') }`. */
const UNTYPED = /^(?:export )?const (\w+) = \{(?:[^\n]*|\n(?:(?!^\}).)*?)=>\s*(?:t|tIn|plural)\(/gms;

test('a table holds the texts for the values of a type; a single text is a direct call', () => {
  const untyped = sources.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(UNTYPED)].map(([, name]) => `${file}: ${name}`));
  expect(untyped).toEqual([]);
});

test.each(languages)('%s has every text and no other, with its places and the forms of its numbers', (file) => {
  const texts = JSON.parse(readFileSync(`${CATALOGUE}/${file}`, 'utf8'));
  expect(compareLanguage(file.replace('.json', ''), texts, catalogue)).toEqual({ missing: [], unused: [], wrong: [] });
});
