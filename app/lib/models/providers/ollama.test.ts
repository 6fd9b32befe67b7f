import { expect, test } from 'vitest';
import { ModelListError } from '../model-provider.ts';
import { listOf } from '../testing/list-of.ts';
import { sentRequest } from '../testing/sent-request.ts';
import { ollamaProvider } from './ollama.ts';

const HOST = 'ollama.internal:11434';
const VALUES = { baseUrl: `http://${HOST}/` };
const ANSWERS = {
  [`${HOST}/api/tags`]: Response.json({ models: [{ name: 'qwen3:8b', size: 5_200_000_000 }] }),
  [`${HOST}/api/ps`]: Response.json({ models: [] }),
  [`${HOST}/api/show`]: Response.json({ capabilities: ['completion', 'tools'], model_info: { 'qwen3.context_length': 40_960 } }),
};

test('lists what its server has, with size and the room that a model is given', async () => {
  const { models } = await listOf(ollamaProvider, VALUES, ANSWERS);
  expect(models).toMatchObject([
    {
      id: 'mine:qwen3:8b',
      provider: 'ollama',
      contextWindow: 32_768,
      callsTools: true,
      local: { bytes: 5_200_000_000, mostContext: 40_960 },
    },
  ]);
  const given = async (contextTokens: string) =>
    (await listOf(ollamaProvider, { ...VALUES, contextTokens }, ANSWERS)).models[0]?.contextWindow;
  expect(await given('8192')).toBe(8_192);
  expect(await given('100000')).toBe(40_960);
  for (const nonsense of ['many', '-1', '0', '1e99', '']) expect(await given(nonsense), nonsense).toBe(32_768);
});

test('a model is given the room that the user has chosen, and the key where there is one', async () => {
  const sent = await sentRequest(ollamaProvider, {
    modelName: 'qwen3:8b',
    values: { ...VALUES, contextTokens: '65536', apiKey: 'k' },
    providerOptions: (chosen) => chosen.reasoningOptions?.('none'),
  });
  expect(sent.url).toBe(`http://${HOST}/api/chat`);
  expect(sent.headers.get('authorization')).toBe('Bearer k');
  expect(sent.body).toMatchObject({ model: 'qwen3:8b', think: false, truncate: false, options: { num_ctx: 65_536 } });
  const withoutKey = await sentRequest(ollamaProvider, { modelName: 'gpt-oss:20b', values: VALUES });
  expect(withoutKey.headers.has('authorization')).toBe(false);
  expect(withoutKey.body).toMatchObject({ options: { num_ctx: 32_768 } });
});

test.each([
  [
    'another server',
    { [`${HOST}/api/tags`]: new Response('hello') },
    `${HOST} answers, but not as Ollama does. Check “Base URL”, and “API key” where it has one.`,
  ],
  [
    'nobody',
    { [`${HOST}/api/tags`]: new TypeError('fetch failed') },
    `${HOST} could not be reached by this server. Is Ollama running there?`,
  ],
])('says in words why %s lists nothing', async (_who, given, words) => {
  const listing = listOf(ollamaProvider, VALUES, given);
  await expect(listing).rejects.toThrow(ModelListError);
  await expect(listing).rejects.toThrow(words);
});

test('is no connection of a server that names no address', () => {
  expect(ollamaProvider.isComplete(new Map())).toBe(false);
  expect(ollamaProvider.isComplete(new Map(Object.entries(VALUES)))).toBe(true);
});
