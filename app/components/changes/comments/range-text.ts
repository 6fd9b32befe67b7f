import { t } from '../../../lib/i18n/t.ts';
import type { QuotedLines } from './diff-rows.ts';

/** Formats a range as in `lines 3–5` or `removed line 3`. */
export function rangeText({ first, last, isRemoved }: QuotedLines): string {
  if (first === last) return t(isRemoved ? 'removed line {first}' : 'line {first}', { first });
  return t(isRemoved ? 'removed lines {first}–{last}' : 'lines {first}–{last}', { first, last });
}
