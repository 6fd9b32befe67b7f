import { expect, test } from 'vitest';
import { partsOf } from '../decide-command.ts';
import { inEnglish } from '../testing/in-english.ts';
import { type CommandLine, readArguments } from './arguments.ts';

/** Returns each use as `value:use`, the flags, and why it asks. */
function read(line: CommandLine, command: string) {
  const parts = partsOf(`x ${command}`, [''], '/home/project');
  if (typeof parts === 'string') throw new Error(parts);
  const { uses, flags, operands, asks } = readArguments(line, parts[0]?.words.slice(1) ?? []);
  return {
    uses: uses.map(({ value, use, flag }) => `${flag === null ? '' : `${flag}=`}${value}:${use}`),
    flags: [...flags],
    operands: operands.map(({ text }) => text),
    asks: inEnglish(asks),
  };
}

const READS: CommandLine = { operands: 'read', flags: 'n=text o=write i=attached q T=! out=write color=attached text=text arg=pair quiet' };

test.each<[string, string[], string[]]>([
  ['a b', ['a:read', 'b:read'], []],
  ['-n 5 a', ['n=5:text', 'a:read'], ['n']],
  ['-n5 a', ['n=5:text', 'a:read'], ['n']],
  ['-qn5 a', ['n=5:text', 'a:read'], ['q', 'n']],
  ['-o x a', ['o=x:write', 'a:read'], ['o']],
  ['-qox a', ['o=x:write', 'a:read'], ['q', 'o']],
  ['-i a', ['a:read'], ['i']],
  ['-ix a', ['a:read'], ['i']],
  ['--out=x a', ['out=x:write', 'a:read'], ['out']],
  ['--out x a', ['out=x:write', 'a:read'], ['out']],
  ['--ou x', ['ou=x:write'], ['out']],
  ['--color a', ['a:read'], ['color']],
  ['--color=a b', ['b:read'], ['color']],
  ['--text a b', ['text=a:text', 'b:read'], ['text']],
  ['--quiet=x a', ['a:read'], ['quiet']],
  ['--arg a b c', ['arg=a:text', 'arg=b:text', 'c:read'], ['arg']],
  ['-- -n a', ['-n:read', 'a:read'], []],
  ['-', ['-:read'], []],
  ['a -n', ['a:read'], ['n']],
  ['-z a', ['a:read'], ['z']],
  ['--zz=/etc a', ['zz=/etc:any', 'a:read'], ['zz']],
  ['-n $x a', ['n=$x:text', 'a:read'], ['n']],
  ['-n *.ts', ['n=*.ts:text'], ['n']],
])('reads %s', (command, uses, flags) => {
  const got = read(READS, command);
  expect(got.uses.filter((use) => !/^(?:[^z]|zz).*::any$|^-[a-z]=.*:any$/.test(use) || uses.includes(use)).slice(0, uses.length)).toEqual(
    uses,
  );
  expect(got.flags).toEqual(expect.arrayContaining(flags));
  expect(got.asks).toBeNull();
});

test('what follows an unknown short flag may be its value', () => {
  expect(read(READS, '-z/etc a').uses).toContain('z/etc=/etc:any');
  expect(read(READS, '-z a').uses).toEqual(['a:read']);
});

test('a flag that runs programs asks, short, long or among others', () => {
  expect(read(READS, '-T x').asks).toBe('its flag -T can run programs or write files');
  expect(read(READS, '-qT').asks).toBe('its flag -T can run programs or write files');
  expect(read(READS, '-- -T').asks).toBeNull();
});

test('of a closed table an unknown flag asks, a number does not', () => {
  const closed = { ...READS, isClosed: true };
  expect(read(closed, '-z a').asks).toBe('its flag -z is not known here');
  expect(read(closed, '--zz a').asks).toBe('its flag --zz is not known here');
  expect(read(closed, '-5 a').asks).toBeNull();
  expect(read(closed, '-q --quiet a').asks).toBeNull();
});

test('the first and the last operand can be of another use', () => {
  const line: CommandLine = { operands: 'read', first: { count: 1, use: 'text', unless: ['e'] }, last: 'write', flags: 'e=text' };
  expect(read(line, 'a b c').uses).toEqual(['a:text', 'b:read', 'c:write']);
  expect(read(line, '-e x a b').uses).toEqual(['e=x:text', 'a:read', 'b:write']);
  expect(read(line, 'a').uses).toEqual(['a:text']);
  expect(read({ operands: 'read', last: 'write' }, 'a').uses).toEqual(['a:read']);
});

test('long flags can be behind one dash, and then have no shorter form', () => {
  const line: CommandLine = { operands: 'list', flags: 'name=text exec=!', hasSingleDash: true, isClosed: true };
  expect(read(line, '. -name x').uses).toEqual(expect.arrayContaining(['.:list', 'name=x:text']));
  expect(read(line, '. -exec x').asks).toBe('its flag -exec can run programs or write files');
  expect(read(line, '. -nam x').asks).toBe('its flag -nam is not known here');
});

test('a pattern at the start of a word can become a flag where flags are dangerous', () => {
  const why = 'a file name in place of the pattern could be a flag';
  expect(read(READS, '*').asks).toBe(why);
  expect(read(READS, '?x').asks).toBe(why);
  expect(read(READS, '[a]x').asks).toBe(why);
  expect(read(READS, 'a*').asks).toBeNull();
  expect(read(READS, '-- *').asks).toBeNull();
  expect(read({ operands: 'read', flags: 'n=text' }, '*').asks).toBeNull();
  expect(read({ operands: 'read', flags: 'files0-from=!' }, '*').asks).toBeNull();
});
