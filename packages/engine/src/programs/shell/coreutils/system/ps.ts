import type { SystemCallTable } from '../../../../abi/system-calls.ts';
import { LocalTimes } from '../../text/local-times.ts';
import type { Command, CommandContext } from '../command.ts';
import { CommandError } from '../command.ts';
import { answerInformation } from '../information-request.ts';

type ListedProcess = ReturnType<SystemCallTable['listProcesses']>[number];

interface Column {
  title: string;
  isNumber: boolean;
  /** The minimum width of a process number column. */
  leastWidth: number;
  text(process: ListedProcess, times: LocalTimes): string;
}

const twoDigits = (value: number) => String(Math.floor(value)).padStart(2, '0');
const elapsed = ({ startedAt }: ListedProcess) => Math.max(0, (Date.now() - startedAt) / 1000);

function clock(seconds: number): string {
  return [seconds / 3600, (seconds / 60) % 60, seconds % 60].map(twoDigits).join(':');
}

function shortElapsed(process: ListedProcess): string {
  const seconds = elapsed(process);
  return seconds < 3600 ? `${twoDigits(seconds / 60)}:${twoDigits(seconds % 60)}` : clock(seconds);
}

/** Returns the text of `-o comm`: the program's file, without its folder and arguments. */
function programOf({ command }: ListedProcess): string {
  const [first = ''] = command.split(' ');
  return first.slice(first.lastIndexOf('/') + 1);
}

const number = (title: string, text: (process: ListedProcess) => number | string): Column => ({
  title,
  isNumber: true,
  leastWidth: /^(?:PID|PPID|PGID|SID|SESS|TGID|TID|LWP)$/.test(title) ? 7 : 0,
  text: (process) => String(text(process)),
});
const word = (title: string, text: Column['text']): Column => ({ title, isNumber: false, leastWidth: 0, text });

/** The columns by their `-o` names. Values that a browser does not provide for a worker (memory, CPU time) are zero. */
const columns = new Map<string, Column>([
  ...['pid', 'tgid', 'tid', 'lwp'].map((name) => [name, number(name.toUpperCase(), ({ pid }) => pid)] as const),
  ['ppid', number('PPID', ({ parentPid }) => parentPid)],
  ...['pgid', 'pgrp'].map((name) => [name, number('PGID', ({ group }) => group)] as const),
  ...['sid', 'sess'].map((name) => [name, number(name.toUpperCase(), ({ group }) => group)] as const),
  ...['user', 'euser', 'ruser', 'uname'].map((name) => [name, word('USER', () => 'root')] as const),
  ...['uid', 'euid', 'ruid'].map((name) => [name, number(name.toUpperCase(), () => 0)] as const),
  ...['%cpu', 'pcpu'].map((name) => [name, number('%CPU', () => '0.0')] as const),
  ...['%mem', 'pmem'].map((name) => [name, number('%MEM', () => '0.0')] as const),
  ...['rss', 'rssize', 'rsz'].map((name) => [name, number('RSS', () => 0)] as const),
  ...['vsz', 'vsize'].map((name) => [name, number('VSZ', () => 0)] as const),
  ...['c', 'ni', 'nice'].map((name) => [name, number(name === 'c' ? 'C' : 'NI', () => 0)] as const),
  ...['tty', 'tt', 'tname'].map((name) => [name, word(name === 'tty' ? 'TTY' : 'TT', () => 'pts/0')] as const),
  ...['stat', 's', 'state'].map((name) => [name, word(name === 'stat' ? 'STAT' : 'S', () => 'S')] as const),
  ...['time', 'cputime'].map((name) => [name, number('TIME', () => '00:00:00')] as const),
  ['bsdtime', number('TIME', () => '0:00')],
  ['etime', number('ELAPSED', shortElapsed)],
  ['etimes', number('ELAPSED', (process) => Math.floor(elapsed(process)))],
  ['stime', word('STIME', ({ startedAt }, times) => times.format(startedAt, '%H:%M'))],
  ...['start', 'start_time', 'bsdstart'].map(
    (name) => [name, word('START', ({ startedAt }, times) => times.format(startedAt, '%H:%M'))] as const,
  ),
  ['lstart', word('STARTED', ({ startedAt }, times) => times.format(startedAt, '%a %b %e %H:%M:%S %Y'))],
  ...['comm', 'ucmd', 'ucomm'].map((name) => [name, word('COMMAND', programOf)] as const),
  ['cmd', word('CMD', ({ command }) => command)],
  ...['args', 'command'].map((name) => [name, word('COMMAND', ({ command }) => command)] as const),
  ['fname', word('COMMAND', (process) => programOf(process).slice(0, 8))],
]);

