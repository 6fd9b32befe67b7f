import { describe, expect, test } from 'vitest';
import { openaiProvider } from './providers/openai.ts';
import { openaiCompatibleProvider } from './providers/openai-compatible.ts';
import { listOf } from './testing/list-of.ts';

const LIST = 'llm.example.com/v1/models';
const ENDPOINTS = [
  ['an OpenAI-compatible connection', openaiCompatibleProvider],
  ['OPENAI_BASE_URL', openaiProvider],
] as const;

/** The spellings in which servers list a window of 16k tokens. */
const SPELLINGS: readonly object[] = [
  { context_length: 16_384 },
  { max_model_len: 16_384 },
  { context_window: 16_384 },
  { max_context_length: 16_384 },
  { n_ctx: 16_384 },
  { n_ctx_train: 16_384 },
  { meta: { n_ctx: 16_384 } },
  { meta: { n_ctx_train: 16_384 } },
  { context_length: '16384' },
  // The server has allocated less than the model could have.
  { meta: { n_ctx: 16_384, n_ctx_train: 131_072 }, context_length: 131_072 },
  { max_model_len: 16_384, max_context_length: 131_072, meta: null },
  { context_length: 16_384, n_ctx_train: 131_072 },
];

describe.each(ENDPOINTS)('the window of a model of %s', (_name, provider) => {
  test.each(SPELLINGS)('is known from %j', async (spelling) => {
    const answers = { [LIST]: Response.json({ data: [{ id: 'local', ...spelling }] }) };
    const values = { baseUrl: 'https://llm.example.com/v1', apiKey: 'k' };
    expect((await listOf(provider, values, answers)).models).toMatchObject([{ name: 'local', contextWindow: 16_384 }]);
    // A model that is named in the settings is asked about, too.
    const named = await listOf(provider, { ...values, models: 'local' }, answers);
    expect(named.models).toMatchObject([{ name: 'local', contextWindow: 16_384 }]);
  });

  test.each([{}, { context_length: 'much' }, { context_length: 0 }, { n_ctx: null, meta: 'none' }])(
    'stays unknown with %j',
    async (spelling) => {
      const { models } = await listOf(
        provider,
        { baseUrl: 'https://llm.example.com/v1' },
        { [LIST]: Response.json({ data: [{ id: 'a', ...spelling }] }) },
      );
      expect(models).toHaveLength(1);
      expect(models[0]).not.toHaveProperty('contextWindow');
    },
  );
});
