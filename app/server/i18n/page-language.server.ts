import { AsyncLocalStorage } from 'node:async_hooks';
import german from '../../lib/i18n/catalogue/de.json';
import germanAddress from '../../lib/i18n/catalogue/de.json?url';
import { chooseLocale, LANGUAGE_COOKIE } from '../../lib/i18n/choose-locale.ts';
import { type Language, setLanguageSource, type Texts } from '../../lib/i18n/language.ts';
import { pseudoLanguage } from './pseudo-language.server.ts';

const TEXTS: Readonly<Record<string, Pick<Language, 'texts' | 'address'>>> = {
  en: { texts: {} },
  // Typed as plain JSON: TypeScript's type of the file would have thousands of properties.
  de: { texts: german as Texts, address: germanAddress },
};
/** Sufficient for browsers; limits the work caused by longer headers. */
const MOST_ACCEPTED = 20;

/** The language of the page that is being rendered. It is kept across every `await`, because several pages are rendered concurrently. */
const written = new AsyncLocalStorage<Language>();

/** Runs the rendering of a request's page, with its texts in the language of the requesting user. */
export function inPageLanguage<Result>(request: Request, write: (language: Language) => Result): Result {
  setLanguageSource(() => written.getStore());
  const language = pageLanguage(request.headers);
  return written.run(language, () => write(language));
}

/**
 * Returns the language that the user chose, which the page stores in a cookie; without one, the first supported language of the browser.
 */
export function pageLanguage(headers: Headers): Language {
  const choice = new RegExp(`(?:^|; *)${LANGUAGE_COOKIE}=([a-z]+)`).exec(headers.get('cookie') ?? '')?.[1];
  if (choice === 'pseudo') return pseudoLanguage();
  const { spoken, locale } = chooseLocale(choice, acceptedTags(headers.get('accept-language') ?? ''));
  return { locale, texts: {}, ...TEXTS[spoken] };
}

/** Parses `de-AT,de;q=0.9,en;q=0.8`, the preferred ones first. */
function acceptedTags(header: string): string[] {
  return header
    .slice(0, 1_000)
    .split(',')
    .slice(0, MOST_ACCEPTED)
    .map((part) => {
      const [tag = '', quality] = part.trim().split(/ *; *q=/);
      return { tag, quality: quality === undefined ? 1 : Number(quality) || 0 };
    })
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag);
}
