import type { Command } from '../command.ts';
import { CommandError } from '../command.ts';
import { parseOptions } from '../parse-options.ts';

type Scale = 'none' | 'si' | 'iec' | 'iec-i' | 'auto';

const LETTERS = ['', 'K', 'M', 'G', 'T', 'P', 'E', 'Z', 'Y', 'R', 'Q'];
const rounds = new Map<string, (value: number) => number>([
  ['up', (value) => (value < 0 ? Math.floor(value) : Math.ceil(value))],
  ['down', Math.floor],
  ['from-zero', (value) => (value < 0 ? Math.floor(value) : Math.ceil(value))],
  ['towards-zero', Math.trunc],
  ['nearest', Math.round],
]);

/** Implements `numfmt`: converts numbers with and without units (`--to=iec`, `--from=si`, …), alone or as a field of each line. */
export const numfmt: Command = async (context) => {
  const { operands, value, flags } = parseOptions(context, {
    values: 'd',
    long: { delimiter: 'd' },
    longValues: ['to', 'from', 'suffix', 'padding', 'field', 'round', 'to-unit', 'from-unit', 'format', 'header', 'invalid'],
    longFlags: ['grouping'],
  });
  const [from, to] = [scaleOf(value('from')), scaleOf(value('to'))];
  const suffix = value('suffix') ?? '';
  const round = rounds.get(value('round') ?? 'from-zero') ?? Math.ceil;
  const convert = (word: string): string => {
    const number =
      (parse(word.endsWith(suffix) ? word.slice(0, word.length - suffix.length) : word, from) * Number(value('from-unit') ?? '1')) /
      Number(value('to-unit') ?? '1');
    const places = /%[0-9']*\.(\d+)f/.exec(value('format') ?? '')?.[1];
    const text = (to === 'none' ? plain(number, places) : scaled(number, to, round)) + suffix;
    const padding = Number(value('padding') ?? /%(-?\d+)/.exec(value('format') ?? '')?.[1] ?? '0');
    return padding < 0 ? text.padEnd(-padding) : text.padStart(padding);
  };
  if (flags.has('grouping')) throw new CommandError('--grouping is not supported: there is one locale');
  const invalid = value('invalid') ?? 'abort';
  let exitCode = 0;
  const attempt = async (text: string, work: () => string): Promise<string> => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof CommandError) || invalid === 'abort') throw error;
      if (invalid !== 'ignore') await context.stderr.writeLine(`numfmt: ${error.message}`);
      if (invalid === 'fail') exitCode = 2;
      return text;
    }
  };
  for (const word of operands) await context.stdout.writeLine(await attempt(word, () => convert(word)));
  if (operands.length > 0) return exitCode;
  const field = Number(value('field') ?? '1');
  const delimiter = value('d');
  let headers = Number(value('header') ?? '0');
  for await (const line of context.stdin.lines()) {
    headers -= 1;
    const isHeader = headers >= 0;
    await context.stdout.writeLine(isHeader ? line : await attempt(line, () => convertField(line, { field, delimiter, convert })));
  }
  return exitCode;
};

function convertField(line: string, options: { field: number; delimiter: string | null; convert: (word: string) => string }): string {
  const { field, delimiter, convert } = options;
  if (delimiter !== null) {
    return line
      .split(delimiter)
      .map((word, index) => (index === field - 1 ? convert(word) : word))
      .join(delimiter);
  }
  let index = 0;
  return line.replace(/\s*\S+/g, (word) => {
    index += 1;
    if (index !== field) return word;
    const space = /^\s*/.exec(word)?.[0] ?? '';
    // A column keeps its width where possible.
    return index === 1 && space === ''
      ? convert(word)
      : (space.slice(0, 1) + convert(word.trim())).padStart(space.length > 1 ? word.length : 0);
  });
}

function scaleOf(text: string | null): Scale {
  if (text === null) return 'none';
  if (text === 'none' || text === 'si' || text === 'iec' || text === 'iec-i' || text === 'auto') return text;
  throw new CommandError(`invalid argument '${text}' for '--to'\nValid arguments are:\n  - 'none'\n  - 'si'\n  - 'iec'\n  - 'iec-i'`);
}

function parse(word: string, scale: Scale): number {
  const match = /^(-?\d+(?:\.\d+)?)([KkMGTPEZYRQ]?)(i?)$/.exec(word.trim());
  if (match === null) throw new CommandError(`invalid number: '${word}'`, 2);
  const [, digits, letter = '', binary] = match;
  if (letter === '') return Number(digits);
  if (scale === 'none') throw new CommandError(`rejecting suffix in input: '${word}' (consider using --from)`, 2);
  if (scale === 'iec-i' && binary === '') throw new CommandError(`missing 'i' suffix in input: '${word}' (e.g Ki/Mi/Gi)`, 2);
  const base = scale === 'si' || (scale === 'auto' && binary === '') ? 1000 : 1024;
  return Number(digits) * base ** LETTERS.indexOf(letter.toUpperCase());
}

function plain(number: number, places: string | undefined): string {
  if (places !== undefined) return number.toFixed(Number(places));
  return Number.isInteger(number)
    ? number.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 0 })
    : String(Math.ceil(number));
}

function scaled(number: number, scale: Scale, round: (value: number) => number): string {
  const base = scale === 'si' ? 1000 : 1024;
  let power = 0;
  let rest = number;
  while (Math.abs(rest) >= base && power < LETTERS.length - 1) {
    rest /= base;
    power += 1;
  }
  // One decimal below ten, none above; a value that rounds up to the next unit is shown in that unit.
  let shown = power > 0 && Math.abs(rest) < 10 ? round(rest * 10) / 10 : round(rest);
  if (Math.abs(shown) >= base) {
    shown /= base;
    power += 1;
  }
  const text = power > 0 && Math.abs(shown) < 10 ? shown.toFixed(1) : String(shown);
  return `${text}${LETTERS[power] ?? ''}${power > 0 && scale === 'iec-i' ? 'i' : ''}`;
}
