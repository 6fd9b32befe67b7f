import { LANGUAGE_COOKIE } from '../i18n/choose-locale.ts';
import { reloadForLanguage } from '../i18n/language-reload.ts';
import type { LanguagePage } from './follow-language.ts';
import { isSomethingRunning } from './is-something-running.ts';

/** The maximum lifetime of a cookie in browsers, in seconds. */
const COOKIE_SECONDS = 400 * 24 * 60 * 60;

/** Returns the language controls of the page in this browser. */
export function browserLanguage(): LanguagePage {
  return {
    shown: document.documentElement.lang,
    accepted: navigator.languages,
    isReload: performance
      .getEntriesByType('navigation')
      .some((entry) => entry instanceof PerformanceNavigationTiming && entry.type === 'reload'),
    keep(choice) {
      const value = choice === 'system' ? '' : choice;
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not in every browser, and answers later than the page is loaded again.
      document.cookie = `${LANGUAGE_COOKIE}=${value}; Path=/; Max-Age=${value === '' ? 0 : COOKIE_SECONDS}; SameSite=Lax`;
      return document.cookie.includes(`${LANGUAGE_COOKIE}=${choice}`) || choice === 'system';
    },
    isBusy: () => isSomethingRunning(),
    load: () => reloadForLanguage(),
  };
}
