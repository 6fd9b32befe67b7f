import type { LanguageModelV3, LanguageModelV3StreamPart } from '@ai-sdk/provider';

/** A model of a test, whose every step streams what it is given. */
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
