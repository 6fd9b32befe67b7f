import { describe, expect, test } from 'vitest';
import type { ReasoningEffort } from '../../protocol/settings.ts';
import { type FakeAnswer, FakeEndpoint } from '../testing/fake-endpoint.ts';
import { listOf } from '../testing/list-of.ts';
import { sentRequest } from '../testing/sent-request.ts';
import { anthropicProvider } from './anthropic.ts';

const list = (values: Record<string, string>, answers: Record<string, FakeAnswer> = {}) => listOf(anthropicProvider, values, answers);

const MODELS = 'api.anthropic.com/v1/models';

describe('the list of models', () => {
  test('has names, windows and what a model can; the newest large one is first', async () => {
    const answer = Response.json({
      data: [
        { type: 'model', id: 'claude-haiku-5-5', display_name: 'Claude Haiku 5.5', created_at: '2026-09-01T00:00:00Z' },
        {
          type: 'model',
          id: 'claude-sonnet-5-5',
          display_name: 'Claude Sonnet 5.5',
          created_at: '2026-08-01T00:00:00Z',
          max_input_tokens: 1_000_000,
          max_tokens: 128_000,
          capabilities: { image_input: { supported: true }, thinking: { supported: true, types: { adaptive: { supported: true } } } },
        },
        { type: 'model', id: 'claude-opus-4-8', display_name: 'Claude Opus 4.8', max_input_tokens: null, capabilities: null },
      ],
      has_more: false,
      last_id: 'claude-opus-4-8',
    });
    const { models, asked } = await list({ apiKey: 'sk-ant-x' }, { [MODELS]: answer });
    expect(models).toEqual([
      {
        id: 'mine:claude-sonnet-5-5',
        provider: 'anthropic',
        name: 'Claude Sonnet 5.5',
        contextWindow: 1_000_000,
        maxOutputTokens: 128_000,
        seesImages: true,
        reasons: true,
        searchesWeb: true,
      },
      { id: 'mine:claude-opus-4-8', provider: 'anthropic', name: 'Claude Opus 4.8', searchesWeb: true },
      { id: 'mine:claude-haiku-5-5', provider: 'anthropic', name: 'Claude Haiku 5.5', searchesWeb: true },
    ]);
    expect(asked[0]?.headers.get('x-api-key')).toBe('sk-ant-x');
    expect(asked[0]?.headers.get('anthropic-version')).toBe('2023-06-01');
    expect(asked[0]?.url).not.toContain('sk-ant-x');
  });

  test('is asked for page by page, and never without end', async () => {
    const first = Response.json({ data: [{ id: 'claude-a' }], has_more: true, last_id: 'claude-a' });
    const again = Response.json({ data: [{ id: 'claude-b' }], has_more: true, last_id: 'claude-b' });
    const { models, asked } = await list({ apiKey: 'k' }, { [`${MODELS}?limit=1000`]: first, [MODELS]: again });
    expect(models.slice(0, 2).map(({ id }) => id)).toEqual(['mine:claude-a', 'mine:claude-b']);
    expect(asked[1]?.url).toContain('after_id=claude-a');
    expect(asked).toHaveLength(5);
  });

  test('is what is named for it, without asking', async () => {
    const { models, asked } = await list({ apiKey: 'k', models: 'kimi-k3, claude-x' });
    expect(models).toEqual([
      { id: 'mine:kimi-k3', provider: 'anthropic', name: 'kimi-k3' },
      { id: 'mine:claude-x', provider: 'anthropic', name: 'claude-x', searchesWeb: true },
    ]);
    expect(asked).toEqual([]);
  });

  test.each(['https://lab.example/anthropic', 'https://lab.example/anthropic/', 'https://lab.example/anthropic/v1'])(
    'is asked for at %s, which needs no key',
    async (baseUrl) => {
      const { asked } = await list({ baseUrl }, { 'lab.example/anthropic/v1/models': Response.json({ data: [{ id: 'x' }] }) });
      expect(asked[0]?.headers.has('x-api-key')).toBe(false);
    },
  );
});

describe('how much a model thinks', () => {
  const sent = (modelName: string, effort: ReasoningEffort) =>
    sentRequest(anthropicProvider, { modelName, maxOutputTokens: 4_000, providerOptions: (chosen) => chosen.reasoningOptions?.(effort) });

  test('is an effort for a model that decides itself, whose thoughts are then shown', async () => {
    const { body } = await sent('claude-sonnet-4-6', 'high');
    expect(body).toMatchObject({
      thinking: { type: 'adaptive', display: 'summarized' },
      output_config: { effort: 'high' },
      max_tokens: 4_000,
    });
  });

  test('is a number of tokens for an older one, on top of those of its answer', async () => {
    const { body } = await sent('claude-sonnet-4-5', 'medium');
    expect(body).toMatchObject({ thinking: { type: 'enabled', budget_tokens: 8_192 }, max_tokens: 12_192 });
    expect(body).not.toHaveProperty('output_config');
  });

  test('is nothing where it can be switched off, and as little as there is where it cannot', async () => {
    expect((await sent('claude-sonnet-4-5', 'none')).body).toMatchObject({ thinking: { type: 'disabled' } });
    expect((await sent('claude-sonnet-5-5', 'none')).body).toMatchObject({
      thinking: { type: 'between_tools' },
      output_config: { effort: 'low' },
    });
    const alwaysThinking = (await sent('claude-opus-5-5', 'none')).body;
    expect(alwaysThinking).toMatchObject({ output_config: { effort: 'low' } });
    expect(alwaysThinking).not.toHaveProperty('thinking');
  });

  test('is not to be chosen for a model of which it is not known', async () => {
    const fetch = new FakeEndpoint({}).fetch;
    const chosen = await anthropicProvider.createModel({ modelName: 'kimi-k3', values: new Map([['apiKey', 'k']]), fetch });
    expect(chosen.reasoningOptions).toBeUndefined();
  });
});

test('a step goes to the base URL with the key in a header, and without a made-up one where there is none', async () => {
  const own = await sentRequest(anthropicProvider, { modelName: 'claude-x', values: { apiKey: 'sk-ant-x' } });
  expect([own.url, own.headers.get('x-api-key')]).toEqual(['https://api.anthropic.com/v1/messages', 'sk-ant-x']);
  const other = await sentRequest(anthropicProvider, { modelName: 'x', values: { baseUrl: 'http://127.0.0.1:8080' } });
  expect([other.url, other.headers.has('x-api-key')]).toEqual(['http://127.0.0.1:8080/v1/messages', false]);
});
