import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fillRoutine, splitWords } from './fill-routine.ts';

describe('arguments of a routine', () => {
  test.each([
    ['npm run test -- $*', '', 'npm run test'],
    ['npm run test -- $*', 'a.test.ts -t x', 'npm run test -- a.test.ts -t x'],
    ['deploy $2 $1', 'a "b c"', "deploy 'b c' a"],
    ['echo "to $1" \'$1\'', '"it\'s"', "echo \"to \"'it'\\''s'\"\" '''it'\\''s'''"],
    ['echo \\$1 $1', 'x', 'echo \\$1 x'],
    ['ls', '', 'ls'],
  ])('%j with %j runs %j', (command, args, filled) => {
    expect(fillRoutine(command, args)).toEqual({ ok: true, command: filled });
  });

  test.each([
    ['ls', 'x', 'takes no arguments'],
    ['cp $1 $2', 'x', 'needs 2 arguments'],
    ['cat $1', '', 'needs 1 argument'],
    ['echo $1', '"half', 'no end'],
    ['echo "$(basename "$1")"', 'x', 'safely'],
    ['echo `basename $1`', 'x', 'safely'],
  ])('%j with %j runs nothing: it %s', (command, args, why) => {
    expect(fillRoutine(command, args)).toEqual({ ok: false, why: expect.stringContaining(why) });
  });

  test('whatever a word holds, a real shell reads it as that word and nothing more', () => {
    const hostile = fc.array(
      fc.oneof(fc.string(), fc.constantFrom('$(echo x)', '`id`', "'", '"', '\\', ';', '&&', '|', '>', '*', '$HOME', '\n', '!', '#')),
      { maxLength: 5 },
    );
    // A double-quoted word can contain anything except double quotes, and NUL terminates a process argument.
    const word = hostile.map((pieces) => pieces.join('').replaceAll('"', "'").replaceAll('\0', ''));
    const template = fc.constantFrom('printf "%s|" $1', 'printf "%s|" "$1"', "printf '%s|' '$1'", "printf '%s|' a$1");
    fc.assert(
      fc.property(template, word, (command, text) => {
        const filled = fillRoutine(command, `"${text}"`);
        if (!filled.ok) throw new Error(filled.why);
        const printed = execFileSync('bash', ['--norc', '-c', filled.command], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
        expect(printed).toBe(`${command.endsWith('a$1') ? 'a' : ''}${text}|`);
      }),
      { numRuns: 60 },
    );
  });

  test('words are split as a shell splits them', () => {
    expect(splitWords(' a  "b c" d\'e f\'g "" ')).toEqual(['a', 'b c', 'de fg', '']);
    expect(splitWords("it's")).toBeNull();
  });
});
