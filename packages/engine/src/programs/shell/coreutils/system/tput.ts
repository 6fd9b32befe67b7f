import { OpenFlag, type TerminalSize } from '../../../../abi/system-calls.ts';
import type { Command, CommandContext } from '../command.ts';
import { CommandError } from '../command.ts';
import { parseOptions } from '../parse-options.ts';

/** The escape sequences, as in xterm, of the capabilities that this terminal has. */
const sequences: ReadonlyMap<string, (...values: number[]) => string> = new Map<string, (...values: number[]) => string>([
  ['bel', () => '\x07'],
  ['blink', () => '\x1b[5m'],
  ['bold', () => '\x1b[1m'],
  ['civis', () => '\x1b[?25l'],
  ['clear', () => '\x1b[H\x1b[2J\x1b[3J'],
  ['cnorm', () => '\x1b[?12l\x1b[?25h'],
  ['cr', () => '\r'],
  ['cub', (count = 1) => `\x1b[${count}D`],
  ['cub1', () => '\b'],
  ['cud', (count = 1) => `\x1b[${count}B`],
  ['cud1', () => '\n'],
  ['cuf', (count = 1) => `\x1b[${count}C`],
  ['cuf1', () => '\x1b[C'],
  ['cup', (row = 0, column = 0) => `\x1b[${row + 1};${column + 1}H`],
  ['cuu', (count = 1) => `\x1b[${count}A`],
  ['cuu1', () => '\x1b[A'],
  ['cvvis', () => '\x1b[?12;25h'],
  ['dch', (count = 1) => `\x1b[${count}P`],
  ['dch1', () => '\x1b[P'],
  ['dim', () => '\x1b[2m'],
  ['dl', (count = 1) => `\x1b[${count}M`],
  ['dl1', () => '\x1b[M'],
  ['ech', (count = 1) => `\x1b[${count}X`],
  ['ed', () => '\x1b[J'],
  ['el', () => '\x1b[K'],
  ['el1', () => '\x1b[1K'],
  ['home', () => '\x1b[H'],
  ['hpa', (column = 0) => `\x1b[${column + 1}G`],
  ['ich', (count = 1) => `\x1b[${count}@`],
  ['il', (count = 1) => `\x1b[${count}L`],
  ['il1', () => '\x1b[L'],
  ['ind', () => '\n'],
  ['init', () => '\x1b[!p\x1b[?3;4l\x1b[4l\x1b>'],
  ['invis', () => '\x1b[8m'],
  ['op', () => '\x1b[39;49m'],
  ['rc', () => '\x1b8'],
  ['reset', () => '\x1bc\x1b[!p\x1b[?3;4l\x1b[4l\x1b>'],
  ['rev', () => '\x1b[7m'],
  ['ri', () => '\x1bM'],
  ['ritm', () => '\x1b[23m'],
  ['rmcup', () => '\x1b[?1049l'],
  ['rmkx', () => '\x1b[?1l\x1b>'],
  ['rmso', () => '\x1b[27m'],
  ['rmul', () => '\x1b[24m'],
  ['sc', () => '\x1b7'],
  ['setab', (color = 0) => `\x1b[${colorCode(color, 40)}m`],
  ['setaf', (color = 0) => `\x1b[${colorCode(color, 30)}m`],
  ['sgr0', () => '\x1b(B\x1b[m'],
  ['sitm', () => '\x1b[3m'],
  ['smcup', () => '\x1b[?1049h'],
  ['smkx', () => '\x1b[?1h\x1b='],
  ['smso', () => '\x1b[7m'],
  ['smul', () => '\x1b[4m'],
  ['vpa', (row = 0) => `\x1b[${row + 1}d`],
]);

/** Capabilities with a value of true or false, which is shown by the exit code. */
const booleans: ReadonlyMap<string, boolean> = new Map([
  ['am', true],
  ['bce', true],
  ['km', true],
  ['xenl', true],
  ['hc', false],
]);

function colorCode(color: number, first: number): string {
  if (color < 8) return String(first + color);
  return color < 16 ? String(first + 52 + color) : `${first + 8};5;${color}`;
}

/** Implements `tput` for the terminals that the engine has: xterm and its relatives, and `dumb`, which has no sequences. */
export const tput: Command = async (context) => {
  const { flags, operands, value } = parseOptions(context, { flags: 'VS', values: 'T', isStopping: true, exitCode: 2 });
  if (flags.has('V')) {
    await context.stdout.writeLine('ncurses 6.4 (of Devonz)');
    return 0;
  }
  const terminal = value('T') ?? context.env.get('TERM') ?? '';
  const lines = flags.has('S') ? (await context.stdin.text()).split('\n').map((line) => line.split(/\s+/).filter(Boolean)) : [operands];
  const wanted = lines.filter((words) => words.length > 0);
  if (wanted.length === 0)
    throw new CommandError("usage: tput [-V] [-S] [-T TERM] CAPABILITY [VALUE]...\nTry 'tput --help' for more information.", 2);
  if (terminal === '' && !wanted.every(([name]) => name === 'cols' || name === 'lines'))
    throw new CommandError('No value for $TERM and no -T specified', 2);
  let exitCode = 0;
  for (const [name = '', ...values] of wanted) exitCode = await print(name, values, terminal, context);
  return exitCode;
};

async function print(name: string, values: readonly string[], terminal: string, context: CommandContext): Promise<number> {
  const { stdout } = context;
  const isDumb = terminal === 'dumb';
  const number = numberOf(name, isDumb, terminal, context);
  if (number !== null) {
    await stdout.writeLine(String(number));
    return 0;
  }
  if (name === 'longname') {
    await stdout.write(isDumb ? '80-column dumb tty' : 'xterm with 256 colors');
    return 0;
  }
  const has = booleans.get(name);
  if (has !== undefined) return has ? 0 : 1;
  const sequence = sequences.get(name);
  if (sequence === undefined) throw new CommandError(`unknown terminfo capability '${name}'`, 4);
  if (isDumb && name !== 'bel' && name !== 'cr') return 1;
  await stdout.write(sequence(...values.map(Number)));
  return 0;
}

function numberOf(name: string, isDumb: boolean, terminal: string, context: CommandContext): number | null {
  const { env } = context;
  switch (name) {
    case 'cols':
      return Number(env.get('COLUMNS')) || size(context).columns;
    case 'lines':
      return Number(env.get('LINES')) || size(context).rows;
    case 'colors':
      return isDumb ? -1 : /256|truecolor|direct/.test(`${terminal} ${env.get('COLORTERM') ?? ''}`) ? 256 : 8;
    case 'pairs':
      return isDumb ? -1 : 64;
    case 'it':
      return isDumb ? -1 : 8;
    default:
      return null;
  }
}

/** Returns the size of the session's terminal, wherever the output goes; 80 by 24 without one. */
function size({ system }: CommandContext): TerminalSize {
  try {
    const descriptor = system.sync('open', '/dev/tty', OpenFlag.READ_ONLY, 0);
    const result = system.sync('terminalSize', descriptor);
    system.sync('close', descriptor);
    return result;
  } catch {
    return { columns: 80, rows: 24 };
  }
}