const layouts = {
  plain: ['pid', 'tty', 'time', 'comm=CMD'],
  full: ['user=UID', 'pid', 'ppid', 'c', 'stime', 'tty', 'time', 'cmd'],
  jobs: ['pid', 'pgid', 'sid', 'tty', 'time', 'comm=CMD'],
  long: ['s', 'uid', 'pid', 'ppid', 'c', 'ni', 'tty', 'time', 'comm=CMD'],
  bsd: ['pid', 'tty', 'stat', 'bsdtime', 'args'],
  user: ['user', 'pid', '%cpu', '%mem', 'vsz', 'rss', 'tty', 'stat', 'start', 'bsdtime', 'args'],
} as const;

interface Selection {
  columns: Column[];
  isHeaderless: boolean;
  matches(process: ListedProcess, own: CommandContext): boolean;
}

/** Parses `pid,ppid`, `pid ppid`, `pid=` (no title) or `args=Program` (a title up to the end). */
function parseColumns(text: string): Column[] {
  return text
    .split(/[\s,]+(?![^=]*$)|[\s,]+/)
    .filter((item) => item !== '')
    .map((item) => {
      const [name = '', title] = item.split('=', 2);
      const column = columns.get(name.toLowerCase());
      if (column === undefined) throw new CommandError(`error: unknown user-defined format specifier "${name}"`, 1);
      return title === undefined ? column : { ...column, title };
    });
}

class Options {
  readonly #columns: Column[] = [];
  readonly #pids = new Set<number>();
  readonly #parents = new Set<number>();
  readonly #names = new Set<string>();
  #layout: keyof typeof layouts = 'plain';
  #isAll = false;
  #isHeaderless = false;

  constructor(private readonly args: readonly string[]) {
    for (let index = 0; index < args.length; index += 1) index += this.#option(args[index] ?? '', index);
  }

