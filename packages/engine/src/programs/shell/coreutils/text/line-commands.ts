import { linesWithEnds } from '../../text/lines-with-ends.ts';
import type { Command } from '../command.ts';
import { eachInput } from '../each-input.ts';
import { parseOptions } from '../parse-options.ts';

export const rev: Command = async (context) =>
  eachInput(context, context.args, async (input) => {
    for await (const line of input.lines()) await context.stdout.write([...line].reverse().join('') + input.lineEnd);
  });

export const tac: Command = async (context) =>
  eachInput(context, context.args, async (input) => {
    const text = await input.text();
    await context.stdout.write(linesWithEnds(text).reverse().join(''));
  });

export const nl: Command = async (context) => {
  const { operands, value } = parseOptions(context, { flags: 'p', values: 'bnwsvi' });
  const style = value('b') ?? 't';
  const width = Number(value('w') ?? '6');
  const separator = value('s') ?? '\t';
  const step = Number(value('i') ?? '1');
  let number = Number(value('v') ?? '1');
  return eachInput(context, operands, async (input) => {
    for await (const line of input.lines()) {
      const isNumbered = style === 'a' || (style === 't' && line !== '');
      const text = value('n') === 'ln' ? String(number).padEnd(width) : String(number).padStart(width, value('n') === 'rz' ? '0' : ' ');
      await context.stdout.writeLine(isNumbered ? text + separator + line : ' '.repeat(width + separator.length) + line);
      if (isNumbered) number += step;
    }
  });
};

export const fold: Command = async (context) => {
  const args = context.args.map((argument) => argument.replace(/^-(\d+)$/, '-w$1'));
  const { flags, operands, value } = parseOptions({ name: 'fold', args }, { flags: 'sb', values: 'w', long: { width: 'w', spaces: 's' } });
  const width = Number(value('w') ?? '80');
  const after = flags.has('b') ? bytesAfter : columnAfter;
  return eachInput(context, operands, async (input) => {
    for await (const line of input.lines()) {
      let rest = line;
      for (let cut = fitting(rest, width, after); cut.length < rest.length; cut = fitting(rest, width, after)) {
        const blank = flags.has('s') ? /^.*[ \t]/s.exec(cut) : null;
        const piece = blank?.[0] ?? cut;
        await context.stdout.writeLine(piece);
        rest = rest.slice(piece.length);
      }
      await context.stdout.write(rest + input.lineEnd);
    }
  });
};

/** As much of a text as takes no more than `width`, and a character at least. `after`: where one is after a character. */
function fitting(text: string, width: number, after: (column: number, character: string) => number): string {
  let column = 0;
  let taken = '';
  for (const character of text) {
    column = after(column, character);
    if (column > width && taken !== '') break;
    taken += character;
  }
  return taken;
}

function bytesAfter(count: number, character: string): number {
  return count + new TextEncoder().encode(character).byteLength;
}

function columnAfter(column: number, character: string): number {
  if (character === '\t') return (Math.floor(column / 8) + 1) * 8;
  if (character === '\b') return Math.max(0, column - 1);
  return character === '\r' ? 0 : column + 1;
}

export const expand: Command = async (context) => {
  const { operands, value } = parseOptions(context, { flags: 'i', values: 't', long: { tabs: 't' } });
  const stop = Number(value('t') ?? '8');
  return eachInput(context, operands, async (input) => {
    for await (const line of input.lines()) {
      let text = '';
      for (const character of line) text += character === '\t' ? ' '.repeat(stop - (text.length % stop)) : character;
      await context.stdout.write(text + input.lineEnd);
    }
  });
};

export const paste: Command = async (context) => {
  const { flags, operands, value } = parseOptions(context, { flags: 's', values: 'd', long: { serial: 's', delimiters: 'd' } });
  const delimiters = [...(value('d') ?? '\t').replace(/\\n/g, '\n').replace(/\\t/g, '\t').replace(/\\0/g, '\0')];
  const join = (cells: readonly string[]) =>
    cells
      .map((cell, index) => (index === 0 ? '' : (delimiters[(index - 1) % Math.max(1, delimiters.length)] ?? '').replace('\0', '')) + cell)
      .join('');
  const columns: string[][] = [];
  // `paste - -` deals the lines of standard input out in turn.
  const dashes = operands.filter((path) => path === '-').length;
  const exitCode = await eachInput(
    context,
    operands.filter((path, index) => path !== '-' || operands.indexOf('-') === index),
    async (input, path) => {
      const lines: string[] = [];
      for await (const line of input.lines()) lines.push(line);
      if (path !== '-' || dashes <= 1) columns.push(lines);
      else for (let offset = 0; offset < dashes; offset += 1) columns.push(lines.filter((_line, index) => index % dashes === offset));
    },
  );
  if (flags.has('s')) for (const column of columns) await context.stdout.writeLine(join(column));
  else {
    const rows = Math.max(0, ...columns.map((column) => column.length));
    for (let row = 0; row < rows; row += 1) await context.stdout.writeLine(join(columns.map((column) => column[row] ?? '')));
  }
  return exitCode;
};
