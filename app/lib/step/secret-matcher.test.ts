import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { SecretMatcher } from './secret-matcher.ts';

const KEY = 'not-a-real-key-4f9a/B+7';

test.each([
  ['as it is', `Your key is ${KEY}.`, 'Your key is [key].'],
  ['twice', `${KEY}${KEY}`, '[key][key]'],
  ['escaped in JSON', [...KEY].map((letter) => `\\u00${letter.charCodeAt(0).toString(16)}`).join(''), '[key]'],
  ['escaped in an address', `?k=${encodeURIComponent(KEY)}&`, '?k=[key]&'],
  ['with its slash escaped', KEY.replace('/', '\\/'), '[key]'],
])('a key is found %s', (_how, text, expected) => {
  expect(new SecretMatcher([KEY]).redact(text)).toBe(expected);
});

test('a key is found in base64, wherever it lies in what was encoded', () => {
  for (const before of ['', 'a', 'ab', 'abc', 'Bearer ', 'user:']) {
    for (const after of ['', 'x', 'xy', ' and more']) {
      const encoded = btoa(before + KEY + after);
      const safe = new SecretMatcher([KEY]).redact(encoded);
      expect([before, safe.includes('[key]')]).toEqual([before, true]);
      const urlSafe = encoded.replaceAll('+', '-').replaceAll('/', '_');
      expect(new SecretMatcher([KEY]).redact(urlSafe)).toContain('[key]');
    }
  }
});

test('what is set where an endpoint wants no key is a word like any other', () => {
  for (const word of ['none', 'ollama', 'lm-studio', 'sk-no-key-required']) {
    const matcher = new SecretMatcher([word]);
    expect([matcher.isIdle, matcher.redact(`npm run ${word}`)]).toEqual([true, `npm run ${word}`]);
  }
});

test('whatever is held back at the end of a piece, a key cut anywhere is found, and nothing else is changed', () => {
  const units = fc.constantFrom(...[...KEY].slice(0, 4), KEY, KEY.slice(0, 9), encodeURIComponent(KEY), 'x', ' ', '\\', '%', '\\u00', 'é');
  fc.assert(
    fc.property(fc.array(units, { maxLength: 12 }), fc.array(fc.nat(400), { maxLength: 8 }), (pieces, cuts) => {
      const matcher = new SecretMatcher([KEY]);
      const text = pieces.join('');
      const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
      let held = '';
      let out = '';
      for (const [index, place] of places.entries()) {
        held = matcher.redact(held + text.slice(places[index - 1] ?? 0, place));
        const open = matcher.openEnd(held);
        expect(open).toBeLessThan(KEY.length * 7);
        out += held.slice(0, held.length - open);
        held = held.slice(held.length - open);
      }
      expect(out + held).toBe(matcher.redact(text));
      expect(out).not.toContain(KEY);
    }),
    { numRuns: 500 },
  );
});
