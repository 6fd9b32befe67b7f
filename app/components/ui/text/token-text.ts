import { numberText } from '../../../lib/i18n/number-text.ts';

/** Formats a number of tokens: `980`, `18.4k`, `1.2M`. */
export function tokenText(tokens: number): string {
  if (tokens < 1_000) return String(tokens);
  const [amount, unit] = tokens < 1_000_000 ? [tokens / 1_000, 'k'] : [tokens / 1_000_000, 'M'];
  const decimals = Number.isInteger(amount) || amount >= 100 ? 0 : 1;
  return `${numberText(amount, { minimumFractionDigits: decimals, maximumFractionDigits: decimals, useGrouping: false })}${unit}`;
}
