import type { Command, CommandContext } from '../../command.ts';
import { CommandError } from '../../command.ts';
import { eachInput } from '../../each-input.ts';
import { parseOptions } from '../../parse-options.ts';
import { readLines } from './two-files.ts';

export const paste: Command = async (context) => {
  const { flags, operands, value } = parseOptions(context, {
    flags: 'sz',
    values: 'd',
    long: { serial: 's', delimiters: 'd', 'zero-terminated': 'z' },
  });
  const delimiters = delimitersOf(value('d') ?? '\t');
  const end = flags.has('z') ? '\0' : '\n';
  const join = (cells: readonly string[]) =>
    cells.map((cell, index) => (index === 0 ? '' : (delimiters[(index - 1) % delimiters.length] ?? '')) + cell).join('') + end;
  if (flags.has('s')) {
    return eachInput(context, operands, async (input) => {
      const lines: string[] = [];
      for await (const line of input.lines(end)) lines.push(line);
      await context.stdout.write(join(lines));
    });
  }
  const columns = await columnsOf(operands.length === 0 ? ['-'] : operands, end, context);
  const rows = Math.max(0, ...columns.map((column) => column.length));
  for (let row = 0; row < rows; row += 1) await context.stdout.write(join(columns.map((column) => column[row] ?? '')));
  return 0;
};

/** `paste - -` deals the lines of standard input out in turn. An unreadable file ends the command before anything is printed. */
async function columnsOf(paths: readonly string[], end: string, context: CommandContext): Promise<string[][]> {
  const dashes = paths.filter((path) => path === '-').length;
  let dealt: string[] | null = null;
  let dash = 0;
  const columns: string[][] = [];
  for (const path of paths) {
    if (path !== '-') {
      columns.push(await readLines(context, path, end));
      continue;
    }
    dealt ??= await readLines(context, '-', end);
    const place = dash;
    columns.push(dealt.filter((_line, index) => index % dashes === place));
    dash += 1;
  }
  return columns;
}

const NAMED = new Map([
  ['0', ''],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
]);

function delimitersOf(text: string): string[] {
  if (/(?:^|[^\\])(?:\\\\)*\\$/.test(text)) throw new CommandError(`delimiter list ends with an unescaped backslash: ${text}`);
  const list = Array.from(text.matchAll(/\\([\s\S])|[\s\S]/gu), ([whole, escaped]) =>
    escaped === undefined ? whole : (NAMED.get(escaped) ?? escaped),
  );
  return list.length === 0 ? [''] : list;
}
