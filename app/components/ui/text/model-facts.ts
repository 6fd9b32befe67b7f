import { numberText } from '../../../lib/i18n/number-text.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { ModelPrice } from '../../../lib/protocol/models/model-price.ts';
import type { ModelInfo } from '../../../lib/protocol/models/models.ts';
import { tokenText } from './token-text.ts';

/** Formats a price per million tokens, in and out, as `$3 / $15` or `free`; null if it is unknown. */
export function priceText(price: ModelPrice | null): string | null {
  if (price === null) return null;
  if (price.input === 0 && price.output === 0) return t('free');
  return ratesText(price);
}

/** Describes a model in one line, including what is unknown. */
export function modelFactsText(model: ModelInfo, price: ModelPrice | null, isOwnPrice: boolean): string {
  const { contextWindow, callsTools, seesImages, reasons, priceDate } = model;
  const long = price?.longInput;
  return [
    contextWindow === undefined ? t('Context not known') : t('Holds {amount} tokens', { amount: tokenText(contextWindow) }),
    fullPriceText(priceText(price), isOwnPrice, priceDate),
    ...(long === undefined ? [] : [t('{price} above {amount} tokens', { price: ratesText(long), amount: tokenText(long.above) })]),
    factText(callsTools, t('tools: yes'), t('tools: no'), t('tools: not known')),
    factText(seesImages, t('images: yes'), t('images: no'), t('images: not known')),
    factText(reasons, t('reasoning: yes'), t('reasoning: no'), t('reasoning: not known')),
  ].join(' · ');
}

function fullPriceText(price: string | null, isOwn: boolean, date: string | undefined): string {
  if (price === null) return t('price not known');
  if (isOwn) return t('{price} per million tokens in / out (your own price)', { price });
  if (date === undefined) return t('{price} per million tokens in / out', { price });
  return t('{price} per million tokens in / out (table of {date})', { price, date });
}

function factText(value: boolean | undefined, yes: string, no: string, notKnown: string): string {
  if (value === undefined) return notKnown;
  return value ? yes : no;
}

function ratesText({ input, output }: { input: number; output: number }): string {
  return `${rateText(input)} / ${rateText(output)}`;
}

function rateText(rate: number): string {
  return numberText(rate, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: 0,
    maximumSignificantDigits: 3,
  });
}
