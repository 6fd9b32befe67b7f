import type { Random } from '../random.ts';
import { NAMES } from '../sandbox/scene.ts';
import { simpleCommand } from './simple-command.ts';
import { Writer } from './writer.ts';

export interface Written {
  command: string;
  programs: readonly string[];
  /** The working directory of the agent's shell, relative to the project. */
  folder: string;
}

/** Writes a whole line: simple commands with their wrappers and connectors. */
export function writeCommand(random: Random): Written {
  const writer = new Writer(random);
  const folder = random.weighted([
    [88, ''],
    [7, 'src'],
    [5, 'packages/a'],
  ] as const);
  writer.folder = folder;
  const command = line(writer, 2);
  return { command, programs: [...writer.programs], folder };
}

function line(writer: Writer, depth: number): string {
  const { random } = writer;
  if (depth === 0) return simpleCommand(writer);
  const form = random.weighted<(writer: Writer, depth: number) => string>([
    [44, simpleCommand],
    [10, redirected],
    [11, wrapped],
    [11, piped],
    [11, gone],
    [5, chained],
    [5, substituted],
    [3, looped],
    [3, assigned],
  ]);
  return form(writer, depth - 1);
}

function redirected(writer: Writer, depth: number): string {
  const { random } = writer;
  const operator = random.pick(['>', '>>', '2>', '&>', '>|', '<', '<>', '2>>', '1>', '>&']);
  const target = operator === '<' ? writer.path() : random.chance(0.5) ? writer.plainWritten() : writer.written();
  const blank = random.chance(0.7) ? ' ' : '';
  return random.weighted([
    [80, () => `${line(writer, depth)} ${operator}${blank}${target}`],
    [10, () => `${operator}${blank}${target} ${line(writer, depth)}`],
    [5, () => `{ ${line(writer, depth)}; } ${operator} ${target}`],
    [5, () => `${operator} ${target}`],
  ])();
}

function wrapped(writer: Writer, depth: number): string {
  const { random } = writer;
  const inner = line(writer, depth);
  const quoted = `'${inner.replaceAll("'", `'\\''`)}'`;
  const before = random.weighted<() => string>([
    [
      10,
      () =>
        `${writer.program('env')} ${random.pick(['', '-i ', 'A=b ', '-u HOME ', 'PATH=. ', '-- ', '-C src ', '-S ', 'GIT_PAGER=evil ', '-v '])}${inner}`,
    ],
    [8, () => `${writer.program('command')} ${random.pick(['', '-p ', '-- '])}${inner}`],
    [5, () => `${writer.program('builtin')} ${inner}`],
    [2, () => `${writer.program('exec')} ${inner}`],
    [8, () => `${writer.program('nohup')} ${inner}`],
    [6, () => `${writer.program('nice')} ${random.pick(['', '-n 5 ', '-5 ', '--adjustment=3 '])}${inner}`],
    [
      9,
      () =>
        `${writer.program('timeout')} ${random.pick(['1', '-k 1 1', '--foreground 1', '-s KILL 1', '--kill-after=1 1', '-v 1s'])} ${inner}`,
    ],
    [6, () => `${writer.program('stdbuf')} ${random.pick(['-oL', '-o 0', '--output=L'])} ${inner}`],
    [4, () => `${writer.program('setsid')} -w ${inner}`],
    [8, () => `${writer.program('time')} ${random.pick(['', '-p '])}${inner}`],
    [2, () => `${writer.program('time')} -o ${writer.plainWritten()} ${inner}`],
    [14, () => `${writer.program('bash')} ${random.pick(['-c', '-ec', '-lc', '--norc -c', '-o pipefail -c'])} ${quoted}`],
    [8, () => `${writer.program('sh')} -c ${quoted}`],
    [4, () => `${writer.program('eval')} ${random.chance(0.5) ? quoted : inner}`],
    [3, () => `${writer.program('ionice')} -c2 ${inner}`],
    [3, () => `${writer.program('watch')} -n1 ${quoted}`],
    [2, () => `${writer.program('xargs')} ${inner} < ${random.pick(['list.txt', 'notes.txt', writer.path()])}`],
    [2, () => `${writer.program('cross-env')} A=b ${inner}`],
    [2, () => `! ${inner}`],
    [2, () => `( ${inner} )`],
    [2, () => `{ ${inner}; }`],
    [2, () => `${inner} &`],
    [1, () => `coproc ${inner}`],
    [1, () => `f() { ${inner}; }; f`],
    [1, () => `trap ${quoted} EXIT`],
    [1, () => `${writer.program('busybox')} ${inner}`],
  ]);
  return before();
}

function piped(writer: Writer, depth: number): string {
  const { random } = writer;
  const first = line(writer, depth);
  const last = random.weighted<() => string>([
    [20, () => simpleCommand(writer)],
    [10, () => `${writer.program('head')} -n 5`],
    [8, () => `${writer.program('grep')} ${writer.pattern()}`],
    [6, () => `${writer.program('wc')} -l`],
    [
      6,
      () =>
        `${writer.program('sort')} ${random.pick(['', '-u', `-o ${writer.plainWritten()}`, `-uo${writer.plainWritten()}`, `--ou=${writer.plainWritten()}`, '-nr'])}`,
    ],
    [8, () => `${writer.program('tee')} ${writer.written()}`],
    [
      8,
      () =>
        `${writer.program('xargs')} ${random.pick(['', '-n1 ', '-I{} ', '-r ', '-0 '])}${writer.program(random.pick(['cat', 'ls', 'head', 'wc', 'grep x', 'echo', 'rm']))}${random.pick(['', ' {}'])}`,
    ],
    [4, () => `while read -r f; do ${writer.program('cat')} "$f"; done`],
    [3, () => writer.program(random.pick(['sh', 'bash', 'node', 'python3 -', 'xargs -I{} sh -c "{}"']))],
    [3, () => `${writer.program('cat')} - ${writer.path()}`],
    [3, () => `${writer.program('uniq')} - ${writer.written()}`],
    [2, () => `${writer.program('sed')} ${random.pick(['-n p', "'w AGENTS.md'", 's/a/b/'])}`],
    [2, () => `${writer.program('shuf')} -o${writer.plainWritten()}`],
  ])();
  return `${first} ${random.chance(0.9) ? '|' : '|&'} ${last}`;
}

/** Changes to a folder first, after which the same names mean other files. */
function gone(writer: Writer, depth: number): string {
  const { random } = writer;
  const before = writer.folder;
  const where = `${writer.program('cd')} ${random.chance(0.05) ? '-P ' : ''}${writer.go()}`;
  const inner = line(writer, depth);
  const command = random.pick([
    `${where} && ${inner}`,
    `${where} && ${inner}`,
    `${where}; ${inner}`,
    `(${where} && ${inner})`,
    `${where}\n${inner}`,
    random.chance(0.2) ? `pushd ${where.slice(3)} && ${inner}` : `${where} && ${inner}`,
  ]);
  writer.folder = before;
  return command;
}

function chained(writer: Writer, depth: number): string {
  const { random } = writer;
  return `${line(writer, depth)} ${random.pick(['&&', ';', '||', '&', '\n'])} ${line(writer, depth)}`;
}

function substituted(writer: Writer, depth: number): string {
  const { random } = writer;
  const inner = line(writer, depth);
  return random.pick([
    () => `${writer.program('echo')} "$(${inner})"`,
    () => `${writer.program('echo')} $(${inner})`,
    () => `${writer.program('echo')} \`${inner.replaceAll('`', '')}\``,
    () => `${writer.program('cat')} <(${inner})`,
    () => `${writer.program('cat')} $(${inner})`,
    () => `${writer.program('diff')} <(${inner}) ${writer.path('source')}`,
    () => `${inner} > >(${writer.program('cat')})`,
    () => `${writer.program('printf')} '%s\\n' "$(<${writer.path()})"`,
    () => `x=$(${inner}); ${writer.program('echo')} "$x"`,
    () => `${writer.program('cat')} <<< "$(${inner})"`,
    () => `${writer.program('cat')} <<EOF\n$(${inner})\nEOF`,
  ])();
}