  /** Parses one option, and returns the number of further words it consumed. */
  #option(argument: string, index: number): number {
    const [long = '', given] = argument.startsWith('--') ? argument.slice(2).split('=', 2) : [];
    if (long !== '') return this.#long(long, given, index);
    const isUnix = argument.startsWith('-');
    const letters = isUnix ? argument.slice(1) : argument;
    if (!isUnix && /^\d[\d,]*$/.test(argument)) return this.#list(this.#pids, argument);
    for (let at = 0; at < letters.length; at += 1) {
      const letter = letters.charAt(at);
      if (/[opCqugGtUO]/.test(letter) && (isUnix ? letter !== 'u' || letters === 'u' : /[opqO]/.test(letter))) {
        const rest = letters.slice(at + 1);
        this.#valued(letter, rest === '' ? (this.args[index + 1] ?? '') : rest);
        return rest === '' ? 1 : 0;
      }
      this.#letter(letter, isUnix);
    }
    return 0;
  }

  #long(name: string, given: string | undefined, index: number): number {
    const letter = new Map([
      ['format', 'o'],
      ['pid', 'p'],
      ['ppid', 'P'],
      ['User', 'u'],
      ['user', 'u'],
      ['quick-pid', 'q'],
    ]).get(name);
    if (letter !== undefined) {
      this.#valued(letter, given ?? this.args[index + 1] ?? '');
      return given === undefined ? 1 : 0;
    }
    if (name === 'no-headers' || name === 'no-heading' || name === 'noheaders') this.#isHeaderless = true;
    else if (!/^(?:sort|width|cols|columns|headers|forest|cumulative)$/.test(name))
      throw new CommandError(`error: unknown gnu long option\n\nUsage:\n ps [options]`, 1);
    return 0;
  }

  #valued(letter: string, value: string): void {
    if (letter === 'o' || letter === 'O') this.#columns.push(...parseColumns(value));
    else if (letter === 'p' || letter === 'q') this.#list(this.#pids, value);
    else if (letter === 'P') this.#list(this.#parents, value);
    else if (letter === 'C') for (const name of value.split(',')) this.#names.add(name);
    else this.#isAll = true;
  }

  #list(target: Set<number>, text: string): number {
    for (const pid of text.split(/[\s,]+/)) {
      if (!/^\d+$/.test(pid)) throw new CommandError('error: process ID list syntax error', 1);
      target.add(Number(pid));
    }
    return 0;
  }

  #letter(letter: string, isUnix: boolean): void {
    if (isUnix ? /[Aeda]/.test(letter) : /[axg]/.test(letter)) this.#isAll = true;
    if (isUnix && /[fF]/.test(letter)) this.#layout = 'full';
    else if (letter === 'j') this.#layout = 'jobs';
    else if (letter === 'l') this.#layout = 'long';
    else if (letter === 'u') this.#layout = 'user';
    else if (letter === 'h' && !isUnix) this.#isHeaderless = true;
    else if (!isUnix && this.#layout === 'plain') this.#layout = 'bsd';
    else if (!/[AeadxgwcfFHhmLTMyZN]/.test(letter)) throw new CommandError(`error: unsupported option (BSD syntax)`, 1);
  }

  get selection(): Selection {
    const named = this.#pids.size + this.#parents.size + this.#names.size > 0;
    return {
      columns: this.#columns.length > 0 ? this.#columns : layouts[this.#layout].flatMap(parseColumns),
      isHeaderless: this.#isHeaderless,
      // There is one terminal and one user, so without a selection all processes are shown.
      matches: (process) =>
        this.#isAll || !named || this.#pids.has(process.pid) || this.#parents.has(process.parentPid) || this.#names.has(programOf(process)),
    };
  }
}

const longValues = ['format', 'pid', 'ppid', 'user', 'User', 'quick-pid', 'sort', 'width', 'cols', 'columns'];
const specification = {
  flags: 'AacdeFfHhjlLmMNTwxyZ',
  values: 'oOpqPCugGUt',
  longValues,
  longFlags: ['no-headers', 'no-heading', 'noheaders', 'headers', 'forest', 'cumulative'],
  others: ['letters without - as in BSD: a c e f F g H h j l L m M N T u w x y Z, o COLUMNS, p PIDS'],
};

/** Implements `ps` with all three option styles: `ps -A -o ppid,pid`, `ps aux`, `ps --pid 5`. */
export const ps: Command = async (context) => {
  const { system, stdout } = context;
  answerInformation(context.args, specification);
  const { columns: shown, isHeaderless, matches } = new Options(context.args).selection;
  const times = new LocalTimes(context.env);
  const rows = system
    .sync('listProcesses')
    .filter((process) => matches(process, context))
    .map((process) => shown.map((column) => column.text(process, times)));
  const titles = shown.map(({ title }) => title);
  const widths = shown.map(({ leastWidth }, index) => Math.max(leastWidth, ...[titles, ...rows].map((row) => row[index]?.length ?? 0)));
  const isTitled = !isHeaderless && titles.some((title) => title !== '');
  for (const row of isTitled ? [titles, ...rows] : rows) {
    const cells = row.map((text, index) => {
      const width = widths[index] ?? 0;
      if (shown[index]?.isNumber === true) return text.padStart(width);
      return index === row.length - 1 ? text : text.padEnd(width);
    });
    await stdout.writeLine(cells.join(' '));
  }
  return rows.length === 0 ? 1 : 0;
};
