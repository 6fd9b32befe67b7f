import type { Command } from '../command.ts';
import { eachInput } from '../each-input.ts';
import { parseOptions } from '../parse-options.ts';
import { parseTabStops } from './lines/tab-stops.ts';

export const rev: Command = async (context) =>
  eachInput(context, parseOptions(context, {}).operands, async (input) => {
    for await (const line of input.lines()) await context.stdout.write([...line].reverse().join('') + input.lineEnd);
  });

export const fold: Command = async (context) => {
  const args = context.args.map((argument) => argument.replace(/^-(\d+)$/, '-w$1'));
  const { flags, operands, value } = parseOptions(
    { name: 'fold', args },
    { others: ['-NUMBER'], flags: 'sb', values: 'w', long: { width: 'w', spaces: 's', bytes: 'b' } },
  );
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

/** Returns the longest prefix no wider than `width`, but at least one character. `after` computes the column after a character. */
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
  const args = context.args.map((argument) => argument.replace(/^-(\d+(?:,\d+)*)$/, '-t$1'));
  const { flags, operands, values } = parseOptions(
    { name: 'expand', args },
    { others: ['-NUMBER'], flags: 'i', values: 't', long: { tabs: 't', initial: 'i' } },
  );
  const stopAfter = parseTabStops(values.get('t') ?? []);
  const isInitial = flags.has('i');
  return eachInput(context, operands, async (input) => {
    for await (const line of input.lines()) {
      let text = '';
      for (const [index, character] of [...line].entries()) {
        if (isInitial && character !== ' ' && character !== '\t') {
          text += [...line].slice(index).join('');
          break;
        }
        text += character === '\t' ? ' '.repeat((stopAfter(text.length) ?? text.length + 1) - text.length) : character;
      }
      await context.stdout.write(text + input.lineEnd);
    }
  });
};
