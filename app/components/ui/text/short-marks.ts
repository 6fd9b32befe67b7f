import { plural } from '../../../lib/i18n/plural.ts';

/** Marks and joiners on one letter, as Unicode's stream-safe text has at most (UAX 15): a browser takes minutes to place thousands. */
const MOST_MARKS = 30;
const LONG_RUN = new RegExp(`([\\p{M}\\p{DI}]{${MOST_MARKS}})([\\p{M}\\p{DI}]+)`, 'gu');

/** A text of others in which no letter carries more marks than a page can lay out; those left out are counted. */
export function shortMarks(text: string): string {
  if (text.length <= MOST_MARKS) return text;
  return text.replace(
    LONG_RUN,
    (_, kept: string, rest: string) => `${kept}‹${plural([...rest].length, { one: '{count} more mark', other: '{count} more marks' })}›`,
  );
}
