import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compareLanguage } from '../../../scripts/texts/compare-language.ts';
import { CATALOGUE, catalogueText, makeCatalogue } from '../../../scripts/texts/make-catalogue.ts';

const catalogue = makeCatalogue();
const languages = readdirSync(CATALOGUE).filter((file) => file !== 'en.json');

test('every text of the sources can be looked up: it is a literal, and has the same forms everywhere', () => {
  expect(catalogue.problems).toEqual([]);
});

test('the catalogue is that of the sources (npm run texts)', () => {
  expect(readFileSync(`${CATALOGUE}/en.json`, 'utf8')).toBe(catalogueText(catalogue));
});

test.each(languages)('%s has every text and no other, with its places and the forms of its numbers', (file) => {
  const texts = JSON.parse(readFileSync(`${CATALOGUE}/${file}`, 'utf8'));
  expect(compareLanguage(file.replace('.json', ''), texts, catalogue)).toEqual({ missing: [], unused: [], wrong: [] });
});
