import { expect, test } from 'vitest';
import { listOf } from '../testing/list-of.ts';
import { sentRequest } from '../testing/sent-request.ts';
import { groqProvider } from './groq.ts';

test('lists what is active and chats, with windows, the small ones last', async () => {
  const data = [
    { id: 'llama-3.1-8b-instant', active: true, context_window: 131_072, max_completion_tokens: 131_072 },
    { id: 'openai/gpt-oss-120b', active: true, context_window: 131_072, max_completion_tokens: 65_536 },
    { id: 'retired-70b', active: false, context_window: 8_192 },
    { id: 'whisper-large-v3', active: true, context_window: 448 },
  ];
  const { models, asked } = await listOf(groqProvider, { apiKey: 'gsk' }, { 'api.groq.com/openai/v1/models': Response.json({ data }) });
  expect(models).toEqual([
    { id: 'mine:openai/gpt-oss-120b', provider: 'groq', name: 'openai/gpt-oss-120b', contextWindow: 131_072, maxOutputTokens: 65_536 },
    { id: 'mine:llama-3.1-8b-instant', provider: 'groq', name: 'llama-3.1-8b-instant', contextWindow: 131_072, maxOutputTokens: 131_072 },
  ]);
  expect(asked[0]?.headers.get('authorization')).toBe('Bearer gsk');
});

test.each([
  ['openai/gpt-oss-120b', 'none', 'low'],
  ['openai/gpt-oss-120b', 'medium', 'medium'],
  ['qwen/qwen3-32b', 'none', 'none'],
  ['qwen/qwen3-32b', 'high', 'default'],
  ['llama-3.3-70b-versatile', 'high', undefined],
] as const)('%s with the effort %s is asked for the effort %s', async (modelName, effort, sent) => {
  const { body } = await sentRequest(groqProvider, { modelName, providerOptions: (chosen) => chosen.reasoningOptions?.(effort) });
  expect(body.reasoning_effort).toBe(sent);
});
