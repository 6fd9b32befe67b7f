import type { Command } from '../command.ts';
import { eachInput } from '../each-input.ts';
import { parseOptions } from '../parse-options.ts';
import { parseTabStops, type TabStops } from './lines/tab-stops.ts';

/** Implements `unexpand`: leading blanks (all blanks with -a) become tabs. */
export const unexpand: Command = async (context) => {
  const { flags, operands, values } = parseOptions(context, {
    flags: 'a',
    values: 't',
    long: { all: 'a', tabs: 't' },
    longFlags: ['first-only'],
  });
  const stopAfter = parseTabStops(values.get('t') ?? []);
  const isAll = (flags.has('a') || values.has('t')) && !flags.has('first-only');
  return eachInput(context, operands, async (input) => {
    for await (const line of input.lines()) await context.stdout.write(tabbed(line, stopAfter, isAll) + input.lineEnd);
  });
};

/** As in GNU: blanks are held back until it is known whether they reach a tab stop; a single one before a stop stays a blank. */
function tabbed(line: string, stopAfter: TabStops, isAll: boolean): string {
  let text = '';
  let column = 0;
  let pending = '';
  let isOneBeforeStop = false;
  let wasBlank = true;
  for (const [index, character] of [...line].entries()) {
    const isBlank = character === ' ' || character === '\t';
    const stop = isBlank ? stopAfter(column) : null;
    // After the last stop of a list, or after the leading blanks if only those count, the rest is unchanged.
    if ((isBlank && stop === null) || (!isBlank && !isAll))
      return text + flushed(pending, isOneBeforeStop) + [...line].slice(index).join('');
    if (character === ' ') {
      column += 1;
      if (!wasBlank || column !== stop) {
        isOneBeforeStop ||= column === stop;
        pending += ' ';
        wasBlank = true;
        continue;
      }
      pending = isOneBeforeStop ? '\t' : '';
    } else if (character === '\t') {
      column = stop ?? column;
      pending = isOneBeforeStop ? '\t' : '';
    } else column += 1;
    text += flushed(pending, isOneBeforeStop) + (isBlank ? '\t' : character);
    pending = '';
    isOneBeforeStop = false;
    wasBlank = isBlank;
  }
  return text + flushed(pending, isOneBeforeStop);
}

function flushed(pending: string, isOneBeforeStop: boolean): string {
  return pending.length > 1 && isOneBeforeStop ? `\t${pending.slice(1)}` : pending;
}
