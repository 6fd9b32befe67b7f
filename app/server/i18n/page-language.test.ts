import { expect, test } from 'vitest';
import { t } from '../../lib/i18n/t.ts';
import { inPageLanguage, pageLanguage } from './page-language.server.ts';

const asking = (headers: Record<string, string>) => new Request('http://ide.localhost/', { headers });
const languageFor = (headers: Record<string, string>) => pageLanguage(new Headers(headers)).locale;

test('the cookie decides, then the browser, then it is English', () => {
  expect(languageFor({ cookie: 'a=b; devonz-language=de', 'accept-language': 'en-US,en' })).toBe('de');
  expect(languageFor({ cookie: 'devonz-language=xx', 'accept-language': 'fr,de-AT;q=0.9,en;q=0.8' })).toBe('de-AT');
  expect(languageFor({ 'accept-language': 'de;q=0.3,en-GB;q=0.8' })).toBe('en-GB');
  expect(languageFor({ 'accept-language': 'de;q=0,;;q=,=' })).toBe('en');
  expect(languageFor({})).toBe('en');
});

test('a header of any length costs the same', () => {
  expect(languageFor({ 'accept-language': `${'fr,'.repeat(100_000)}de` })).toBe('en');
});

test('English has no address, since a browser loads nothing for it; another language has one', () => {
  expect(pageLanguage(new Headers()).address).toBeUndefined();
  expect(pageLanguage(new Headers({ cookie: 'devonz-language=de' })).address).toMatch(/de.*json/);
});

test('pages that are written at the same time are each in the language of who asked, over every wait', async () => {
  const page = async (language: string) => {
    const before = t('Settings');
    await new Promise((resolve) => setTimeout(resolve));
    return [language, before, t('Settings')];
  };
  const asked = ['de', 'en', 'de', 'en'].map((each) => inPageLanguage(asking({ cookie: `devonz-language=${each}` }), () => page(each)));
  const german = ['de', 'Einstellungen', 'Einstellungen'];
  const english = ['en', 'Settings', 'Settings'];
  expect(await Promise.all(asked)).toEqual([german, english, german, english]);
  expect(t('Settings')).toBe('Settings');
});

test('in the language for tests each text has marks, with the context left out', () => {
  const { texts } = pageLanguage(new Headers({ cookie: 'devonz-language=pseudo' }));
  expect([texts['Keep'], texts['of a file|Open'], texts['{a} | {b}']]).toEqual(['⟦Keep⟧', '⟦Open⟧', '⟦{a} | {b}⟧']);
});
