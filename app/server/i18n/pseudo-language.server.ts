import type { Language } from '../../lib/i18n/language.ts';

/**
 * Returns English with marks around each text that comes from `t`, so that a text without marks is one that bypasses
 * `t`. For `tests/e2e/texts/texts.spec.ts`, which serves the catalogue's address itself. Setting the cookie without
 * that test gives plain English.
 */
export function pseudoLanguage(): Language {
  return {
    locale: 'en',
    address: '/texts/pseudo.json',
    // If a key has a context, only the text is marked, as in the test's own file.
    texts: new Proxy({}, { get: (_texts, key) => `⟦${String(key).replace(/^[^|{}]*\|/, '')}⟧` }),
  };
}
