/** The forms that a sentence with a number has in a language, by `Intl.PluralRules`; every language has `other`. */
export type PluralForms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** What is said in place of an English text. */
export type Texts = Readonly<Record<string, string | PluralForms>>;

/** What a page is written in. */
export interface Language {
  /** As `<html lang>` has it, and as numbers and dates are written: `en`, `de-AT`. */
  locale: string;
  /** By their English text; one that is missing is said in English. */
  texts: Texts;
  /** Where a browser gets `texts`; absent: English, which needs none. */
  address?: string;
}

const ENGLISH: Language = { locale: 'en', texts: {} };

let source: () => Language | undefined = () => ENGLISH;

/** The language of the page that is shown, or on the server of the one that is being written. */
export function language(): Language {
  return source() ?? ENGLISH;
}

/** `next` is asked at each text: a server writes several pages at a time. Returns what was asked before. */
export function setLanguageSource(next: typeof source): typeof source {
  const before = source;
  source = next;
  return before;
}
