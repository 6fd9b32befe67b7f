/** The forms of a sentence with a number in a language, by `Intl.PluralRules`; every language has `other`. */
export type PluralForms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** Translations of English texts. */
export type Texts = Readonly<Record<string, string | PluralForms>>;

/** The language of a page. */
export interface Language {
  /** As in `<html lang>`, also used to format numbers and dates: `en`, `de-AT`. */
  locale: string;
  /** By their English text; English is used for missing ones. */
  texts: Texts;
  /** Where a browser loads `texts`; absent for English, which needs none. */
  address?: string;
}

const ENGLISH: Language = { locale: 'en', texts: {} };

let source: () => Language | undefined = () => ENGLISH;

/** Returns the language of the shown page or, on the server, of the page being rendered. */
export function language(): Language {
  return source() ?? ENGLISH;
}

/** Sets the function that is called for each text, because a server renders several pages concurrently. Returns the previous one. */
export function setLanguageSource(next: typeof source): typeof source {
  const before = source;
  source = next;
  return before;
}
