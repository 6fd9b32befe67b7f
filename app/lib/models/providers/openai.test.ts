import { describe, expect, test } from 'vitest';
import type { ReasoningEffort } from '../../protocol/settings.ts';
import { sentRequest } from '../testing/sent-request.ts';
import { openaiProvider } from './openai.ts';

describe('how much a model thinks', () => {
  const sent = (modelName: string, effort: ReasoningEffort, values?: Record<string, string>) =>
    sentRequest(openaiProvider, {
      modelName,
      ...(values === undefined ? {} : { values }),
      providerOptions: (chosen) => chosen.reasoningOptions?.(effort),
    });

  test('is an effort, and a summary says what was thought', async () => {
    expect((await sent('gpt-5', 'high')).body).toMatchObject({ reasoning: { effort: 'high', summary: 'auto' } });
  });

  test.each([
    ['gpt-5.1', 'none'],
    ['gpt-5', 'minimal'],
    ['gpt-5-mini', 'minimal'],
    ['o4-mini', 'low'],
  ])('of %s is at least %s', async (modelName, effort) => {
    expect((await sent(modelName, 'none')).body.reasoning).toEqual({ effort });
  });

  test('has no summary in Chat Completions', async () => {
    const { body } = await sent('o4-mini', 'medium', { apiKey: 'k', api: 'chat' });
    expect(body.reasoning_effort).toBe('medium');
    expect(body).not.toHaveProperty('reasoning');
  });

  test.each(['gpt-4o', 'gpt-5-chat-latest', 'llama-4'])('is not to be chosen for %s', async (modelName) => {
    expect((await sent(modelName, 'high')).body).not.toHaveProperty('reasoning');
  });
});
