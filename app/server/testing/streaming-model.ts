import type { LanguageModelV3, LanguageModelV3StreamPart } from '@ai-sdk/provider';

/** A model for tests whose every step streams the given parts. */
export function streamingModel(stream: () => ReadableStream<LanguageModelV3StreamPart>): LanguageModelV3 {
  return {
    specificationVersion: 'v3',
    provider: 'test',
    modelId: 'test',
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('The step streams.')),
    doStream: async () => ({ stream: stream() }),
  };
}
