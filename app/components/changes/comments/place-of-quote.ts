import type { DiffQuote } from '../../../lib/protocol/review/review-comment.ts';
import { type DiffRow, isRemoved, sideOf } from './diff-rows.ts';

/** The current place of a comment's lines. */
export interface QuotePlace {
  /** The quote with its current line numbers; unchanged if the lines have changed. */
  quote: DiffQuote;
  isChanged: boolean;
}

/** A line with fewer characters may recur by chance: a single brace does not prove that it is the same line. */
const TELLING = 12;

/** Finds the quoted lines in the current difference, even if they have moved. Among several matches, the neighbouring lines decide. */
export function placeOfQuote(quote: DiffQuote, rows: readonly DiffRow[]): QuotePlace {
  const isOfSide = sideOf(quote.rows);
  const side = rows.filter(isOfSide);
  const found = side[findLines(quote, side) ?? -1];
  if (found === undefined) return { quote, isChanged: true };
  // Removed lines right above the found line come first in the quote.
  const removedFirst = isRemoved(quote.rows) ? 0 : quote.rows.findIndex(isOfSide);
  return { quote: { ...quote, start: Math.max(0, found.at - removedFirst), newStart: found.newAt }, isChanged: false };
}

/** The index of the first quoted line among the lines of the text. Null if the lines are no longer there unchanged. */
function findLines(quote: DiffQuote, side: readonly DiffRow[]): number | null {
  const isGone = isRemoved(quote.rows);
  const lines = quote.rows.filter(sideOf(quote.rows)).map(({ text }) => text);
  const wanted = isGone ? quote.start : quote.newStart;
  const isAt = (from: number) =>
    lines.every((line, index) => side[from + index]?.text === line && (!isGone || side[from + index]?.sign === '-'));
  const textAt = (place: number) => side[place]?.text ?? null;
  const candidates: { from: number; likeness: number }[] = [];
  for (let from = 0; from + lines.length <= side.length; from++) {
    if (!isAt(from)) continue;
    const likeness = Number(textAt(from - 1) === quote.above) + Number(textAt(from + lines.length) === quote.below);
    candidates.push({ from, likeness });
  }
  const isTelling = lines.length > 1 || (lines[0]?.trim().length ?? 0) >= TELLING;
  const [best] = candidates
    .filter(({ from, likeness }) => likeness > 0 || from === wanted || (candidates.length === 1 && isTelling))
    .sort((a, b) => b.likeness - a.likeness || Math.abs(a.from - wanted) - Math.abs(b.from - wanted));
  return best?.from ?? null;
}
