import type { Command } from '../command.ts';
import { CommandError } from '../command.ts';
import { compareNames } from '../command-files.ts';
import { parseOptions } from '../parse-options.ts';
import { orderCheck } from '../text/lines/order-check.ts';
import { readLines, twoFiles } from '../text/lines/two-files.ts';

export const comm: Command = async (context) => {
  const { flags, operands, values, value } = parseOptions(context, {
    flags: '123z',
    long: { 'zero-terminated': 'z' },
    longFlags: ['check-order', 'nocheck-order', 'total'],
    longValues: ['output-delimiter'],
  });
  const paths = twoFiles(context.name, operands);
  if (new Set(values.get('output-delimiter')).size > 1) throw new CommandError('multiple output delimiters specified');
  const separator = (value('output-delimiter') ?? '\t') || '\0';
  const end = flags.has('z') ? '\0' : '\n';
  const files = [await readLines(context, paths[0], end), await readLines(context, paths[1], end)] as const;
  const order = orderCheck(context, flags, (file) => `file ${file} is not in sorted order`);
  const totals = [0, 0, 0];
  const indents = [1, 2, 3].map((column) => separator.repeat([1, 2].filter((one) => one < column && !flags.has(String(one))).length));
  const shown = [1, 2, 3].map((column) => !flags.has(String(column)));
  const next = [0, 0];
  const advance = (side: 0 | 1) => {
    const at = (next[side] ?? 0) + 1;
    next[side] = at;
    const lines = files[side];
    // The last two lines are checked again at the end, since an unpaired line may have been seen in the meantime.
    const last = Math.min(at, lines.length - 1);
    return last < 1 ? null : order.check(side, compareNames(lines[last - 1] ?? '', lines[last] ?? ''));
  };
  for (;;) {
    const [one, two] = [files[0][next[0] ?? 0], files[1][next[1] ?? 0]];
    if (one === undefined && two === undefined) break;
    const difference = one === undefined ? 1 : two === undefined ? -1 : compareNames(one, two);
    const column = difference < 0 ? 0 : difference > 0 ? 1 : 2;
    totals[column] = (totals[column] ?? 0) + 1;
    if (difference !== 0) order.hasUnpaired = true;
    if (shown[column] === true) await context.stdout.write(indents[column] + ((difference <= 0 ? one : two) ?? '') + end);
    if (difference <= 0) await advance(0);
    if (difference >= 0) await advance(1);
  }
  if (flags.has('total')) await context.stdout.write([...totals, 'total'].join(separator) + end);
  order.finish();
  return 0;
};
