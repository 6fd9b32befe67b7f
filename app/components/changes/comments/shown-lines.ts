import type { DiffQuote } from '../../../lib/protocol/review/review-comment.ts';
import { visibleName } from '../../ui/text/visible-name.ts';

/** Writes invisible characters as escapes. A carriage return that ends every line of a file carries no information and is left out. */
export function shownLines(rows: DiffQuote['rows']): DiffQuote['rows'] {
  const isOfAll = rows.every(({ text }) => text.endsWith('\r'));
  return rows.map(({ sign, text }) => {
    const line = isOfAll ? text.slice(0, -1) : text;
    return { sign, text: line.split('\t').map(visibleName).join('\t') };
  });
}
