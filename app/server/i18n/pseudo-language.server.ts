import type { Language } from '../../lib/i18n/language.ts';

/**
 * English in which each text that comes from `t` has marks around it: what has none was forgotten. For `tests/e2e/texts/texts.spec.ts`, which
 * answers for the address itself; whoever sets the cookie without it gets English.
 */
export function pseudoLanguage(): Language {
  return {
    locale: 'en',
    address: '/texts/pseudo.json',
    // Of a key with a context the text alone is marked, as in the test's own file.
    texts: new Proxy({}, { get: (_texts, key) => `⟦${String(key).replace(/^[^|{}]*\|/, '')}⟧` }),
  };
}
