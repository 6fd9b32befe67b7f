import type { Command } from '../command.ts';
import { CommandError } from '../command.ts';
import { eachInput } from '../each-input.ts';
import { parseOptions } from '../parse-options.ts';

const HINT = "\nTry 'cut --help' for more information.";

export const cut: Command = async (context) => {
  const { flags, operands, values, value } = parseOptions(context, {
    // -n (do not split characters) is accepted and has no effect, as in GNU cut.
    flags: 'sznC',
    values: 'bcfd',
    long: { bytes: 'b', characters: 'c', fields: 'f', delimiter: 'd', 'only-delimited': 's', complement: 'C', 'zero-terminated': 'z' },
    longValues: ['output-delimiter'],
  });
  const list = value('f') ?? value('c') ?? value('b');
  if (list === null) throw new CommandError(`you must specify a list of bytes, characters, or fields${HINT}`);
  const isFields = value('f') !== null;
  if (['b', 'c', 'f'].reduce((sum, letter) => sum + (values.get(letter)?.length ?? 0), 0) > 1)
    throw new CommandError(`only one list may be specified${HINT}`);
  if (!isFields && value('d') !== null) throw new CommandError(`an input delimiter may be specified only when operating on fields${HINT}`);
  if (!isFields && flags.has('s'))
    throw new CommandError(`suppressing non-delimited lines makes sense\n\tonly when operating on fields${HINT}`);
  const delimiter = value('d') === '' ? '\0' : (value('d') ?? '\t');
  if ([...delimiter].length > 1) throw new CommandError(`the delimiter must be a single character${HINT}`);
  const ranges = parseRanges(list, isFields);
  const isChosen = (position: number) => ranges.some(([from, to]) => position >= from && position <= to) !== flags.has('C');
  const joiner = value('output-delimiter');
  const end = flags.has('z') ? '\0' : '\n';
  const isJoined = !isFields && joiner !== null;
  const pieces = isJoined ? piecesOf(ranges, flags.has('C')) : [];
  return eachInput(context, operands, async (input) => {
    for await (const line of input.lines(end)) {
      if (isJoined) {
        await context.stdout.write((value('b') === null ? joinCharacters(line, pieces, joiner) : joinBytes(line, pieces, joiner)) + end);
      } else if (!isFields) {
        const kept = value('b') === null ? cutCharacters(line, isChosen) : cutBytes(line, isChosen);
        await context.stdout.write(kept + end);
      } else if (!line.includes(delimiter)) {
        if (!flags.has('s')) await context.stdout.write(line + end);
      } else {
        const fields = line.split(delimiter).filter((_field, index) => isChosen(index + 1));
        await context.stdout.write(fields.join(joiner ?? delimiter) + end);
      }
    }
  });
};

type Range = [from: number, to: number];

/** Sorts the ranges and merges overlapping ones; the output delimiter goes between the remaining ones. */
function piecesOf(ranges: readonly Range[], isComplement: boolean): Range[] {
  const merged: Range[] = [];
  for (const [from, to] of ranges.toSorted(([left], [right]) => left - right)) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  if (!isComplement) return merged;
  const gaps: Range[] = [];
  let next = 1;
  for (const [from, to] of merged) {
    if (from > next) gaps.push([next, from - 1]);
    next = to + 1;
  }
  return next === Number.POSITIVE_INFINITY ? gaps : [...gaps, [next, Number.POSITIVE_INFINITY]];
}

function joinCharacters(line: string, pieces: readonly Range[], joiner: string): string {
  const characters = [...line];
  return pieces
    .filter(([from]) => from <= characters.length)
    .map(([from, to]) => characters.slice(from - 1, to).join(''))
    .join(joiner);
}

function joinBytes(line: string, pieces: readonly Range[], joiner: string): string {
  const bytes = new TextEncoder().encode(line);
  return pieces
    .filter(([from]) => from <= bytes.length)
    .map(([from, to]) => new TextDecoder().decode(bytes.subarray(from - 1, to)))
    .join(joiner);
}

function cutCharacters(line: string, isChosen: (position: number) => boolean): string {
  return [...line].filter((_character, index) => isChosen(index + 1)).join('');
}

function cutBytes(line: string, isChosen: (position: number) => boolean): string {
  const bytes = new TextEncoder().encode(line).filter((_byte, index) => isChosen(index + 1));
  return new TextDecoder().decode(bytes);
}

function parseRanges(list: string, isFields: boolean): Range[] {
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
