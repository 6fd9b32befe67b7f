import { expect, test } from 'vitest';
import { listOf } from '../testing/list-of.ts';
import { sentRequest } from '../testing/sent-request.ts';
import { mistralProvider } from './mistral.ts';

test('lists what chats, once each, with what it can; names that stay before dated copies', async () => {
  const chats = { completion_chat: true, function_calling: true, vision: false };
  const data = [
    { id: 'mistral-large-2512', max_context_length: 262_144, capabilities: chats },
    { id: 'mistral-small-latest', max_context_length: 131_072, capabilities: { ...chats, vision: true, reasoning: true } },
    { id: 'mistral-large-latest', max_context_length: 262_144, capabilities: chats },
    { id: 'mistral-large-latest', max_context_length: 262_144, capabilities: chats },
    { id: 'mistral-embed', max_context_length: 8_192, capabilities: { completion_chat: false } },
  ];
  const { models } = await listOf(
    mistralProvider,
    { apiKey: 'k' },
    { 'api.mistral.ai/v1/models': Response.json({ object: 'list', data }) },
  );
  expect(models.map(({ id }) => id)).toEqual(['mine:mistral-large-latest', 'mine:mistral-small-latest', 'mine:mistral-large-2512']);
  expect(models[1]).toEqual({
    id: 'mine:mistral-small-latest',
    provider: 'mistral',
    name: 'mistral-small-latest',
    contextWindow: 131_072,
    callsTools: true,
    seesImages: true,
    reasons: true,
  });
});

test.each([
  ['mistral-small-latest', 'low', 'high'],
  ['mistral-small-latest', 'none', 'none'],
  ['mistral-large-latest', 'high', undefined],
] as const)('%s with the effort %s is asked for the effort %s', async (modelName, effort, sent) => {
  const { body } = await sentRequest(mistralProvider, { modelName, providerOptions: (chosen) => chosen.reasoningOptions?.(effort) });
  expect(body.reasoning_effort).toBe(sent);
});
