import { t } from '../../../lib/i18n/t.ts';

/** Which lines a hunk is: from `lines 3-5`, as the engine and the journal have it. What is no such range stays. */
export function hunkRangeText(range: string): string {
  const [, first, last] = /^lines? (\d+)(?:-(\d+))?$/.exec(range) ?? [];
  if (first === undefined) return range;
  return last === undefined ? t('line {first}', { first }) : t('lines {first}-{last}', { first, last });
}
