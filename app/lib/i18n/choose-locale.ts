/** Languages of the app. */
export const SPOKEN_LANGUAGES = ['en', 'de'] as const;
export type SpokenLanguage = (typeof SPOKEN_LANGUAGES)[number];

/** Cookie with the user's choice, for the server, which renders the page. Without `__Host-`: it is not secret, and Safari keeps it too. */
export const LANGUAGE_COOKIE = 'devonz-language';

export interface ChosenLocale {
  spoken: SpokenLanguage;
  /** Such as `de-AT`, so that numbers and dates match the user's region. */
  locale: string;
}

/**
 * Returns the page's language for the user's choice, if it is a supported one, and the languages that the browser accepts, the preferred
 * ones first.
 */
export function chooseLocale(choice: string | undefined, accepted: readonly string[]): ChosenLocale {
  const known = accepted.flatMap((tag) => {
    const locale = canonical(tag);
    return SPOKEN_LANGUAGES.filter((spoken) => locale === spoken || locale.startsWith(`${spoken}-`)).map((spoken) => ({ spoken, locale }));
  });
  const chosen = SPOKEN_LANGUAGES.find((each) => each === choice);
  if (chosen === undefined) return known[0] ?? { spoken: 'en', locale: 'en' };
  return known.find(({ spoken }) => spoken === chosen) ?? { spoken: chosen, locale: chosen };
}

/** Returns the tag as normalised by `Intl`, which throws for an invalid one; then empty. */
function canonical(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? '';
  } catch {
    return '';
  }
}
