import { PROGRAM_TABLE } from '../../../app/lib/agent/policy/programs/program-table.ts';
import { type Flag, flagsOf, writeFlag } from './known-flags.ts';
import { SHAPES } from './shapes.ts';
import type { Writer } from './writer.ts';

/** Programs without a policy table that read, write or start something. */
const WITHOUT_TABLE = (
  'shuf iconv col colrm ul getopt nm objdump readelf size addr2line pathchk namei tput infocmp tic gencat msgfmt msgcat xgettext locale ' +
  'zgrep zdiff bzgrep xzgrep sync users who mcookie logsave savelog xmllint uuencode fincore lscpu free vmstat localedef tset whatis apropos ' +
  'eslint prettier tsc vitest vite jest biome'
).split(' ');

/** Programs whose words are not files. */
const TEXT_ONLY = new Set([
  'echo',
  'true',
  'false',
  ':',
  'printf',
  'seq',
  'expr',
  'basename',
  'dirname',
  'factor',
  'numfmt',
  'tr',
  'whoami',
  'id',
  'sleep',
]);

const NAMES = [...PROGRAM_TABLE.keys()].filter((name) => !/^(?:exit|return|break|continue|wait|jobs|\[|clear|reset)$/.test(name));
/** Common programs occur more often. */
const COMMON =
  'cat grep rg sed awk sort head tail ls find wc cut uniq diff cp mv rm mkdir touch tee jq xxd base64 tac nl file du stat echo od strings'.split(
    ' ',
  );
const flagLists = new Map<string, Flag[]>();

/** Writes one program with its words. */
export function simpleCommand(writer: Writer): string {
  const { random } = writer;
  const shape = random.weighted<() => string>([
    [34, () => tableCommand(writer, random.pick(COMMON))],
    [20, () => tableCommand(writer, random.pick(NAMES))],
    [10, () => tableCommand(writer, random.pick(WITHOUT_TABLE))],
    [40, () => random.weighted(SHAPES)(writer)],
  ]);
  return shape();
}

function tableCommand(writer: Writer, name: string): string {
  const { random } = writer;
  const entry = PROGRAM_TABLE.get(name);
  const flags = flagLists.get(name) ?? flagsOf(name, entry?.flags);
  flagLists.set(name, flags);
  const words = [writer.program(name)];
  const count =
    flags.length === 0
      ? 0
      : random.weighted([
          [35, 0],
          [38, 1],
          [20, 2],
          [7, 3],
        ] as const);
  for (let at = 0; at < count; at++) words.push(writeFlag(writer, random.pick(flags), flags, entry?.hasSingleDash === true));
  // A letter that a table may not know, with a file in the same word.
  if (random.chance(0.03)) words.push(`-${random.pick([...'abcdefghijklmnopqrstuvwxyzCDEFGIKLMOPRSTW'])}${writer.plainWritten()}`);
  const operands = operandsOf(writer, name);
  if (random.chance(0.04)) operands.unshift('--');
  // Flags may also come last.
  return (random.chance(0.12) ? [words[0], ...operands, ...words.slice(1)] : [...words, ...operands]).join(' ');
}

function operandsOf(writer: Writer, name: string): string[] {
  const { random } = writer;
  const entry = PROGRAM_TABLE.get(name);
  const operands: string[] = [];
  if (name === 'find') return [writer.folderName()];
  if (name === 'sed' || name === 'gsed') operands.push(sedScript(writer));
  else if (/awk$/.test(name)) operands.push(awkProgram(writer));
  else if (name === 'jq')
    operands.push(random.pick(['.', '.name', "'.items[]'", 'env', 'input', "'$__loc__'", "'input_filename'", "'inputs'", "'getpath([])'"]));
  else if (name === 'chmod') operands.push(random.pick(['+x', '644', 'u+w', '755']));
  else if (entry?.first !== undefined) operands.push(writer.pattern());
  if (TEXT_ONLY.has(name)) return [...operands, random.pick(['a', '1 2', 'x y', "'%s\\n' a", '.env', 'src/*', '.*'])];
  const isTree = /grep|^rg$|^ag$|^diff$|^ls$|^du$|^tree$|^cp$/.test(name);
  const count = random.weighted([
    [10, 0],
    [62, 1],
    [28, 2],
  ] as const);
  for (let at = 0; at < count; at++) {
    const isLast = at === count - 1 && count > 1;
    if (isTree && random.chance(0.45)) operands.push(writer.folderName());
    else if (entry?.operands === 'write' || entry?.operands === 'create' || entry?.operands === 'remove') operands.push(writer.written());
    else if (isLast && entry?.last !== undefined) operands.push(writer.written());
    else operands.push(writer.path());
  }
  return operands;
}

function sedScript(writer: Writer): string {
  return writer.random.pick([
    'p',
    "'1p'",
    "'s/one/two/'",
    "'s/a/b/g'",
    "'$d'",
    "'/true/d'",
    "'y/ab/ba/'",
    '1,2p',
    "'='",
    "'1!G;h;$!d'",
    `'w ${writer.plainWritten()}'`,
    `'s/one/x/w ${writer.plainWritten()}'`,
    `'r ${writer.plainPath()}'`,
    `'R ${writer.plainPath()}'`,
    "'1e id'",
    "'s/one/id/e'",
    `'1r ${writer.plainPath()}'`,
    `'$ W ${writer.plainWritten()}'`,
    `'1i\\x'`,
    "'a\\\nq'",
    `'0~3p;w${writer.plainWritten()}'`,
    `'1{p;r${writer.plainPath()}\n}'`,
    `'s/a/b/;s/b/c/gw ${writer.plainWritten()}'`,
    `'F'`,
    `'a x\nr ${writer.plainPath()}'`,
    `'/a/,/b/w ${writer.plainWritten()}'`,
  ]);
}

function awkProgram(writer: Writer): string {
  return writer.random.pick([
    "'{print $1}'",
    "'NR==1'",
    '\'{print > "out.txt"}\'',
    `'{print > "${writer.plainWritten()}"}'`,
    `'BEGIN{while((getline x < "${writer.plainPath()}")>0) print x}'`,
    '\'BEGIN{system("id")}\'',
    '\'{print | "sort"}\'',
    '\'BEGIN{"id" | getline; print}\'',
    `'{printf "%s", $0 >> "${writer.plainWritten()}"}'`,
    "'END{print NR}'",
    `'BEGIN{ARGV[1]="${writer.plainPath()}";ARGC=2}1'`,
    "'BEGIN{for(k in ENVIRON)print ENVIRON[k]}'",
    "'length>3'",
    '\'{print "a" "b"}\'',
    "'$1>2'",
    "'1;{print $2>$1}'",
    '\'BEGIN{print ENVIRON["OPENAI_API_KEY"]}\'',
    "'/true/{c++}END{print c}'",
    '\'{x=$1; sub(/a/,"b",x); print x}\'',
    "'{print>FILENAME}'",
  ]);
}
