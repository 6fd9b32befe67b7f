import type { FileChange } from '../../../lib/project/project-service.ts';
import type { DiffQuote, ReviewComment } from '../../../lib/protocol/review/review-comment.ts';
import { type DiffRow, diffRows } from './diff-rows.ts';
import { placeOfQuote, type QuotePlace } from './place-of-quote.ts';

/** Finds the place of a comment's lines in these changes. Null if its file is not among them. */
export type QuotePlaces = (comment: Pick<ReviewComment, 'path' | 'quote'>) => QuotePlace | null;

/**
 * Computes each file's difference once, and only when one of its comments is requested. The result is cached by the comment's quote, which
 * stays the same object while the user types.
 */
export function quotePlaces(changes: readonly FileChange[]): QuotePlaces {
  const byPath = new Map(changes.map((change) => [change.path, change]));
  const rowsOf = new Map<string, readonly DiffRow[]>();
  const known = new WeakMap<DiffQuote, QuotePlace>();
  return ({ path, quote }) => {
    const change = byPath.get(path);
    if (change === undefined) return null;
    const rows = rowsOf.get(path) ?? diffRows(change);
    rowsOf.set(path, rows);
    const place = known.get(quote) ?? placeOfQuote(quote, rows);
    known.set(quote, place);
    return place;
  };
}
