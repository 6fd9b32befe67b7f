import { expect, test } from 'vitest';
import { printMatches } from './print-matches.ts';

const match = (file: string, line: number, content: string) => ({ file, line, content, matchStart: 0, matchEnd: 1 });

test('a file with several matches is named once, one with a few before each line', () => {
  const results = [
    match('src/a.ts', 3, 'const a = 1;'),
    match('src/a.ts', 9, '  a += 1;'),
    match('src/a.ts', 12, 'return a;'),
    match('src/b.ts', 1, 'import a'),
    match('src/b.ts', 4, 'a()'),
  ];
  expect(printMatches({ results })).toBe(
    ['src/a.ts', '3:const a = 1;', '9:  a += 1;', '12:return a;', 'src/b.ts:1:import a', 'src/b.ts:4:a()'].join('\n'),
  );
});

test('a line that many files share is listed once, and does not count as several', () => {
  const results = ['a', 'b', 'c', 'd'].map((name) => match(`src/${name}.ts`, 1, "import z from 'z';"));
  expect(printMatches({ results })).toBe("src/a.ts:1:import z from 'z';\n  the same line in src: b.ts:1, c.ts:1, d.ts:1");
});

test('lines around matches keep the form of ripgrep, whatever their number', () => {
  const results = [1, 5, 9].map((line) => ({ ...match('a.ts', line, 'x'), before: [], after: ['y'] }));
  expect(printMatches({ results })).toBe('a.ts:1:x\na.ts-2-y\n--\na.ts:5:x\na.ts-6-y\n--\na.ts:9:x\na.ts-10-y');
});
