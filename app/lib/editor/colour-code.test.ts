import { expect, test } from 'vitest';
import { colourCode } from './colour-code.ts';
import { endingOfLanguage } from './ending-of-language.ts';

const coloured = async (code: string, language: string) =>
  (await colourCode(code, endingOfLanguage(language) ?? '')).map(({ from, to, colour }) => [code.slice(from, to), colour]);

test.each([
  [
    'TypeScript',
    'const a: Day = 1; // b',
    [
      ['const', 'keyword'],
      ['Day', 'type'],
      ['1', 'const'],
      ['// b', 'comment'],
    ],
  ],
  ['json', '{"a": true}', [['true', 'const']]],
  [
    'HTML',
    '<p class="x">hi</p>',
    [
      ['p', 'keyword'],
      ['class', 'func'],
      ['"x"', 'string'],
    ],
  ],
  [
    'css',
    'a { color: red; } /* b */',
    [
      ['a', 'keyword'],
      ['/* b */', 'comment'],
    ],
  ],
])('%s gets the editor’s colours', async (language, code, expected) => {
  expect(await coloured(code, language)).toEqual(expect.arrayContaining(expected));
});

test('what the editor does not know, and what is broken, gets what colours it can', async () => {
  expect(await colourCode('+++.', 'bf')).toEqual([]);
  expect(await coloured('const = = "x', 'ts')).toEqual(expect.arrayContaining([['const', 'keyword']]));
});
