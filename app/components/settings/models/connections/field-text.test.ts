import { afterEach, expect, test } from 'vitest';
import { setLanguageSource } from '../../../../lib/i18n/language.ts';
import { remoteProviders } from '../../../../lib/models/remote-providers.ts';
import { fieldText } from './field-text.ts';

afterEach(() => setLanguageSource(() => undefined));

const said = remoteProviders.flatMap(({ fields }) => fields.flatMap(({ label, hint }) => (hint === undefined ? [label] : [label, hint])));

test('in English what providers are given is called as the server lists it', () => {
  expect(said.map(fieldText)).toEqual(said);
});

test('each name and hint of every provider has a text of its own in another language', () => {
  setLanguageSource(() => ({ locale: 'de', texts: new Proxy({}, { get: (_texts, key) => `⟦${String(key)}⟧` }) }));
  expect(said.filter((text) => !fieldText(text).startsWith('⟦'))).toEqual([]);
});
