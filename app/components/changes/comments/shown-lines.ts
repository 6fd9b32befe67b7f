import type { DiffQuote } from '../../../lib/protocol/review-comment.ts';
import { visibleName } from '../../ui/text/visible-name.ts';

/** What does not show is written out; but of a file whose lines all end in it, a carriage return says nothing. */
export function shownLines(rows: DiffQuote['rows']): DiffQuote['rows'] {
  const isOfAll = rows.every(({ text }) => text.endsWith('\r'));
  return rows.map(({ sign, text }) => {
    const line = isOfAll ? text.slice(0, -1) : text;
    return { sign, text: line.split('\t').map(visibleName).join('\t') };
  });
}
