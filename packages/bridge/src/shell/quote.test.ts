import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foundShells, missingShellsInWords } from '../testing/shells.ts';
import { quote, shellCommand } from './quote.ts';

const nasty = fc.constantFrom(
  "'",
  '"',
  '\\',
  '\n',
  '$HOME',
  '`id`',
  '!',
  '*',
  '~',
  '#',
  ' ',
  '\t',
  '%s',
  '(',
  ')',
  '{a,b}',
  '&&',
  ';',
  '-n',
  '\\\\',
  "\\'",
  '\r',
  'ä',
  '🙂',
  '',
);
const word = fc.array(fc.oneof(nasty, fc.string({ unit: 'binary' })), { maxLength: 6 }).map((parts) => parts.join('').replaceAll('\0', ''));
const script = `for word in "$@"; do printf '%s\\0' "$word"; done`;

test(`the shells of the matrix: ${missingShellsInWords}`, () => {
  expect(foundShells.length).toBeGreaterThan(0);
});

describe.each(foundShells)('under $name', ({ name, program }) => {
  const run = (command: string) => spawnSync(program, ['-c', command], { argv0: name, encoding: 'buffer' });

  test('any arguments arrive unchanged', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), (args) => {
        const { stdout, status } = run(shellCommand(script, args));
        expect(status).toBe(0);
        expect(stdout.toString()).toBe(args.map((arg) => `${arg}\0`).join(''));
      }),
      { numRuns: 60 },
    );
  });

  test('a script of many lines with both kinds of quotes runs as it is', () => {
    const lines = `a='it'\\''s'\nb="\\$a \\\\ "\nprintf '%s|%s' "$a" "$b"; exit 7`;
    const { stdout, status } = run(shellCommand(lines, []));
    expect([stdout.toString(), status]).toEqual(["it's|$a \\ ", 7]);
  });
});

test('a null byte is refused', () => {
  expect(() => quote('a\0b')).toThrow('null byte');
});
