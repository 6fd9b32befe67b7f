import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { costOf } from '../../../tests/setup/cost-of.ts';
import { globMatcher, matchSegment } from './glob-pattern.ts';

describe('a glob as people write it', () => {
  test.each<[string, string[], string[]]>([
    ['*.ts', ['a.ts', 'src/deep/b.ts'], ['a.tsx', 'a.ts.map']],
    ['src/**', ['src/a.ts', 'src/b/c'], ['lib/src/a.ts', 'srcs/a']],
    ['src', ['src/a.ts', 'lib/src/a'], ['srcs/a.ts']],
    ['/src/*.ts', ['src/a.ts'], ['src/a/b.ts', 'x/src/a.ts']],
    ['./src/*.ts', ['src/a.ts'], ['lib/a.ts']],
    ['**/*.{ts,tsx}', ['a.ts', 'x/y/a.tsx'], ['a.js']],
    ['*.css, *.html', ['a.css', 'x/b.html'], ['a.ts']],
    ['{a,b}{1,2}.txt', ['a1.txt', 'b2.txt'], ['a3.txt', '{a,b}1.txt']],
    ['src/**/test/*.ts', ['src/test/a.ts', 'src/x/y/test/a.ts'], ['src/test/x/a.ts']],
    ['file?.txt', ['file1.txt'], ['file.txt', 'file12.txt']],
    ['[a-c]x', ['ax', 'cx'], ['dx', 'x']],
    ['[!a-c]x', ['dx'], ['ax']],
    ['[^ab]x', ['cx'], ['bx']],
    ['[]x', ['[]x'], ['x']],
    ['[abc', ['[abc'], ['a']],
    ['a\\*b', ['a*b'], ['axb']],
    ['a}b,c', ['a}b', 'c'], ['b']],
    ['dist/', ['dist/a.js'], ['dist2/a.js']],
  ])('%s', (pattern, fitting, others) => {
    const matches = globMatcher(pattern);
    for (const path of fitting) expect(matches(path), path).toBe(true);
    for (const path of others) expect(matches(path), path).toBe(false);
  });

  test('an empty one fits nothing, and one of a thousand alternatives ends', () => {
    expect(globMatcher(' , ')('a')).toBe(false);
    expect(costOf(() => expect(globMatcher('{a,b,c,d}'.repeat(12))('x'.repeat(200))).toBe(false))).toBeLessThan(40);
  });

  test('within a name it fits what the same expression fits, and never hangs', () => {
    const pattern = fc.stringMatching(/^[ab*?]{0,12}$/);
    fc.assert(
      fc.property(pattern, fc.stringMatching(/^[ab]{0,12}$/), (glob, text) => {
        const expression = new RegExp(`^${glob.replaceAll(/\*+/g, '.*').replaceAll('?', '.')}$`);
        return matchSegment(glob, text) === expression.test(text);
      }),
      { numRuns: 2_000 },
    );
    expect(matchSegment(`${'*a'.repeat(200)}b`, 'a'.repeat(5_000))).toBe(false);
  });
});
