import { LocalTimes } from '../../text/local-times.ts';
import { signalNamed } from '../../text/signals.ts';
import type { Command, CommandContext } from '../command.ts';
import { CommandError } from '../command.ts';
import { parseOptions } from '../parse-options.ts';

interface Found {
  pid: number;
  command: string;
}

/** Implements `pgrep`, `pkill` and `killall`, which find processes by name. */
export const byName: Command = async (context) => {
  const { name } = context;
  const args = context.args.map((argument) =>
    /^-(?:\d+|(?:SIG)?[A-Z][A-Z0-9]+)$/.test(argument) ? `--signal=${argument.slice(1)}` : argument,
  );
  const { flags, operands, value } = parseOptions(
    { name, args },
    {
      others: ['-SIGNAL'],
      flags: 'flaxnoivqecr',
      values: 'sPu',
      long: {
        full: 'f',
        exact: 'x',
        newest: 'n',
        oldest: 'o',
        'list-name': 'l',
        'list-full': 'a',
        'ignore-case': 'i',
        quiet: 'q',
        count: 'c',
        signal: 's',
      },
      exitCode: 2,
    },
  );
  if (operands.length === 0)
    throw new CommandError(
      name === 'killall'
        ? 'Usage: killall [OPTION]... NAME...'
        : "no matching criteria specified\nTry `pgrep --help' for more information.",
      2,
    );
  const signal = signalNamed(value('s') ?? 'TERM');
  if (signal === undefined) throw new CommandError(`${value('s') ?? ''}: unknown signal`, 1);
  let exitCode = 0;
  for (const pattern of operands) {
    const found = matching(pattern, flags, context);
    if (found.length === 0) {
      if (name === 'killall' && !flags.has('q')) await context.stderr.writeLine(`${pattern}: no process found`);
      exitCode = 1;
    }
    if (name === 'pgrep') await list(found, flags, context);
    else for (const { pid } of found) await context.system.async('kill', pid, signal).catch(() => undefined);
  }
  return exitCode;
};

function matching(pattern: string, flags: ReadonlySet<string>, { system, pid: own, name }: CommandContext): Found[] {
  const expression = expressionOf(pattern, flags, name);
  const found = system
    .sync('listProcesses')
    .filter(({ pid }) => pid !== own)
    .map(({ pid, command }) => ({ pid, command }))
    .filter(({ command }) => expression.test(flags.has('f') ? command : programName(command)) !== flags.has('v'));
  if (flags.has('n')) return found.slice(-1);
  return flags.has('o') ? found.slice(0, 1) : found;
}

function expressionOf(pattern: string, flags: ReadonlySet<string>, name: string): RegExp {
  const letters = flags.has('i') ? 'i' : '';
  if (name === 'killall') return new RegExp(`^${pattern.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`, letters);
  try {
    return new RegExp(flags.has('x') ? `^(?:${pattern})$` : pattern, letters);
  } catch {
    throw new CommandError(`${pattern}: no regular expression`, 2);
  }
}

/** Returns a process's name; a script's process is known by the script: `node …/vite` is also `vite`. */
function programName(command: string): string {
  const [first = '', second = ''] = command.split(' ');
  const name = first.slice(first.lastIndexOf('/') + 1);
  return name === 'node' && second !== '' && !second.startsWith('-') ? `node ${second.slice(second.lastIndexOf('/') + 1)}` : name;
}

async function list(found: readonly Found[], flags: ReadonlySet<string>, { stdout }: CommandContext): Promise<void> {
  if (flags.has('c')) await stdout.writeLine(String(found.length));
  else if (!flags.has('q'))
    for (const { pid, command } of found)
      await stdout.writeLine(flags.has('a') ? `${pid} ${command}` : flags.has('l') ? `${pid} ${programName(command)}` : String(pid));
}

/** Implements `top` as a single snapshot. The CPU and memory usage of a worker is not available. */
export const top: Command = async (context) => {
  // Only one snapshot is printed, so options about repetition and the screen have no effect.
  parseOptions(context, { flags: 'bcHiS1', values: 'ndpuUow', long: { 'batch-mode': 'b', iterations: 'n', delay: 'd', pid: 'p' } });
  const { system, stdout } = context;
  const list = system.sync('listProcesses');
  await stdout.write(
    `top - ${new LocalTimes(context.env).format(Date.now(), '%T')}\nTasks: ${list.length} total\n\n    PID    PPID      TIME COMMAND\n`,
  );
  for (const { pid, parentPid, command, startedAt } of list) {
    const seconds = Math.max(0, (Date.now() - startedAt) / 1000);
    await stdout.writeLine(
      `${String(pid).padStart(7)} ${String(parentPid).padStart(7)} ${`${Math.floor(seconds / 60)}:${(seconds % 60).toFixed(2).padStart(5, '0')}`.padStart(9)} ${command}`,
    );
  }
  return 0;
};

/** Implements `free` with the browser's figures for this worker's memory; zero if there are none. */
export const free: Command = async (context) => {
  const { flags } = parseOptions(context, {
    flags: 'bkmghtwl',
    values: 'sc',
    long: { bytes: 'b', kibi: 'k', mebi: 'm', gibi: 'g', human: 'h', total: 't', wide: 'w', lohi: 'l', seconds: 's', count: 'c' },
  });
  // Only Chromium has it, and lib.dom does not declare it.
  const memory = (performance as { memory?: { jsHeapSizeLimit: number; usedJSHeapSize: number } }).memory;
  const unit = flags.has('m') ? 1024 ** 2 : flags.has('g') ? 1024 ** 3 : flags.has('b') ? 1 : 1024;
  const cell = (bytes: number) => String(Math.round(bytes / unit)).padStart(12);
  const total = memory?.jsHeapSizeLimit ?? 0;
  const used = memory?.usedJSHeapSize ?? 0;
  await context.stdout.write(
    `               total        used        free\nMem:    ${cell(total)}${cell(used)}${cell(total - used)}\nSwap:   ${cell(0)}${cell(0)}${cell(0)}\n`,
  );
  return 0;
};