function looped(writer: Writer, depth: number): string {
  const { random } = writer;
  const program = writer.program(random.pick(['cat', 'head -1', 'wc -c', 'rm', 'touch', 'echo', 'grep true']).split(' ')[0] ?? 'cat');
  return random.pick([
    () => `for f in ${writer.path()} ${writer.path()}; do ${program} "$f"; done`,
    () => `for f in ${writer.path()}; do ${program} $f; done`,
    () => `for d in ${writer.folderName()} ${writer.folderName()}; do cd "$d"; ${line(writer, depth)}; done`,
    () => `while ${writer.program('read')} -r f; do ${program} "$f"; done < list.txt`,
    () => `if ${line(writer, depth)}; then ${line(writer, depth)}; fi`,
    () => `case ${writer.path()} in *env) ${line(writer, depth)};; *) ${line(writer, depth)};; esac`,
    () => `until ${line(writer, depth)}; do break; done`,
  ])();
}

function assigned(writer: Writer, depth: number): string {
  const { random } = writer;
  const name = random.pick(NAMES.secret);
  return random.pick([
    () => `f=${writer.path()}; ${writer.program('cat')} $f`,
    () => `f=${name.slice(0, 3)}; ${writer.program('cat')} $f*`,
    () =>
      `${random.pick(['A=b', 'LC_ALL=C', 'CI=1', 'PATH=.', 'GIT_EXTERNAL_DIFF=evil', 'GREP_OPTIONS=-r', 'TMPDIR=src', 'HOME=.', 'BASH_ENV=mk.js', 'LESSOPEN="|evil %s"', 'PAGER=evil', 'GIT_DIR=.git'])} ${line(writer, depth)}`,
    () => `f=(${writer.path()}); ${writer.program('cat')} "\${f[@]}"`,
    () => `${writer.program('export')} ${random.pick(['A=b', 'PATH=.', 'PAGER=evil'])}; ${line(writer, depth)}`,
    () => `${writer.program('set')} -- ${writer.path()}; ${writer.program('cat')} "$1"`,
    () => `a=.en b=v; ${writer.program('cat')} $a$b`,
    () => `alias c=cat; ${line(writer, depth)}`,
    () => `shopt -s dotglob; ${writer.program('cat')} *`,
  ])();
}
