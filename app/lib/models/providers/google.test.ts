import { describe, expect, test } from 'vitest';
import type { ReasoningEffort } from '../../protocol/settings.ts';
import { sentRequest } from '../testing/sent-request.ts';
import { googleProvider } from './google.ts';

describe('how much a model thinks', () => {
  const sent = async (modelName: string, effort: ReasoningEffort) =>
    (await sentRequest(googleProvider, { modelName, providerOptions: (chosen) => chosen.reasoningOptions?.(effort) })).body;

  test('is a number of tokens for Gemini 2.5, whose thoughts are then shown', async () => {
    expect(await sent('gemini-2.5-flash', 'medium')).toMatchObject({
      generationConfig: { thinkingConfig: { thinkingBudget: 8_192, includeThoughts: true } },
    });
  });

  test('is a level for later models', async () => {
    expect(await sent('gemini-3-pro-preview', 'high')).toMatchObject({
      generationConfig: { thinkingConfig: { thinkingLevel: 'high', includeThoughts: true } },
    });
  });

  test.each([
    ['gemini-2.5-flash', { thinkingBudget: 0, includeThoughts: false }],
    ['gemini-2.5-pro', { thinkingBudget: 128, includeThoughts: false }],
    ['gemini-3-flash', { thinkingLevel: 'minimal', includeThoughts: false }],
    ['gemini-3-pro', { thinkingLevel: 'low', includeThoughts: false }],
  ])('of %s is as little as it can', async (modelName, thinkingConfig) => {
    expect(await sent(modelName, 'none')).toMatchObject({ generationConfig: { thinkingConfig } });
  });

  test('is not to be chosen for a model that does not think', async () => {
    expect(JSON.stringify(await sent('gemma-3-27b-it', 'high'))).not.toContain('thinkingConfig');
  });
});
