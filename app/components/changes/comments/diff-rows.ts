import { type Hunk, lineHunksOf, splitLines } from '../../../lib/agent/calls/hunks.ts';
import type { FileChange } from '../../../lib/project/project-service.ts';
import type { DiffQuote } from '../../../lib/protocol/review/review-comment.ts';

/** Characters. Longer lines are quoted only up to this length. */
const LONGEST_LINE = 1_000;
/** Maximum number of quoted rows; the rest of a longer selection is omitted. */
const MOST_ROWS = 2_000;

/** A line of a file's difference, with its line numbers in the text before and after, counted from 0. */
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

/** The part of a difference that a comment is about. */
export type CommentTarget =
  /** A hunk, including its removed lines. */
  | { type: 'hunk'; hunk: Pick<Hunk, 'start' | 'removed' | 'newStart' | 'added'> }
  /** Lines of the text before or after, counted from 0; `last` is included. */
  | { type: 'lines'; side: 'before' | 'after'; first: number; last: number }
  /** A created or deleted file. */
  | { type: 'file' };

/** Null if the difference has no such lines. */
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

/** Matches the rows of the text in which quoted lines are searched: the text after, or the one before if all quoted lines are removed. */
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

/** Line numbers, counted from 1: in the text after, or in the text before if all lines are removed. */
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

/** Without its line break. A line that is too long ends with the number of omitted characters. */
function quotedLine(line: string): string {
  const text = line.endsWith('\n') ? line.slice(0, -1) : line;
  if (text.length <= LONGEST_LINE) return text;
  return `${text.slice(0, LONGEST_LINE)}… (${text.length - LONGEST_LINE} more characters)`;
}
