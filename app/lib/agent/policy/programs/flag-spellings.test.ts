import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toWorkspacePath } from '../../../runtime/to-workspace-path.ts';
import { policyContext } from '../../testing/policy-context.ts';
import { decide } from '../decide.ts';
import type { CommandLine } from '../parse/arguments.ts';
import { GIT_COMMANDS } from './git-table.ts';
import { PROGRAM_TABLE } from './program-table.ts';

/** Returns the verdict with auto-approved commands and new files, but without auto-approved file changes. */
function verdictOf(command: string) {
  const context = policyContext({ autoApproveCommands: true, autoApproveFileModification: false });
  return decide({ kind: 'command', command, cwd: toWorkspacePath(''), script: null }, context).verdict;
}

const entriesOf = ({ flags = '' }: CommandLine) =>
  flags
    .split(' ')
    .filter(Boolean)
    .map((entry) => entry.split('=', 2) as [name: string, use?: string]);

/**
 * Returns every spelling of a flag with a value: attached, after `=`, as the next word, abbreviated, bundled with flags without a value.
 */
function spellings(name: string, line: CommandLine, value: string): string[] {
  if (line.hasSingleDash === true) return [`-${name} ${value}`];
  if (name.length > 1) {
    const others = entriesOf(line).map(([other]) => other);
    const beginnings = Array.from({ length: name.length }, (_, index) => name.slice(0, index + 1)).filter(
      (beginning) => beginning === name || beginning.length === 1 || !others.includes(beginning),
    );
    return beginnings.flatMap((beginning) => [`--${beginning}=${value}`, `--${beginning} ${value}`]);
  }
  const plain = entriesOf(line).filter(([other, use]) => use === undefined && /^[a-zA-Z]$/.test(other));
  return ['', ...plain.map(([letter]) => letter)].flatMap((before) => [`-${before}${name}${value}`, `-${before}${name} ${value}`]);
}

const lines: [string, CommandLine][] = [
  // `printf` accepts its flag only in front.
  ...[...PROGRAM_TABLE].filter(([program]) => program !== '[' && program !== 'printf'),
  ...[...GIT_COMMANDS].map(([command, entry]): [string, CommandLine] => [`git ${command}`, entry]),
];
const ruling = lines.flatMap(([program, line]) =>
  entriesOf(line)
    .filter(([, use]) => use === '!' || use === 'write')
    .map(([flag]) => [program, flag, line] as const),
);

test('no spelling of a flag of the tables that writes or runs something goes unasked', () => {
  expect(ruling.length).toBeGreaterThan(60);
  const free: string[] = [];
  for (const [program, flag, line] of ruling) {
    for (const spelling of spellings(flag, line, 'out.txt')) {
      for (const command of [`${program} ${spelling}`, `${program} ${spelling} a.txt`, `${program} a.txt ${spelling}`]) {
        if (verdictOf(command) === 'auto') free.push(command);
      }
    }
  }
  expect(free).toEqual([]);
});

test('nor such a flag of a program without a table', () => {
  const flag = fc.constantFrom('output', 'output-file', 'outfile', 'out-dir', 'execute', 'command', 'in-place');
  const long = flag.chain((name) => fc.integer({ min: 1, max: name.length }).map((length) => `--${name.slice(0, length)}`));
  const short = fc
    .tuple(fc.stringMatching(/^[a-z0-9]{0,3}$/), fc.constantFrom('o'))
    .map(([before, letter]) => `-${before}${letter}`)
    .filter((word) => !/^-(?:version|port|host)/.test(word));
  const written = fc.oneof(
    fc.tuple(long, fc.constantFrom('=', ' ')).map(([name, between]) => `${name}${between}FILE`),
    fc.tuple(short, fc.constantFrom('', ' ')).map(([name, between]) => `${name}${between}FILE`),
    fc.constantFrom('-cFILE', '-rFILE', '-eFILE', '-K./x.js', '-f ./x.js', '-Wx/y'),
  );
  fc.assert(
    fc.property(written, (word) => {
      expect(verdictOf(`frobnicate ${word} a.txt`), word).toBe('ask');
    }),
    { numRuns: 300 },
  );
});

test.each([
  'frobnicate -v a',
  'frobnicate -p 3000',
  'frobnicate -p3000',
  'frobnicate --fix src',
  'tsc -noEmit',
  'vitest -t name',
  'eslint --ext .ts src',
])('what is no such flag is free: %s', (command) => {
  expect(verdictOf(command)).toBe('auto');
});

test('a word of a pattern that can become a flag asks where flags write', () => {
  expect(verdictOf('sort -o* a')).toBe('ask');
  expect(verdictOf('sort -? a')).toBe('ask');
  expect(verdictOf('sort --out*=x a')).toBe('ask');
  expect(verdictOf('grep -n TODO src/a.ts --include=*.ts')).toBe('auto');
  // The pattern expands to several words, of which only the first is the value.
  expect(verdictOf('strings --target .e*')).toBe('ask');
  expect(verdictOf('grep .e* x')).toBe('ask');
});

const replaced = fc.constantFrom('{}', 'X', '%', 'ca', 'echo', '@@');
test('what xargs puts in place of a text is never the name of a program, nor a word of one that does more than print', () => {
  const flag = replaced.chain((text) =>
    fc.tuple(fc.constant(text), fc.constantFrom(`-I ${text}`, `-I${text}`, `-0I${text}`, `-i${text}`, `--replace=${text}`, `-rtI ${text}`)),
  );
  const command = fc.constantFrom(
    (text: string) => `${text} src`,
    (text: string) => `a${text}b src`,
    (text: string) => `env ${text} src`,
    (text: string) => `nice ${text}`,
    (text: string) => `cat ${text}`,
    (text: string) => `wc -l src/${text}`,
    (text: string) => `bash -c 'ls ${text}'`,
    (text: string) => `timeout 5 ${text}`,
    (text: string) => `xargs ${text}`,
    (text: string) => `git ${text}`,
    (text: string) => `npm run ${text}`,
  );
  fc.assert(
    fc.property(flag, command, ([text, flags], make) => {
      const line = `ls | xargs ${flags} ${make(text)}`;
      expect(verdictOf(line), line).not.toBe('auto');
    }),
    { numRuns: 300 },
  );
  expect(verdictOf('ls | xargs -I{} echo {}')).toBe('auto');
  expect(verdictOf('echo rm | xargs -I echo echo -rf src')).toBe('ask');
});
