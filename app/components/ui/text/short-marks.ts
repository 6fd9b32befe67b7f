import { plural } from '../../../lib/i18n/plural.ts';

/**
 * The most combining marks and joiners per letter, as in Unicode's stream-safe text (UAX 15): a browser takes minutes to lay out thousands.
 */
const MOST_MARKS = 30;
const LONG_RUN = new RegExp(`([\\p{M}\\p{DI}]{${MOST_MARKS}})([\\p{M}\\p{DI}]+)`, 'gu');

/** Limits the combining marks per letter in an untrusted text to a number that a page can lay out; the omitted marks are counted. */
export function shortMarks(text: string): string {
  if (text.length <= MOST_MARKS) return text;
  return text.replace(
    LONG_RUN,
    (_, kept: string, rest: string) => `${kept}‹${plural([...rest].length, { one: '{count} more mark', other: '{count} more marks' })}›`,
  );
}
