import type { ModelPrice } from '../../../lib/protocol/models/model-price.ts';
import type { ModelInfo } from '../../../lib/protocol/models/models.ts';
import { tokenText } from './token-text.ts';

/** `$3 / $15`, `free`; null where it is not known. Per million tokens, in and out. */
export function priceText(price: ModelPrice | null): string | null {
  if (price === null) return null;
  if (price.input === 0 && price.output === 0) return 'free';
  return `$${rateText(price.input)} / $${rateText(price.output)}`;
}

/** What is known of a model in a line of words; what is not known is said, too. */
export function modelFactsText(model: ModelInfo, price: ModelPrice | null, isOwnPrice: boolean): string {
  const { contextWindow, callsTools, seesImages, reasons, priceDate } = model;
  const long = price?.longInput;
  return [
    contextWindow === undefined ? 'Context not known' : `Holds ${tokenText(contextWindow)} tokens`,
    price === null ? 'price not known' : `${priceText(price)} per million tokens in / out${sourceText(isOwnPrice, priceDate)}`,
    ...(long === undefined ? [] : [`$${rateText(long.input)} / $${rateText(long.output)} above ${tokenText(long.above)} tokens`]),
    `tools: ${yesNo(callsTools)}`,
    `images: ${yesNo(seesImages)}`,
    `reasoning: ${yesNo(reasons)}`,
  ].join(' · ');
}

function sourceText(isOwn: boolean, date: string | undefined): string {
  if (isOwn) return ' (your own price)';
  return date === undefined ? '' : ` (table of ${date})`;
}

function yesNo(value: boolean | undefined): string {
  if (value === undefined) return 'not known';
  return value ? 'yes' : 'no';
}

function rateText(rate: number): string {
  return String(Number(rate.toPrecision(3)));
}
