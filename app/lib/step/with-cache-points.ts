import type { SharedV3ProviderOptions } from '@ai-sdk/provider';
import type { ModelMessage, SystemModelMessage } from 'ai';

/** A provider takes four such points at most; the first covers tools and system prompt, these are of the conversation. */
const OF_CONVERSATION = 2;

/** The system prompt with the point up to which a provider keeps what it has read. */
export function cachedSystem(content: string, cacheOptions: SharedV3ProviderOptions): SystemModelMessage {
  return { role: 'system', content, providerOptions: cacheOptions };
}

/**
 * The same messages with points at their end and where the step before ended: what was sent before is the beginning of what is sent now,
 * so that the step before is read from the cache and this one is written to it.
 */
export function withCachePoints(messages: readonly ModelMessage[], cacheOptions: SharedV3ProviderOptions): ModelMessage[] {
  const ends = messages.flatMap(({ role }, index) => (role === 'assistant' ? [] : [index])).slice(-OF_CONVERSATION);
  return messages.map((message, index) =>
    ends.includes(index) ? { ...message, providerOptions: { ...message.providerOptions, ...cacheOptions } } : message,
  );
}
