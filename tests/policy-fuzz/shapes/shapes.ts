import { CODE_SHAPES } from './code-shapes.ts';
import { GIT_SHAPES } from './git-shapes.ts';
import { INPUT_SHAPES } from './input-shapes.ts';
import type { Writer } from './writer.ts';

type Shape = readonly [weight: number, write: (writer: Writer) => string];

/** Programs whose words are a small language, or that start other programs. */
export const SHAPES: readonly Shape[] = [
  ...GIT_SHAPES,
  [10, search],
  [6, replacing],
  [3, replacedProgram],
  [6, finding],
  ...CODE_SHAPES,
  ...INPUT_SHAPES,
  [2, printed],
  [2, tested],
];

/** A search through a tree. */
function search(writer: Writer): string {
  const { random } = writer;
  const isRipgrep = random.chance(0.35);
  const program = writer.program(isRipgrep ? 'rg' : random.pick(['grep', 'grep', 'egrep', 'fgrep']));
  const flags = isRipgrep
    ? random.pick([
        '',
        '-n',
        '-uuu',
        '-uu',
        '-u',
        '--hidden',
        '-. --no-ignore',
        "-g '.e*'",
        "-g '*.ts'",
        "--glob '!*.md'",
        "--iglob '.EN*'",
        '-l -uuu',
        '--unrestricted --unrestricted',
        "-g'*'",
        '--pre cat',
      ])
    : random.pick([
        '-rn',
        '-r',
        '-R',
        '-rz',
        '-rl',
        '-rc',
        '-rho',
        "-rn --include='*.ts'",
        "-r --include='.e*'",
        '-rn --include=*.ts',
        '-d recurse',
        '--directories=recurse',
        '--recurs',
        '-rnv',
        '-rna',
        '-rn --exclude-dir=node_modules',
        '-rnI',
        '-nr -m1',
        '-rnw',
        "-rn --exclude='.e*'",
        '--dereference-recursive',
        '-nHr',
        '-rlZ',
        '--include=.env -r',
        '-rno',
      ]);
  const where = random.chance(0.15) ? '' : ` ${random.chance(0.75) ? writer.folderName() : writer.path()}`;
  return `${program} ${flags} ${writer.pattern()}${where}`.replace(/ {2,}/g, ' ');
}

/** `xargs`, whose words are those of another program. */
function replacing(writer: Writer): string {
  const { random } = writer;
  const program = writer.program(random.pick(['cat', 'echo', 'rm', 'grep', 'head', 'wc', 'ls', 'cp', 'touch', 'sort', 'tee', 'sed']));
  const token = random.pick(['{}', '%', 'X', program, 'echo', 'cat', '-', 'e', '.env', 'n']);
  const flag = random.pick([
    `-I${token}`,
    `-I ${token}`,
    `-I '${token}'`,
    `-i${token}`,
    `--replace=${token}`,
    `--repl=${token}`,
    '-n1',
    '-0',
    '',
    "-d ','",
    '-r',
    '-t',
    '-a list.txt',
    '--arg-file=list.txt',
    '-L1',
    '-i',
    `-0I${token}`,
    `-rI${token}`,
    '-P2 -n1',
    '-E x',
    '-e',
    '-x',
  ]);
  const rest = random.pick([
    token,
    '',
    writer.path(),
    `${token} ${writer.path()}`,
    `-rf ${writer.path('source')}`,
    `-rf src`,
    `-n ${token}`,
    `${token}${token}`,
    `sh -c 'cat ${token}'`,
    `-- ${token}`,
    `-f ${token}`,
  ]);
  const fed = random.pick([
    () => `${writer.program('echo')} ${random.pick([writer.path(), 'cat', 'rm', 'sh', 'x', '-rf', writer.plainPath(), 'tee', 'node'])}`,
    () => `${writer.program('printf')} '%s\\n' ${writer.path()}`,
    () => `${writer.program('ls')} ${random.pick(['-a', '-A', '', writer.path(), '-d .*'])}`,
    () =>
      `${writer.program('find')} ${random.pick(['. -type f', '.', `. -name ${writer.nameOnly()}`, 'src -name "*.ts"', ". -name '.e*'"])}${random.chance(0.3) ? ' -print0' : ''}`,
    () => `${writer.program('cat')} list.txt`,
    () => `${writer.program('git')} ls-files`,
    () => `${writer.program('grep')} -rl ${writer.pattern()} ${writer.folderName()}`,
    () => `${writer.program('head')} -1 list.txt`,
  ])();
  return `${fed} | ${writer.program('xargs')} ${flag} ${program} ${rest}`.replace(/ {2,}/g, ' ').trim();
}

