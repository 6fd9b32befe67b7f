/** What the app is written in. */
export const SPOKEN_LANGUAGES = ['en', 'de'] as const;
export type SpokenLanguage = (typeof SPOKEN_LANGUAGES)[number];

/** Where the choice is kept for the server, which writes the page. Without `__Host-`: it is no secret, and Safari keeps it too. */
export const LANGUAGE_COOKIE = 'devonz-language';

export interface ChosenLocale {
  spoken: SpokenLanguage;
  /** `de-AT`, so that numbers and dates are as the user is used to. */
  locale: string;
}

/** What a page is written in for a user who has chosen that (or nothing of ours) and whose browser accepts these, most wanted first. */
export function chooseLocale(choice: string | undefined, accepted: readonly string[]): ChosenLocale {
  const known = accepted.flatMap((tag) => {
    const locale = canonical(tag);
    return SPOKEN_LANGUAGES.filter((spoken) => locale === spoken || locale.startsWith(`${spoken}-`)).map((spoken) => ({ spoken, locale }));
  });
  const chosen = SPOKEN_LANGUAGES.find((each) => each === choice);
  if (chosen === undefined) return known[0] ?? { spoken: 'en', locale: 'en' };
  return known.find(({ spoken }) => spoken === chosen) ?? { spoken: chosen, locale: chosen };
}

/** As `Intl` writes it, which throws at what is none; empty for that. */
function canonical(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? '';
  } catch {
    return '';
  }
}
