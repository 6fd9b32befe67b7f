import type { LanguageModelV3, LanguageModelV3StreamPart } from '@ai-sdk/provider';
import { expect, it } from 'vitest';
import { countTokens } from './count-tokens.ts';

const FINISH: LanguageModelV3StreamPart = {
  type: 'finish',
  finishReason: { unified: 'stop', raw: 'stop' },
  usage: {
    inputTokens: { total: 70, noCache: 70, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 30, text: 30, reasoning: 0 },
  },
};

const MODEL: LanguageModelV3 = {
  specificationVersion: 'v3',
  provider: 'test',
  modelId: 'test',
  supportedUrls: {},
  doGenerate: () => Promise.reject(new Error('Nobody generates here.')),
  doStream: async () => ({
    stream: new ReadableStream({
      start(controller) {
        controller.enqueue(FINISH);
        controller.close();
      },
    }),
  }),
};

it('tells how many tokens an answer took, and changes nothing of it', async () => {
  const counts: number[] = [];
  const { stream } = await countTokens(MODEL, (tokens) => counts.push(tokens)).doStream({ prompt: [] });
  const parts: LanguageModelV3StreamPart[] = [];
  for await (const part of stream) parts.push(part);
  expect(parts).toEqual([FINISH]);
  expect(counts).toEqual([100]);
});
