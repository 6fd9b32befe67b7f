import { numberText } from '../../../lib/i18n/number-text.ts';

/** Formats an amount, as `$1.24`; never `$0.00` for an amount above zero. */
export function dollars(amount: number): string {
  const least = 0.01;
  return amount > 0 && amount < least ? `< ${written(least)}` : written(amount);
}

function written(amount: number): string {
  return numberText(amount, { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol', useGrouping: false });
}
