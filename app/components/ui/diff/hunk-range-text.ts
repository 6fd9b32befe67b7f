import { t } from '../../../lib/i18n/t.ts';

/**
 * Returns the translated range of a hunk's lines, from the form `lines 3-5` that the engine and the journal use. Other texts are unchanged.
 */
export function hunkRangeText(range: string): string {
  const [, first, last] = /^lines? (\d+)(?:-(\d+))?$/.exec(range) ?? [];
  if (first === undefined) return range;
  return last === undefined ? t('line {first}', { first }) : t('lines {first}-{last}', { first, last });
}
