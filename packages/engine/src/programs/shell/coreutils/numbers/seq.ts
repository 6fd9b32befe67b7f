import { formatPrintf } from '../../text/printf-format.ts';
import type { Command } from '../command.ts';
import { CommandError } from '../command.ts';
import { parseOptions } from '../parse-options.ts';

export const seq: Command = async (context) => {
  // A negative number is not an option.
  const split = context.args.findIndex((argument) => /^-?[\d.]/.test(argument));
  const head = split === -1 ? context.args : context.args.slice(0, split);
  const { flags, value, operands } = parseOptions(
    { name: 'seq', args: head },
    { flags: 'w', values: 'sf', long: { 'equal-width': 'w', separator: 's', format: 'f' } },
  );
  const numbers = [...operands, ...(split === -1 ? [] : context.args.slice(split))];
  const bad = numbers.find((text) => !/^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(text));
  const hint = "\nTry 'seq --help' for more information.";
  if (bad !== undefined) throw new CommandError(`invalid floating point argument: '${bad}'${hint}`);
  if (numbers.length === 0) throw new CommandError(`missing operand${hint}`);
  if (numbers.length > 3) throw new CommandError(`extra operand '${numbers[3]}'${hint}`);
  const first = numbers.length > 1 ? (numbers[0] ?? '1') : '1';
  const step = numbers.length > 2 ? (numbers[1] ?? '1') : '1';
  const last = numbers.at(-1) ?? '1';
  if (Number(step) === 0) throw new CommandError(`invalid Zero increment value: '${step}'${hint}`);
  const decimals = Math.max(...[first, step].map((text) => text.split('.')[1]?.length ?? 0));
  const scale = 10 ** decimals;
  const [from, by, to] = [first, step, last].map((text) => Math.round(Number(text) * scale));
  const width = flags.has('w') ? Math.max(Number(first).toFixed(decimals).length, Number(last).toFixed(decimals).length) : 0;
  const separator = value('s') ?? '\n';
  const format = value('f');
  let isFirst = true;
  for (let current = from ?? 0; (by ?? 1) > 0 ? current <= (to ?? 0) : current >= (to ?? 0); current += by ?? 1) {
    const plain = (current / scale).toFixed(decimals);
    const text = format === null ? padded(plain, width) : new TextDecoder().decode(formatPrintf(format, [plain]).bytes);
    await context.stdout.write((isFirst ? '' : separator) + text);
    isFirst = false;
  }
  if (!isFirst) await context.stdout.write('\n');
  return 0;
};

function padded(text: string, width: number): string {
  return text.startsWith('-') ? `-${text.slice(1).padStart(width - 1, '0')}` : text.padStart(width, '0');
}
