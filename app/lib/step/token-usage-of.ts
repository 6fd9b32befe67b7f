import type { LanguageModelUsage } from 'ai';
import type { TokenUsage } from '../protocol/message.ts';
import { definedCounts } from '../protocol/models/token-counts.ts';

/** A step's usage as counted by its provider. Missing counts are absent, never 0. */
export function tokenUsageOf({ inputTokens, outputTokens, inputTokenDetails, outputTokenDetails }: LanguageModelUsage): TokenUsage {
  return definedCounts({
    inputTokens,
    outputTokens,
    cachedInputTokens: inputTokenDetails.cacheReadTokens,
    cacheWriteTokens: inputTokenDetails.cacheWriteTokens,
    reasoningTokens: outputTokenDetails.reasoningTokens,
  });
}
