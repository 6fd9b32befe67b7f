import { numberText } from '../../../lib/i18n/number-text.ts';
import { t } from '../../../lib/i18n/t.ts';
import { shortMarks } from './short-marks.ts';

/**
 * Limit in characters for an untrusted name, command or line. The middle of a longer one is cut: it would not be read, and its layout takes
 * seconds.
 */
export const LONGEST_SHOWN = 1_000;

/**
 * Shortens an untrusted text to its beginning and end, for places that show one line, and limits its marks. The whole text is shown
 * elsewhere or can be copied.
 */
export function shortText(text: string, longest = LONGEST_SHOWN): string {
  if (text.length <= longest) return shortMarks(text);
  const head = Math.ceil(longest * 0.6);
  const tail = longest - head;
  const left = t('… {count} more characters …', { count: numberText(text.length - head - tail) });
  return shortMarks(`${text.slice(0, head)} ${left} ${text.slice(-tail)}`);
}
