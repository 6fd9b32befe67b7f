import { errorText } from '../../text/error-text.ts';
import { linesWithEnds } from '../../text/lines-with-ends.ts';
import { basicToSource } from '../../text/posix-pattern.ts';
import type { Command } from '../command.ts';
import { CommandError } from '../command.ts';
import { parseOptions } from '../parse-options.ts';

type Pattern =
  | { type: 'line'; number: number; text: string }
  /** With `isSkipped`, the part before the match is not written to a file (`%…%`). */
  | { type: 'match'; expression: RegExp; offset: number; isSkipped: boolean; text: string };

interface Piece {
  start: number;
  end: number;
  isSkipped: boolean;
}

/** Implements `csplit`: splits a file before given lines or before matching lines. */
export const csplit: Command = async (context) => {
  const { flags, operands, value } = parseOptions(context, {
    flags: 'sqkz',
    values: 'fnb',
    long: { prefix: 'f', digits: 'n', 'suffix-format': 'b', quiet: 's', silent: 's', 'keep-files': 'k', 'elide-empty-files': 'z' },
    longFlags: ['suppress-matched'],
  });
  const [path, ...words] = operands;
  const hint = "\nTry 'csplit --help' for more information.";
  if (path === undefined) throw new CommandError(`missing operand${hint}`);
  if (words.length === 0) throw new CommandError(`missing operand after '${path}'${hint}`);
  const nameOf = namesOf(value('f') ?? 'xx', value('n') ?? '2', value('b'));
  const patterns = parsePatterns(words);
  const text = await context.files.readText(path).catch((error: unknown) => {
    throw new CommandError(`cannot open '${path}' for reading: ${errorText(error)}`);
  });
  const lines = linesWithEnds(text);
  const { warnings, list } = patterns;
  for (const warning of warnings) await context.stderr.writeLine(`csplit: warning: ${warning}`);
  const { pieces, problem } = cut(lines, list, flags.has('suppress-matched'));
  let made = 0;
  for (const { start, end, isSkipped } of pieces) {
    if (isSkipped) continue;
    const bytes = new TextEncoder().encode(lines.slice(start, end).join(''));
    if (flags.has('z') && bytes.length === 0) continue;
    // A failed run leaves no files, but still prints the sizes they would have had.
    if (problem === null || flags.has('k')) context.files.writeBytes(nameOf(made), bytes);
    made += 1;
    if (!flags.has('s') && !flags.has('q')) await context.stdout.writeLine(String(bytes.length));
  }
  if (problem !== null) throw new CommandError(problem);
  return 0;
};

function namesOf(prefix: string, digits: string, format: string | null): (index: number) => string {
  if (!/^\d+$/.test(digits)) throw new CommandError(`invalid number: '${digits}'`);
  if (format === null) return (index) => prefix + String(index).padStart(Number(digits), '0');
  const places = format.match(/%%|%[-0]*\d*[a-zA-Z]/g)?.filter((place) => place !== '%%') ?? [];
  if (places.length === 0) throw new CommandError('missing % conversion specification in suffix');
  if (places.length > 1) throw new CommandError('too many % conversion specifications in suffix');
  const [, flags = '', width = '', letter = ''] = /^%([-0]*)(\d*)(.)$/.exec(places[0] ?? '') ?? [];
  const base = new Map([...Array.from('diu', (each): [string, number] => [each, 10]), ['x', 16], ['X', 16], ['o', 8]]).get(letter);
  if (base === undefined) throw new CommandError(`invalid conversion specifier in suffix: ${letter}`);
  return (index) => {
    const plain = letter === 'X' ? index.toString(base).toUpperCase() : index.toString(base);
    const number = flags.includes('-') ? plain.padEnd(Number(width)) : plain.padStart(Number(width), flags.includes('0') ? '0' : ' ');
    return prefix + format.replace(/%%|%[-0]*\d*[a-zA-Z]/g, (place) => (place === '%%' ? '%' : number));
  };
}

interface Repeated {
  pattern: Pattern;
  times: number;
}

function parsePatterns(words: readonly string[]): { list: Repeated[]; warnings: string[] } {
  const list: Repeated[] = [];
  const warnings: string[] = [];
  let former = 0;
  for (const word of words) {
    const last = list.at(-1);
    if (word.startsWith('{') && last !== undefined) {
      const repeat = /^\{(\d+|\*)\}$/.exec(word)?.[1];
      if (repeat === undefined) throw new CommandError(`'${word.replace(/\}$/, '')}'}: integer required between '{' and '}'`);
      last.times = repeat === '*' ? Number.POSITIVE_INFINITY : Number(repeat) + 1;
      continue;
    }
    const pattern = parsePattern(word);
    if (pattern.type === 'line') {
      if (pattern.number === 0) throw new CommandError(`${word}: line number must be greater than zero`);
      if (pattern.number < former) throw new CommandError(`line number '${word}' is smaller than preceding line number, ${former}`);
      if (pattern.number === former) warnings.push(`line number '${word}' is the same as preceding line number`);
      former = pattern.number;
    }
    list.push({ pattern, times: 1 });
  }
  return { list, warnings };
}

function cut(lines: readonly string[], list: readonly Repeated[], isSuppressing: boolean): { pieces: Piece[]; problem: string | null } {
  const pieces: Piece[] = [];
  let start = 0;
  let searched = 0;
  for (const { pattern, times } of list) {
    const isSkipped = pattern.type === 'match' && pattern.isSkipped;
    for (let round = 0; round < times; round += 1) {
      const end = endOf(pattern, lines, searched, round);
      if (end === null && times === Number.POSITIVE_INFINITY && pattern.type === 'match') break;
      const isOutside = end === null || end < start || end > lines.length;
      if (isOutside) {
        const what = end === null && pattern.type === 'match' ? 'match not found' : 'line number out of range';
        const repetition = round === 0 ? '' : ` on repetition ${round}`;
        // The part of an unfinished piece is still counted.
        pieces.push({ start, end: end !== null && end < start ? start : lines.length, isSkipped });
        return { pieces, problem: `'${pattern.text}': ${what}${repetition}` };
      }
      pieces.push({ start, end, isSkipped });
      start = isSuppressing ? end + 1 : end;
      searched = pattern.type === 'match' ? Math.max(end, end - pattern.offset) + 1 : end;
    }
  }
  return { pieces: [...pieces, { start, end: lines.length, isSkipped: false }], problem: null };
}

/** Returns the line that begins the next piece, or null if there is none. */
function endOf(pattern: Pattern, lines: readonly string[], searched: number, round: number): number | null {
  if (pattern.type === 'line') {
    const end = pattern.number * (round + 1) - 1;
    return end >= lines.length ? null : end;
  }
  const found = lines.findIndex((line, index) => index >= searched && pattern.expression.test(line.replace(/\n$/, '')));
  return found === -1 ? null : found + pattern.offset;
}

function parsePattern(word: string): Pattern {
  if (/^\d+$/.test(word)) return { type: 'line', number: Number(word), text: word };
  const match = /^([/%])(.*)\1(.*)$/s.exec(word);
  if (match === null) throw new CommandError(`'${word}': invalid pattern`);
  const [, delimiter, source = '', offset = ''] = match;
  if (!/^(?:[-+]?\d+)?$/.test(offset)) throw new CommandError(`'${word}': integer expected after delimiter`);
  return {
    type: 'match',
    expression: new RegExp(basicToSource(source), 'su'),
    offset: Number(offset),
    isSkipped: delimiter === '%',
    text: word,
  };
}
