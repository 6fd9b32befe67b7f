import { numberText } from '../../../lib/i18n/number-text.ts';
import { t } from '../../../lib/i18n/t.ts';
import { shortMarks } from './short-marks.ts';

/** Characters of a name, a command or a line of others. What is longer is cut in its middle: nobody reads it there, and laying it out takes seconds. */
export const LONGEST_SHOWN = 1_000;

/** A text of others where one line of it is shown: its beginning and its end, with the marks that a letter can carry. The whole is elsewhere, or can be copied. */
export function shortText(text: string, longest = LONGEST_SHOWN): string {
  if (text.length <= longest) return shortMarks(text);
  const head = Math.ceil(longest * 0.6);
  const tail = longest - head;
  const left = t('… {count} more characters …', { count: numberText(text.length - head - tail) });
  return shortMarks(`${text.slice(0, head)} ${left} ${text.slice(-tail)}`);
}
