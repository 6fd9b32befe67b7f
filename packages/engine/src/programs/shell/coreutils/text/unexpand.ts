import type { Command } from '../command.ts';
import { eachInput } from '../each-input.ts';
import { parseOptions } from '../parse-options.ts';

/** `unexpand`: blanks at a line's start (all of them with -a) become tabs. */
export const unexpand: Command = async (context) => {
  const { flags, operands, value } = parseOptions(context, {
    flags: 'a',
    values: 't',
    long: { all: 'a', tabs: 't' },
    longFlags: ['first-only'],
  });
  const stop = Number(value('t') ?? '8');
  const isAll = (flags.has('a') || value('t') !== null) && !flags.has('first-only');
  return eachInput(context, operands, async (input) => {
    for await (const line of input.lines()) await context.stdout.write(tabbed(line, stop, isAll) + input.lineEnd);
  });
};

function tabbed(line: string, stop: number, isAll: boolean): string {
  let text = '';
  let column = 0;
  let blanks = 0;
  let isLeading = true;
  for (const character of line) {
    if (character === ' ' && (isLeading || isAll)) {
      blanks += 1;
      column += 1;
      if (column % stop === 0 && (blanks > 1 || isLeading)) {
        text += '\t';
        blanks = 0;
      } else if (column % stop === 0) {
        text += ' ';
        blanks = 0;
      }
      continue;
    }
    text += character === '\t' ? '\t' : ' '.repeat(blanks) + character;
    blanks = 0;
    column = character === '\t' ? (Math.floor(column / stop) + 1) * stop : column + 1;
    if (character !== '\t') isLeading = false;
  }
  return text + ' '.repeat(blanks);
}
