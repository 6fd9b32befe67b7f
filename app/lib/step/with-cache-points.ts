import type { SharedV3ProviderOptions } from '@ai-sdk/provider';
import type { ModelMessage, SystemModelMessage } from 'ai';

/** A provider accepts at most four cache points: the first covers tools and system prompt, these are for the conversation. */
const OF_CONVERSATION = 2;

/** The system prompt with a cache point. */
export function cachedSystem(content: string, cacheOptions: SharedV3ProviderOptions): SystemModelMessage {
  return { role: 'system', content, providerOptions: cacheOptions };
}

/**
 * Adds cache points at the end of the messages and at the end of the previous step: the previous request is the beginning of this
 * one, so it is read from the cache, and this one is written to it.
 */
export function withCachePoints(messages: readonly ModelMessage[], cacheOptions: SharedV3ProviderOptions): ModelMessage[] {
  const ends = messages.flatMap(({ role }, index) => (role === 'assistant' ? [] : [index])).slice(-OF_CONVERSATION);
  return messages.map((message, index) =>
    ends.includes(index) ? { ...message, providerOptions: { ...message.providerOptions, ...cacheOptions } } : message,
  );
}
