import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseScript } from './parse-script.ts';
import { SHELL_KEYWORDS } from './shell-keywords.ts';

/** Pieces of the language, so that generated texts resemble scripts. */
const pieces = [
  ...SHELL_KEYWORDS,
  ...[
    '((',
    '))',
    '(',
    ')',
    '[[',
    ']]',
    '[',
    ']',
    '$((',
    '$(',
    '${',
    '${x:-',
    '${!a[@]}',
    '`',
    '"',
    "'",
    "$'",
    '\\',
    '\n',
    ';',
    ';;',
    ';&',
    '&',
    '&&',
    '|',
    '||',
    '|&',
  ],
  ...[
    '<',
    '>',
    '>>',
    '<<',
    '<<-',
    '<<<',
    '>&',
    '<&',
    '&>',
    '2>&1',
    '<(',
    '>(',
    '<<EOF',
    'EOF',
    '=',
    '+=',
    'a=(',
    'a[0]=',
    '#',
    '*',
    '?',
    '~',
    '{a,b}',
    '{1..3}',
    '@(a|b)',
    '=~',
    '==',
    '-eq',
  ],
  ...['x', 'echo', '$x', '"$@"', '$?', 'é', '\t', ' ', '\r', '\0', '1', '%', '^', ':', ','],
];

const scripts = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((words) => words.join(' ')),
  fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((words) => words.join('')),
  fc.string({ unit: 'binary', maxLength: 60 }),
);

describe('the parser', () => {
  it('turns any text into a tree or into a mistake with its line, and never hangs', () => {
    fc.assert(
      fc.property(scripts, (source) => {
        const result = parseScript(source);
        if (result.status === 'complete') expect(result.script.type).toBe('Script');
        else {
          expect(result.message).not.toBe('');
          expect(result.line).toBeGreaterThanOrEqual(1);
          expect(result.line).toBeLessThanOrEqual(source.split('\n').length);
        }
      }),
      { numRuns: 2000, seed: 20_260_101 },
    );
  });

  it.each([
    ['{ '.repeat(50_000), 'braces'],
    ['$('.repeat(20_000), 'substitutions'],
    ['('.repeat(50_000), 'subshells'],
    ['if true; then '.repeat(20_000), 'branches'],
    ['"${x:-'.repeat(4000), 'expansions'],
    [`echo ${'a'.repeat(1_000_000)}`, 'one long word'],
    [`: <<E\n${'x'.repeat(5_000_000)}\nE\n`, 'a long here-document'],
  ])('comes to an end with deep and long ones', (source, _name) => {
    expect(['complete', 'incomplete', 'error']).toContain(parseScript(source).status);
  });

  it('says in which line a mistake is', () => {
    expect(parseScript('echo a\necho b\necho )\n')).toMatchObject({ status: 'error', line: 3 });
    expect(parseScript('echo a\nif true; then\n')).toMatchObject({ status: 'incomplete' });
  });
});
