import type { PluralForms, Texts } from '../../app/lib/i18n/language.ts';
import type { Catalogue } from './make-catalogue.ts';

/** The texts that a language lacks, has in excess, or has in a different form than the catalogue. */
export interface LanguageGaps {
  missing: string[];
  unused: string[];
  wrong: string[];
}

export function compareLanguage(locale: string, texts: Texts, { entries }: Pick<Catalogue, 'entries'>): LanguageGaps {
  const rules = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
  const wrong: string[] = [];
  for (const [key, text] of Object.entries(texts)) {
    const entry = entries.get(key);
    if (entry === undefined) continue;
    if (typeof text === 'string') {
      if (entry.one !== undefined) wrong.push(`${key}: it needs the forms ${rules.join(', ')}`);
      else if (placesOf(text) !== placesOf(key)) wrong.push(`${key}: its places are ${placesOf(key)}, not ${placesOf(text)}`);
    } else wrong.push(...wrongForms(key, text, rules, entry.one));
  }
  return {
    missing: [...entries.keys()].filter((key) => !Object.hasOwn(texts, key)),
    unused: Object.keys(texts).filter((key) => !entries.has(key)),
    wrong,
  };
}

function wrongForms(key: string, forms: PluralForms, rules: readonly Intl.LDMLPluralRule[], one: string | undefined): string[] {
  if (one === undefined) return [`${key}: it has no number`];
  const given = Object.keys(forms).sort().join();
  if (given !== [...rules].sort().join()) return [`${key}: it needs the forms ${rules.join(', ')}`];
  const known = new Set(`${placesOf(key)},count`.split(','));
  // The singular form may omit the number, as in English; all other placeholders must be in every form.
  return Object.entries(forms)
    .filter(([, text]) =>
      placesOf(text)
        .split(',')
        .some((name) => name !== '' && !known.has(name)),
    )
    .concat(Object.entries(forms).filter(([name, text]) => name === 'other' && placesOf(text) !== placesOf(key)))
    .map(([name]) => `${key}: the places of the form “${name}”`);
}

/** Sorted, because a translation may change the order. */
function placesOf(text: string): string {
  return [...new Set([...text.matchAll(/{(\w+)}/g)].map(([, name]) => name))].sort().join();
}
