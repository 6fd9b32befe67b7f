import { type Hunk, lineHunksOf, splitLines } from '../../../lib/agent/calls/hunks.ts';
import type { FileChange } from '../../../lib/project/project-service.ts';
import type { DiffQuote } from '../../../lib/protocol/review-comment.ts';

/** A longer line is quoted by its beginning. Characters. */
const LONGEST_LINE = 1_000;
/** A longer stretch is commented on by its first lines. */
const MOST_ROWS = 2_000;

/** A line of the difference of a file, with its place in the text before and after, from 0. */
export interface DiffRow {
  sign: '+' | '-' | ' ';
  text: string;
  at: number;
  newAt: number;
}

/** The whole difference, line by line. */
export function diffRows({ before, after }: Pick<FileChange, 'before' | 'after'>): DiffRow[] {
  const [from, rows]: [string[], DiffRow[]] = [splitLines(before), []];
  let [at, newAt] = [0, 0];
  const keepUntil = (end: number) => {
    while (at < end) rows.push({ sign: ' ', text: quotedLine(from[at] ?? ''), at: at++, newAt: newAt++ });
  };
  for (const { start, removed, added } of lineHunksOf(before, after)) {
    keepUntil(start);
    for (const line of removed) rows.push({ sign: '-', text: quotedLine(line), at: at++, newAt });
    for (const line of added) rows.push({ sign: '+', text: quotedLine(line), at, newAt: newAt++ });
  }
  keepUntil(from.length);
  return rows;
}

/** What of a difference a comment is about. */
export type CommentTarget =
  /** A hunk, with what it removes. */
  | { type: 'hunk'; hunk: Pick<Hunk, 'start' | 'removed' | 'newStart' | 'added'> }
  /** Lines of the text before or after, from 0, the last one included. */
  | { type: 'lines'; side: 'before' | 'after'; first: number; last: number }
  /** A file that was made or removed. */
  | { type: 'file' };

/** null: the difference has no such lines. */
export function quoteOf(rows: readonly DiffRow[], target: CommentTarget): DiffQuote | null {
  const isPart = partOf(target);
  const from = rows.findIndex(isPart);
  const first = rows[from];
  if (first === undefined) return null;
  const to = Math.min(rows.findLastIndex(isPart), from + MOST_ROWS - 1);
  const quoted = rows.slice(from, to + 1);
  const isBeside = sideOf(quoted);
  return {
    start: first.at,
    newStart: first.newAt,
    rows: quoted.map(({ sign, text }) => ({ sign, text })),
    above: rows.slice(0, from).findLast(isBeside)?.text ?? null,
    below: rows.slice(to + 1).find(isBeside)?.text ?? null,
  };
}

/** Which lines of a difference are of the text that the quoted ones are found in: the one after, or before where all are removed. */
export function sideOf(quoted: DiffQuote['rows']): (row: Pick<DiffRow, 'sign'>) => boolean {
  const other = isRemoved(quoted) ? '+' : '-';
  return ({ sign }) => sign !== other;
}

export function isRemoved(rows: DiffQuote['rows']): boolean {
  return rows.every(({ sign }) => sign === '-');
}

function partOf(target: CommentTarget): (row: DiffRow) => boolean {
  if (target.type === 'file') return () => true;
  if (target.type === 'lines') {
    const { side, first, last } = target;
    return ({ sign, at, newAt }) => {
      const place = side === 'before' ? at : newAt;
      return sign !== (side === 'before' ? '+' : '-') && place >= first && place <= last;
    };
  }
  const { start, removed, newStart, added } = target.hunk;
  const isIn = (place: number, first: number, count: number) => place >= first && place < first + count;
  return ({ sign, at, newAt }) =>
    (sign !== '+' && isIn(at, start, removed.length)) || (sign !== '-' && isIn(newAt, newStart, added.length));
}

/** Lines as they are counted from 1: of the text after, or of the text before where all of them are removed. */
export interface QuotedLines {
  first: number;
  last: number;
  isRemoved: boolean;
}

export function linesOf({ start, newStart, rows }: DiffQuote): QuotedLines {
  const count = rows.filter(sideOf(rows)).length;
  const isGone = isRemoved(rows);
  const before = isGone ? start : newStart;
  return { first: before + 1, last: before + count, isRemoved: isGone };
}

/** Without its end; one that is too long says how much is left out. */
function quotedLine(line: string): string {
  const text = line.endsWith('\n') ? line.slice(0, -1) : line;
  if (text.length <= LONGEST_LINE) return text;
  return `${text.slice(0, LONGEST_LINE)}… (${text.length - LONGEST_LINE} more characters)`;
}
