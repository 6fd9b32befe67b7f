import { expect, test } from 'vitest';
import { partsOf } from '../decide-command.ts';
import type { CommandPart } from './command-part.ts';

const ROOT = '/home/project';

function parts(command: string, place: readonly string[] | null = ['']): readonly CommandPart[] {
  const found = partsOf(command, place, ROOT);
  if (typeof found === 'string') throw new Error(found);
  return found;
}

/** Literal words as they are, patterns as `glob(…)`, unknown words as `?(…)`. */
const wordsOf = (command: string) =>
  parts(command).map(({ words }) =>
    words.map((word) => (word.kind === 'literal' ? word.value : word.kind === 'glob' ? `glob(${word.pattern})` : `?(${word.text})`)),
  );

test.each<[string, string[][]]>([
  ['ls -la src', [['ls', '-la', 'src']]],
  ['echo \'a b\' "c d" e\\ f', [['echo', 'a b', 'c d', 'e f']]],
  ["echo $'a\\tb' $'\\'' $'\\\\'", [['echo', 'a\tb', "'", '\\']]],
  ['echo a\'b\'"c"d', [['echo', 'abcd']]],
  ['echo "a\\$b\\"c\\\\d\\e"', [['echo', 'a$b"c\\d\\e']]],
  ['echo "a\\\nb" c\\\nd', [['echo', 'ab', 'cd']]],
  ['echo *.ts a?b', [['echo', 'glob(*.ts)', 'glob(a?b)']]],
  ['echo "*.ts" \\*', [['echo', '*.ts', '*']]],
  ['echo $x "$x" ${x} $1 $?', [['echo', '?($x)', '?("$x")', '?(${x})', '?($1)', '?($?)']]],
  ['echo ~ ~/x a~b', [['echo', '?(~)', '?(~/x)', 'a~b']]],
  ['echo a=~/x b:~', [['echo', '?(a=~/x)', '?(b:~)']]],
  ['echo {a,b} {} {x}', [['echo', '?({a,b})', '{}', '{x}']]],
  ['echo [ ] [a]', [['echo', '[', ']', 'glob([a])']]],
  ['echo =ls =', [['echo', '?(=ls)', '=']]],
  ['echo $((1+2)) $', [['echo', '?($((1+2)))', '$']]],
  ['ls; pwd && id || true', [['ls'], ['pwd'], ['id'], ['true']]],
  ['ls | wc -l', [['ls'], ['wc', '-l']]],
  ['if ls; then pwd; elif id; then date; else true; fi', [['ls'], ['pwd'], ['id'], ['date'], ['true']]],
  ['while ls; do pwd; done', [['ls'], ['pwd']]],
  ['case a in a) ls;; b) pwd;; esac', [['ls'], ['pwd']]],
  ['(ls); { pwd; }', [['ls'], ['pwd']]],
  ['echo $(ls) `pwd`', [['echo', '?($(ls))', '?(`pwd`)'], ['ls'], ['pwd']]],
  ['echo "${x:-$(ls)}"', [['echo', '?("${x:-$(ls)}")'], ['ls']]],
  ['bash -c "ls; pwd"', [['bash', '-c', 'ls; pwd'], ['ls'], ['pwd']]],
  ['env A=1 ls', [['env', 'A=1', 'ls'], ['ls']]],
  ['nice -n 5 timeout 3 ls', [['nice', '-n', '5', 'timeout', '3', 'ls'], ['timeout', '3', 'ls'], ['ls']]],
  ['time ls', [['time'], ['ls']]],
  ['export A=1', [['export', 'A=1']]],
])('finds the words of %s', (command, words) => {
  expect(wordsOf(command)).toEqual(words);
});

const placesOf = (command: string, place?: readonly string[] | null) =>
  parts(command, place)
    .filter(({ words }) => words[0]?.text === 'x')
    .map((part) => part.place);

