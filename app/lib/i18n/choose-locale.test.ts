import { expect, test } from 'vitest';
import { chooseLocale } from './choose-locale.ts';

test('what the user chose goes before what their browser prefers, in the way that they write it', () => {
  expect(chooseLocale('de', ['en-GB', 'de-AT', 'de'])).toEqual({ spoken: 'de', locale: 'de-AT' });
  expect(chooseLocale('en', ['de'])).toEqual({ spoken: 'en', locale: 'en' });
});

test('without a choice the first language that there is', () => {
  expect(chooseLocale('system', ['fr', 'de-CH', 'en'])).toEqual({ spoken: 'de', locale: 'de-CH' });
  expect(chooseLocale(undefined, ['en-GB', 'de'])).toEqual({ spoken: 'en', locale: 'en-GB' });
  expect(chooseLocale(undefined, [])).toEqual({ spoken: 'en', locale: 'en' });
});

test.each(['', '*', 'd', 'de_AT', 'de-', 'de-x', 'den', '"><script>', 'de-DE-DE-DE-DE-DE-DE'])('%j is no language of ours', (tag) => {
  expect(chooseLocale(undefined, [tag, 'en-US']).locale).toBe('en-US');
});
