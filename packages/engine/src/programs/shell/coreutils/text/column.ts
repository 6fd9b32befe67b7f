import { visibleWidth } from '../../terminal/line-editor.ts';
import type { Command } from '../command.ts';
import { eachInput } from '../each-input.ts';
import { parseOptions } from '../parse-options.ts';

/** Implements `column`: a table with -t, otherwise as many columns as fit. */
export const column: Command = async (context) => {
  const { flags, operands, value } = parseOptions(context, {
    // -e repeats the header on each page of a terminal; there are no pages here.
    flags: 'texLd',
    values: 'socNR',
    long: {
      table: 't',
      separator: 's',
      'output-separator': 'o',
      'output-width': 'c',
      columns: 'c',
      'table-columns': 'N',
      'table-noheadings': 'd',
      'table-right': 'R',
      fillrows: 'x',
      'header-repeat': 'e',
      'keep-empty-lines': 'L',
    },
  });
  const lines: string[] = [];
  const exitCode = await eachInput(context, operands, async (input) => {
    for await (const line of input.lines()) if (line.trim() !== '' || flags.has('L')) lines.push(line);
  });
  if (!flags.has('t')) {
    await context.stdout.write(filled(lines, Number(value('c') ?? context.env.get('COLUMNS') ?? '80'), flags.has('x')));
    return exitCode;
  }
  const separators = value('s');
  const head = value('N');
  const rows = [...(head === null || flags.has('d') ? [] : [head.split(',')]), ...lines.map((line) => cellsOf(line, separators))];
  const widths: number[] = [];
  for (const row of rows) for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, visibleWidth(cell));
  const right = new Set(
    (value('R') ?? '')
      .split(',')
      .filter((part) => part !== '')
      .map((part) => Number(part) - 1),
  );
  for (const row of rows) {
    const glue = value('o') ?? '  ';
    const cells = widths.map((width, index) => {
      const cell = row[index] ?? '';
      const gap = ' '.repeat(Math.max(0, width - visibleWidth(cell)));
      if (right.has(index)) return gap + cell;
      return index === widths.length - 1 ? cell : cell + gap;
    });
    // Missing cells at a row's end keep their space, as in util-linux.
    await context.stdout.writeLine(cells.join(glue));
  }
  return exitCode;
};

function cellsOf(line: string, separators: string | null): string[] {
  if (separators === null) return line.trim().split(/\s+/);
  const cells = [''];
  for (const character of line) {
    if (separators.includes(character)) cells.push('');
    else cells[cells.length - 1] += character;
  }
  return cells;
}

const TAB = 8;

/** Fills column by column, or row by row with `isByRow`, at tab stops. */
function filled(entries: readonly string[], total: number, isByRow: boolean): string {
  const width = (Math.floor(Math.max(0, ...entries.map(visibleWidth)) / TAB) + 1) * TAB;
  const columns = Math.max(1, Math.floor(total / width));
  const rows = Math.ceil(entries.length / columns);
  let text = '';
  for (let row = 0; row < rows; row += 1) {
    const cells = entries.filter((_entry, index) => (isByRow ? Math.floor(index / columns) : index % rows) === row);
    text += cells
      .map((cell, index) => (index === cells.length - 1 ? cell : cell + '\t'.repeat(Math.ceil((width - visibleWidth(cell)) / TAB))))
      .join('');
    text += '\n';
  }
  return text;
}
