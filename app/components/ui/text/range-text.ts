import { numberText } from '../../../lib/i18n/number-text.ts';
import { t } from '../../../lib/i18n/t.ts';

interface Range {
  least: number;
  most: number;
  /** Whether `least` itself is not allowed. */
  isMore?: boolean;
  isWhole: boolean;
  unit?: string;
}

/** Says which numbers a field takes. */
export function rangeText({ least, most, isMore = false, isWhole, unit = '' }: Range): string {
  const limits = { least: numberText(least), most: numberText(most) };
  const range = isMore
    ? t('A number, more than {least} and at most {most}', limits)
    : isWhole
      ? t('A whole number, {least} to {most}', limits)
      : t('A number, {least} to {most}', limits);
  return unit === '' ? range : t('{range} ({unit})', { range, unit });
}