/** `xargs -I` where the replaced text is, or is part of, the program's word: its input becomes the program. */
function replacedProgram(writer: Writer): string {
  const { random } = writer;
  const program = writer.program(random.pick(['echo', 'echo', 'printf', 'basename', 'true', 'cat', 'ls', 'head', 'nice', 'env']));
  const token = random.pick([program, program, program.slice(0, 2), program.slice(-1), '{}']);
  const flag = random.pick(['-I', '-I ', '-i', '--replace=', '-0I', '-rI ', '-tI']);
  const fed = random.pick(['cat', 'rm', 'tee', 'sh', 'node', 'touch', 'sort', 'head', 'cp', 'curl']);
  const rest = random.pick([
    writer.path(),
    writer.path(),
    `-rf ${random.pick(['src', 'docs', 'README.md'])}`,
    writer.written(),
    `x ${writer.path()}`,
    token,
    `-c ${writer.path()}`,
  ]);
  const feeder = random.chance(0.7) ? `${writer.program('echo')} ${fed}` : `${writer.program('printf')} '${fed}\n'`;
  return `${feeder} | ${writer.program('xargs')} ${flag}${token} ${program} ${rest}`;
}

function finding(writer: Writer): string {
  const { random } = writer;
  const tests = random.times(1 + random.below(2), () =>
    random.pick([
      '-type f',
      `-name ${writer.nameOnly()}`,
      "-name '*.ts'",
      "-name '.e*'",
      '-maxdepth 1',
      '-size -2k',
      `-newer ${writer.path()}`,
      '-not -name x',
      `-path './.*'`,
      '-readable',
      '-empty',
      '-regex ".*env"',
      `-samefile ${writer.path()}`,
    ]),
  );
  const action = random.weighted<() => string>([
    [30, () => ''],
    [8, () => '-print'],
    [6, () => "-printf '%p\\n'"],
    [5, () => '-print0'],
    [
      12,
      () =>
        `-exec ${writer.program(random.pick(['cat', 'grep', 'head', 'rm', 'wc', 'sed']))} ${random.pick(['{}', 'x {}', '-n1 {}'])} ${random.pick(['\\;', '+', "';'"])}`,
    ],
    [5, () => '-delete'],
    [6, () => `-fprint ${writer.plainWritten()}`],
    [3, () => `-fls ${writer.plainWritten()}`],
    [4, () => `-files0-from ${writer.plainPath()}`],
    [3, () => '-ls'],
    [4, () => `-execdir cat {} \\;`],
    [3, () => `-ok rm {} \\;`],
  ])();
  return `${writer.program('find')} ${random.chance(0.2) ? random.pick(['-L ', '-H ', '-O2 ', '-D help ']) : ''}${writer.folderName()} ${tests.join(' ')} ${action}`.trim();
}

function printed(writer: Writer): string {
  const { random } = writer;
  return random.pick([
    () => `${writer.program('echo')} $OPENAI_API_KEY`,
    () => `${writer.program('echo')} "\${DB_PASSWORD}"`,
    () => `${writer.program('echo')} \${!OPENAI*}`,
    () => `x=OPENAI_API_KEY; ${writer.program('echo')} \${!x}`,
    () => `${writer.program('printf')} '%s' "$DB_PASSWORD"`,
    () => `${writer.program('printf')} -v x '%s' a`,
    () => writer.program('printenv'),
    () => writer.program('env'),
    () => `${writer.program('export')} -p`,
    () => `${writer.program('declare')} -p`,
    () => writer.program('set'),
    () => `${writer.program('echo')} ${writer.path()}`,
    () => `${writer.program('cat')} <<< "$OPENAI_API_KEY"`,
    () => `${writer.program('cat')} /proc/self/environ`,
    () => `${writer.program('ps')} ${random.pick(['e', 'auxe', '-ef', 'axe', 'eww'])}`,
    () => `${writer.program('echo')} ${random.pick(['{1..3}', '$((1+1))', '~', '$RANDOM', '$HOME', '"${PWD}"'])}`,
    () => `${writer.program('echo')} \${OPENAI_API_KEY:0:20}`,
    () => `${writer.program('echo')} \${OPENAI_API_KEY@Q}`,
    () => `${writer.program('git')} var -l`,
  ])();
}

function tested(writer: Writer): string {
  const { random } = writer;
  return random.pick([
    () => `[ -f ${writer.path()} ] && ${writer.program('cat')} ${writer.path('source')}`,
    () => `${writer.program('test')} -s ${writer.path()}`,
    () => `[[ -e ${writer.path()} ]] && ${writer.program('echo')} there`,
    () => `[[ "$(${writer.program('cat')} ${writer.path()})" == *true* ]] && ${writer.program('echo')} y`,
    () => `[ "$(${writer.program('head')} -1 ${writer.path()})" = x ]`,
    () => `if [ -d src ]; then ${writer.program('ls')} ${writer.folderName()}; fi`,
  ])();
}
