import type { ModelInfo } from '../../../../lib/protocol/models/models.ts';

/** What is known of a model on a disk, in the order in which it matters. */
export function localModelFacts({ contextWindow, callsTools, seesImages, local = {} }: ModelInfo): string[] {
  const { parameters, quantization, bytes, isLoaded, mostContext } = local;
  const size = [parameters, quantization].filter((part) => part !== undefined).join(' ');
  return [
    ...(size === '' ? [] : [size]),
    ...(bytes === undefined ? [] : [bytesText(bytes)]),
    ...(contextWindow === undefined ? [] : [contextText(contextWindow, mostContext)]),
    ...(callsTools === false ? ['no function calls'] : []),
    ...(seesImages === true ? ['sees images'] : []),
    ...(isLoaded === true ? ['loaded'] : []),
  ];
}

function contextText(given: number, most: number | undefined): string {
  const inK = (tokens: number) => `${Math.round(tokens / 1_024)}k`;
  return most === undefined || most <= given ? `${inK(given)} tokens` : `${inK(given)} of ${inK(most)} tokens`;
}

function bytesText(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.max(1, Math.round(bytes / 1e6))} MB`;
}
