import { expect, test } from 'vitest';
import { printMatches } from './print-matches.ts';

const match = (file: string, line: number, content: string) => ({ file, line, content, matchStart: 0, matchEnd: 1 });

test('each match is a line with its place', () => {
  const results = [match('a.ts', 3, 'one'), match('src/b.ts', 4, 'two')];
  expect(printMatches({ results })).toBe('a.ts:3:one\nsrc/b.ts:4:two');
});

test('a line that many files of a folder have is printed once, with the places of the others', () => {
  const results = [
    match('src/index.ts', 1, 'iban: "IBAN",'),
    match('locales/de.ts', 5, '  iban: "IBAN",'),
    match('locales/en.ts', 6, '  iban: "IBAN",'),
    match('locales/he.ts', 9, '  iban: { label: "IBAN" },'),
    match('locales/fr.ts', 7, '    iban: "IBAN",'),
    match('locales/it.ts', 8, '  iban: "IBAN",'),
  ];
  expect(printMatches({ results }).split('\n')).toEqual([
    'src/index.ts:1:iban: "IBAN",',
    'locales/de.ts:5:  iban: "IBAN",',
    '  the same line in locales: en.ts:6, fr.ts:7, it.ts:8',
    'locales/he.ts:9:  iban: { label: "IBAN" },',
  ]);
});

test('with lines around them, no match is left out', () => {
  const results = ['a', 'b', 'c', 'd'].map((name) => ({ ...match(`${name}.ts`, 2, 'x'), before: ['above'], after: ['below'] }));
  const printed = printMatches({ results });
  for (const name of ['a', 'b', 'c', 'd']) expect(printed).toContain(`${name}.ts-1-above\n${name}.ts:2:x\n${name}.ts-3-below`);
});

test('files with more matches are named, many of one folder together', () => {
  const counts = ['a', 'b', 'c'].map((name) => ({ file: `locales/${name}.ts`, count: 2 }));
  const printed = printMatches({ results: [match('x.ts', 1, 'x')], counts: [{ file: 'x.ts', count: 9 }, ...counts] });
  expect(printed).toBe('x.ts:1:x\nFiles with more matches than shown: x.ts (9), 3 files in locales (6)');
});
