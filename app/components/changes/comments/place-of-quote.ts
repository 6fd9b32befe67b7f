import type { DiffQuote } from '../../../lib/protocol/review-comment.ts';
import { type DiffRow, isRemoved, sideOf } from './diff-rows.ts';

/** Where the lines of a comment are by now. */
export interface QuotePlace {
  /** The quote with the places that its lines have now; as it was where they have changed. */
  quote: DiffQuote;
  isChanged: boolean;
}

/** A line with fewer characters may come again by chance: a brace is no proof that it is the same one. */
const TELLING = 12;

/** Finds the quoted lines in the difference as it is now, also where they have moved; which of several alike they are, their neighbours tell. */
export function placeOfQuote(quote: DiffQuote, rows: readonly DiffRow[]): QuotePlace {
  const isOfSide = sideOf(quote.rows);
  const side = rows.filter(isOfSide);
  const found = side[findLines(quote, side) ?? -1];
  if (found === undefined) return { quote, isChanged: true };
  // What stood above them and is removed comes first in the quote.
  const removedFirst = isRemoved(quote.rows) ? 0 : quote.rows.findIndex(isOfSide);
  return { quote: { ...quote, start: Math.max(0, found.at - removedFirst), newStart: found.newAt }, isChanged: false };
}

/** The place of the first of them among the lines of the text; null: they are not there as they were. */
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
