import { AsyncLocalStorage } from 'node:async_hooks';
import german from '../../lib/i18n/catalogue/de.json';
import germanAddress from '../../lib/i18n/catalogue/de.json?url';
import { chooseLocale, LANGUAGE_COOKIE } from '../../lib/i18n/choose-locale.ts';
import { type Language, setLanguageSource, type Texts } from '../../lib/i18n/language.ts';
import { pseudoLanguage } from './pseudo-language.server.ts';

const TEXTS: Readonly<Record<string, Pick<Language, 'texts' | 'address'>>> = {
  en: { texts: {} },
  // Its keys are known only to JSON: TypeScript's type of the file has thousands of properties.
  de: { texts: german as Texts, address: germanAddress },
};
/** Enough for what browsers send; more of them would be somebody's who wants the server to work. */
const MOST_ACCEPTED = 20;

/** Whose page is being written, over every `await` of it: several are at a time. */
const written = new AsyncLocalStorage<Language>();

/** Runs what writes the page of a request: its texts are in the language of who asked. */
export function inPageLanguage<Result>(request: Request, write: (language: Language) => Result): Result {
  setLanguageSource(() => written.getStore());
  const language = pageLanguage(request.headers);
  return written.run(language, () => write(language));
}

/** What the user chose, which the page keeps in a cookie; without one the first that their browser accepts. */
export function pageLanguage(headers: Headers): Language {
  const choice = new RegExp(`(?:^|; *)${LANGUAGE_COOKIE}=([a-z]+)`).exec(headers.get('cookie') ?? '')?.[1];
  if (choice === 'pseudo') return pseudoLanguage();
  const { spoken, locale } = chooseLocale(choice, acceptedTags(headers.get('accept-language') ?? ''));
  return { locale, texts: {}, ...TEXTS[spoken] };
}

/** `de-AT,de;q=0.9,en;q=0.8`, most wanted first. */
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
