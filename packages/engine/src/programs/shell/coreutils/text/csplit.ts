import { linesWithEnds } from '../../text/lines-with-ends.ts';
import { basicToSource } from '../../text/posix-pattern.ts';
import type { Command } from '../command.ts';
import { CommandError } from '../command.ts';
import { parseOptions } from '../parse-options.ts';

type Pattern =
  | { type: 'line'; number: number; text: string }
  /** `isSkipped`: what is before the match makes no file (`%…%`). */
  | { type: 'match'; expression: RegExp; offset: number; isSkipped: boolean; text: string };

interface Piece {
  end: number;
  isSkipped: boolean;
}

/** `csplit`: a file cut before given lines, or before lines that match. */
export const csplit: Command = async (context) => {
  const { flags, operands, value } = parseOptions(context, {
    flags: 'sqkz',
    values: 'fnb',
    long: { prefix: 'f', digits: 'n', 'suffix-format': 'b', quiet: 's', silent: 's', 'keep-files': 'k', 'elide-empty-files': 'z' },
  });
  const [path, ...patterns] = operands;
  if (path === undefined || patterns.length === 0) throw new CommandError("missing operand\nTry 'csplit --help' for more information.");
  const lines = linesWithEnds(await context.files.readText(path));
  const { pieces, problem } = cut(lines, patterns);
  const nameOf = (index: number): string => {
    const number = String(index).padStart(Number(value('n') ?? '2'), '0');
    return `${value('f') ?? 'xx'}${value('b')?.replace(/%0?\d*[du]/, number) ?? number}`;
  };
  let start = 0;
  let made = 0;
  if (problem === null || flags.has('k')) {
    for (const { end, isSkipped } of [...pieces, { end: lines.length, isSkipped: false }]) {
      const bytes = new TextEncoder().encode(lines.slice(start, end).join(''));
      start = end;
      if (isSkipped || (flags.has('z') && bytes.length === 0)) continue;
      context.files.writeBytes(nameOf(made), bytes);
      made += 1;
      if (!flags.has('s') && !flags.has('q')) await context.stdout.writeLine(String(bytes.length));
    }
  }
  if (problem !== null) throw new CommandError(problem);
  return 0;
};

function cut(lines: readonly string[], words: readonly string[]): { pieces: Piece[]; problem: string | null } {
  const pieces: Piece[] = [];
  let at = 0;
  let searched = 0;
  for (const [index, word] of words.entries()) {
    if (/^\{(?:\d+|\*)\}$/.test(word)) continue;
    const pattern = parsePattern(word);
    const repeat = /^\{(\d+|\*)\}$/.exec(words[index + 1] ?? '')?.[1] ?? '0';
    const times = repeat === '*' ? Number.POSITIVE_INFINITY : Number(repeat) + 1;
    for (let round = 0; round < times; round += 1) {
      const end = endOf(pattern, lines, { at, searched, round });
      if (end === null) {
        if (repeat === '*' && round > 0) break;
        if (repeat === '*' && pattern.type === 'match') break;
        return { pieces, problem: `'${pattern.text}': ${pattern.type === 'line' ? 'line number out of range' : 'match not found'}` };
      }
      pieces.push({ end, isSkipped: pattern.type === 'match' && pattern.isSkipped });
      at = end;
      searched = pattern.type === 'match' ? Math.max(end, end - pattern.offset) + 1 : end;
    }
  }
  return { pieces, problem: null };
}

function endOf(
  pattern: Pattern,
  lines: readonly string[],
  { at, searched, round }: { at: number; searched: number; round: number },
): number | null {
  if (pattern.type === 'line') {
    const end = pattern.number * (round + 1) - 1;
    return end > lines.length || end < at ? null : end;
  }
  const found = lines.findIndex((line, index) => index >= searched && pattern.expression.test(line.replace(/\n$/, '')));
  const end = found + pattern.offset;
  return found === -1 || end < at || end > lines.length ? null : end;
}

function parsePattern(word: string): Pattern {
  if (/^\d+$/.test(word)) return { type: 'line', number: Number(word), text: word };
  const match = /^([/%])(.*)\1([+-]?\d+)?$/s.exec(word);
  if (match === null) throw new CommandError(`${word}: invalid pattern`);
  const [, delimiter, source = '', offset = '0'] = match;
  return {
    type: 'match',
    expression: new RegExp(basicToSource(source), 'su'),
    offset: Number(offset),
    isSkipped: delimiter === '%',
    text: word,
  };
}
