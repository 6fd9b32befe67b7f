import { numberText } from '../../../lib/i18n/number-text.ts';

/** `$1.24`, and never `$0.00` for what was not free. */
export function dollars(amount: number): string {
  const least = 0.01;
  return amount > 0 && amount < least ? `< ${written(least)}` : written(amount);
}

function written(amount: number): string {
  return numberText(amount, { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol', useGrouping: false });
}