test.each<[string, (readonly string[] | null)[]]>([
  ['x', [['']]],
  ['cd src && x', [['src']]],
  ['cd src; x', [['src', '']]],
  ['cd src || x', [['']]],
  ['cd src && cd a && x', [['src/a']]],
  ['cd src && cd .. && x', [['']]],
  ['cd src & x', [['']]],
  ['(cd src && x); x', [['src'], ['']]],
  ['{ cd src; } && x', [['src']]],
  ['cd src | x; x', [[''], ['']]],
  ['! cd src && x', [['']]],
  ['! cd src || x', [['src']]],
  ['if cd src; then x; else x; fi; x', [['src'], [''], ['src', '']]],
  ['if a; then cd src; fi; x', [['src', '']]],
  ['while a; do cd src; x; done', [null]],
  ['while a; do x; done; x', [[''], ['']]],
  ['for i in 1 2; do cd src; done; x', [null]],
  ['case a in a) cd src;; esac; x', [null]],
  ['case a in a) x;; esac; x', [[''], ['']]],
  ['cd $y; x', [null]],
  ['cd $y && x', [null]],
  ['cd a b && x', [null]],
  ['cd && x', [null]],
  ['cd -P src && x', [['src']]],
  ['cd -- src && x', [['src']]],
  ['pushd src; x', [null]],
  ['source y; x', [null]],
  ['cd .. && x', [null]],
  ['eval "cd src" && x', [['src']]],
  ['bash -c "cd src; x" && x', [['src', ''], ['']]],
  ['command cd src && x', [['src']]],
  ['env cd src && x', [['']]],
  ['f() { cd src; x; }; x', [null, null]],
])('knows where each command of %s runs', (command, places) => {
  expect(placesOf(command)).toEqual(places);
});

test('a place that nobody knows stays unknown', () => {
  expect(placesOf('cd src && x', null)).toEqual([null]);
});

test('the commands of one pipeline belong together, those of a list do not', () => {
  const numbers = parts('a | b; c | (d; e) | f').map(({ pipeline }) => pipeline);
  expect(new Set(numbers.slice(0, 2)).size).toBe(1);
  expect(new Set(numbers.slice(2)).size).toBe(1);
  expect(numbers[0]).not.toBe(numbers[2]);
});

test('a command whose output becomes words of another is known to be within it', () => {
  const [outer, inner] = parts('sh -c "$(curl x)"');
  expect(inner?.within).toBe(outer);
  expect(outer?.within).toBeNull();
});

test('redirections, assignments and tests are kept with what they name', () => {
  const [part] = parts('A=1 B=$x c[0]=2 d+=3 ls < in > out 2>&1 3>> log');
  expect(part?.assignments.map(({ name, value, isPlain }) => [name, value.text, isPlain])).toEqual([
    ['A', '1', true],
    ['B', '$x', true],
    ['c', expect.any(String), false],
    ['d', expect.any(String), false],
  ]);
  expect(part?.redirects.map(({ operator, target }) => [operator, target?.text])).toEqual([
    ['<', 'in'],
    ['>', 'out'],
    ['>&', '1'],
    ['>>', 'log'],
  ]);
  const [test_] = parts('[[ -f a && $x == b* && -n $y && 1 -lt 2 ]]');
  expect(test_).toMatchObject({ asks: null, isGrammar: true });
  expect(test_?.tested?.map(({ text }) => text)).toEqual(['a']);
});

test('a function that calls itself twice is a bomb, one that does so once is not', () => {
  expect(parts(':(){ :|:& };:')[0]?.isBomb).toBe(true);
  expect(parts('f() { f; }; f')[0]?.isBomb).toBeUndefined();
});

test('what is too long is not taken apart', () => {
  expect(partsOf('ls;'.repeat(500), [''], ROOT)).toBe('it is too long or too deep to be judged');
  expect(partsOf('ls;'.repeat(300), [''], ROOT)).toHaveLength(300);
});
