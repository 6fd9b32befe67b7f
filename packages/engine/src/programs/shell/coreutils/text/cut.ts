import type { Command } from '../command.ts';
import { CommandError } from '../command.ts';
import { eachInput } from '../each-input.ts';
import { parseOptions } from '../parse-options.ts';

const HINT = "\nTry 'cut --help' for more information.";

export const cut: Command = async (context) => {
  const { flags, operands, value } = parseOptions(context, {
    flags: 'sznC',
    values: 'bcfd',
    long: { bytes: 'b', characters: 'c', fields: 'f', delimiter: 'd', 'only-delimited': 's', complement: 'C' },
    longValues: ['output-delimiter'],
  });
  const list = value('f') ?? value('c') ?? value('b');
  if (list === null) throw new CommandError(`you must specify a list of bytes, characters, or fields${HINT}`);
  const delimiter = value('d') ?? '\t';
  if ([...delimiter].length > 1) throw new CommandError(`the delimiter must be a single character${HINT}`);
  const ranges = parseRanges(list, value('f') !== null);
  const isChosen = (position: number) => ranges.some(([from, to]) => position >= from && position <= to) !== flags.has('C');
  const joiner = value('output-delimiter');
  return eachInput(context, operands, async (input) => {
    for await (const line of input.lines()) {
      if (value('f') === null) {
        const kept = value('b') === null ? cutCharacters(line, isChosen) : cutBytes(line, isChosen);
        await context.stdout.writeLine(kept);
      } else if (!line.includes(delimiter)) {
        if (!flags.has('s')) await context.stdout.writeLine(line);
      } else {
        const fields = line.split(delimiter).filter((_field, index) => isChosen(index + 1));
        await context.stdout.writeLine(fields.join(joiner ?? delimiter));
      }
    }
  });
};

function cutCharacters(line: string, isChosen: (position: number) => boolean): string {
  return [...line].filter((_character, index) => isChosen(index + 1)).join('');
}

function cutBytes(line: string, isChosen: (position: number) => boolean): string {
  const bytes = new TextEncoder().encode(line).filter((_byte, index) => isChosen(index + 1));
  return new TextDecoder().decode(bytes);
}

function parseRanges(list: string, isFields: boolean): [from: number, to: number][] {
  return list.split(/[ ,]/).map((text) => {
    const match = /^(\d*)(-?)(\d*)$/.exec(text);
    if (match === null || (match[1] === '' && match[3] === '')) {
      throw new CommandError(`${isFields ? 'invalid field value' : 'invalid byte/character position'} '${text}'${HINT}`);
    }
    const [, from = '', dash, to = ''] = match;
    if (from === '0' || (dash === '' && from === ''))
      throw new CommandError(`${isFields ? 'fields' : 'byte/character positions'} are numbered from 1${HINT}`);
    const start = from === '' ? 1 : Number(from);
    const end = dash === '' ? start : to === '' ? Number.POSITIVE_INFINITY : Number(to);
    if (end < start) throw new CommandError(`invalid decreasing range${HINT}`);
    return [start, end];
  });
}
