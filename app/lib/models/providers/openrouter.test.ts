import { expect, test } from 'vitest';
import { listOf } from '../testing/list-of.ts';
import { sentRequest } from '../testing/sent-request.ts';
import { openrouterProvider } from './openrouter.ts';

test('lists with windows, prices and what a model can; the router first, what calls no tools last', async () => {
  const data = [
    {
      id: 'old/text-only',
      name: 'Text only',
      context_length: 4_096,
      pricing: { prompt: '0', completion: '0' },
      architecture: { input_modalities: ['text'], output_modalities: ['text'] },
      supported_parameters: ['temperature'],
      top_provider: { max_completion_tokens: null },
    },
    {
      id: 'anthropic/claude-sonnet-5.5',
      name: 'Anthropic: Claude Sonnet 5.5',
      context_length: 1_000_000,
      pricing: { prompt: '0.000003', completion: '0.000015', input_cache_read: '0.0000003', input_cache_write: '0.00000375', image: '0' },
      architecture: { input_modalities: ['text', 'image'], output_modalities: ['text'] },
      supported_parameters: ['tools', 'reasoning', 'temperature'],
      top_provider: { max_completion_tokens: 128_000 },
    },
    { id: 'some/painter', architecture: { input_modalities: ['text'], output_modalities: ['image'] } },
    {
      id: 'openrouter/auto',
      name: 'Auto Router',
      context_length: 2_000_000,
      pricing: { prompt: '-1', completion: '-1' },
      architecture: { input_modalities: ['text'], output_modalities: ['text'] },
      supported_parameters: ['tools'],
    },
  ];
  const { models, asked } = await listOf(
    openrouterProvider,
    { apiKey: 'sk-or' },
    { 'openrouter.ai/api/v1/models': Response.json({ data }) },
  );
  expect(models.map(({ id }) => id)).toEqual(['mine:openrouter/auto', 'mine:anthropic/claude-sonnet-5.5', 'mine:old/text-only']);
  expect(models[0]).not.toHaveProperty('price');
  expect(models[1]).toEqual({
    id: 'mine:anthropic/claude-sonnet-5.5',
    provider: 'openrouter',
    name: 'Anthropic: Claude Sonnet 5.5',
    contextWindow: 1_000_000,
    maxOutputTokens: 128_000,
    callsTools: true,
    searchesWeb: true,
    reasons: true,
    seesImages: true,
    price: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
  });
  expect(models[2]).not.toHaveProperty('searchesWeb');
  expect(models[2]).toMatchObject({ callsTools: false, reasons: false, seesImages: false, price: { input: 0, output: 0 } });
  expect(asked[0]?.headers.get('authorization')).toBe('Bearer sk-or');
});

test('is asked for an effort, and for the usage of a stream', async () => {
  const { body, url } = await sentRequest(openrouterProvider, {
    modelName: 'deepseek/deepseek-r1:free',
    providerOptions: (chosen) => chosen.reasoningOptions?.('low'),
  });
  expect(url).toBe('https://openrouter.ai/api/v1/chat/completions');
  expect(body).toMatchObject({ model: 'deepseek/deepseek-r1:free', reasoning: { effort: 'low' }, stream_options: { include_usage: true } });
});

test('marks what is to be kept for the models that keep only what is marked', async () => {
  const cacheOptions = async (modelName: string) =>
    (await openrouterProvider.createModel({ modelName, values: new Map([['apiKey', 'k']]), fetch })).cacheOptions;
  expect(await cacheOptions('anthropic/claude-sonnet-5.5')).toEqual({ openrouter: { cacheControl: { type: 'ephemeral' } } });
  expect(await cacheOptions('openai/gpt-5.6')).toBeUndefined();
});
