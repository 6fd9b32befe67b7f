import { linesWithEnds } from '../../text/lines-with-ends.ts';
import type { Command } from '../command.ts';
import { CommandError } from '../command.ts';
import { compareNames } from '../command-files.ts';
import { parseOptions } from '../parse-options.ts';

export const comm: Command = async (context) => {
  const { flags, operands } = parseOptions(context, { flags: '123' });
  const [first, second] = operands;
  if (first === undefined || second === undefined) throw new CommandError("missing operand\nTry 'comm --help' for more information.");
  const read = async (path: string) => linesWithEnds(await context.files.readText(path)).map((line) => line.replace(/\n$/, ''));
  const [left, right] = [await read(first), await read(second)];
  const print = (column: 1 | 2 | 3, line: string) => {
    if (flags.has(String(column))) return Promise.resolve();
    const indent = [1, 2].filter((before) => before < column && !flags.has(String(before))).length;
    return context.stdout.writeLine('\t'.repeat(indent) + line);
  };
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    const [one, two] = [left[i], right[j]];
    const order = one === undefined ? 1 : two === undefined ? -1 : compareNames(one, two);
    await print(order < 0 ? 1 : order > 0 ? 2 : 3, (order <= 0 ? one : two) ?? '');
    if (order <= 0) i += 1;
    if (order >= 0) j += 1;
  }
  return 0;
};
