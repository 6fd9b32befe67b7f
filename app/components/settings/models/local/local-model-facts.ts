import { numberText } from '../../../../lib/i18n/number-text.ts';
import { t } from '../../../../lib/i18n/t.ts';
import type { ModelInfo } from '../../../../lib/protocol/models/models.ts';

/** Returns the known facts about a model on disk, most important first. */
export function localModelFacts({ contextWindow, callsTools, seesImages, local = {} }: ModelInfo): string[] {
  const { parameters, quantization, bytes, isLoaded, mostContext } = local;
  const size = [parameters, quantization].filter((part) => part !== undefined).join(' ');
  return [
    ...(size === '' ? [] : [size]),
    ...(bytes === undefined ? [] : [bytesText(bytes)]),
    ...(contextWindow === undefined ? [] : [contextText(contextWindow, mostContext)]),
    ...(callsTools === false ? [t('no function calls')] : []),
    ...(seesImages === true ? [t('sees images')] : []),
    ...(isLoaded === true ? [t('loaded')] : []),
  ];
}

function contextText(given: number, most: number | undefined): string {
  const inK = (tokens: number) => `${Math.round(tokens / 1_024)}k`;
  return most === undefined || most <= given
    ? t('{size} tokens', { size: inK(given) })
    : t('{size} of {most} tokens', { size: inK(given), most: inK(most) });
}

function bytesText(bytes: number): string {
  return bytes >= 1e9
    ? `${numberText(bytes / 1e9, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} GB`
    : `${Math.max(1, Math.round(bytes / 1e6))} MB`;
}
