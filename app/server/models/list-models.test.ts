import { describe, expect, test } from 'vitest';
import { saidInGerman } from '../../lib/i18n/testing/said-in-german.ts';
import { secretsOf } from '../../lib/models/model-access.ts';
import { type FakeAnswer, FakeEndpoint } from '../../lib/models/testing/fake-endpoint.ts';
import { DEMO_MODEL_ID, DEMO_MODEL_NAME, modelsResponseSchema } from '../../lib/protocol/models/models.ts';
import { testAccess } from '../testing/test-access.ts';
import { listModels } from './list-models.server.ts';
import { readModelEnvironment } from './model-environment.server.ts';
import { modelProviders } from './model-providers.server.ts';

async function list(environment: Record<string, string>, answers: Record<string, FakeAnswer> = {}) {
  const endpoint = new FakeEndpoint(answers);
  const response = await listModels({
    access: testAccess(environment, endpoint.fetch),
    signal: new AbortController().signal,
    timeoutMs: 500,
  });
  return { ...modelsResponseSchema.parse(response), asked: endpoint.asked };
}

const OPENAI = 'api.openai.com/v1/models';
const GOOGLE = 'generativelanguage.googleapis.com/v1beta/models';
const openaiList = (...ids: [string, number][]) => Response.json({ data: ids.map(([id, created]) => ({ id, created, object: 'model' })) });

test('without any key there is the demo, it is the default, and nothing is a problem', async () => {
  const { models, defaultModelId, problems, asked } = await list({});
  expect(models).toEqual([
    { id: DEMO_MODEL_ID, provider: 'demo', name: DEMO_MODEL_NAME, seesImages: false, reasons: false, price: { input: 0, output: 0 } },
  ]);
  expect([defaultModelId, problems, asked]).toEqual([DEMO_MODEL_ID, [], []]);
});

describe('OpenAI', () => {
  test('lists what can chat, the newest full model first and as the default, the demo last', async () => {
    const answer = openaiList(
      ['whisper-1', 9],
      ['gpt-5.6-mini', 8],
      ['gpt-5.6', 7],
      ['gpt-5.6-2026-01-01', 7],
      ['gpt-4o', 1],
      ['text-embedding-3-large', 9],
      ['gpt-image-1', 9],
      ['gpt-4o-realtime-preview', 9],
      ['o4-mini', 5],
      ['babbage-002', 9],
    );
    const { models, defaultModelId, asked } = await list({ OPENAI_API_KEY: 'sk-x' }, { [OPENAI]: answer });
    expect(models.map(({ id }) => id)).toEqual([
      'openai:gpt-5.6',
      'openai:gpt-4o',
      'openai:gpt-5.6-mini',
      'openai:o4-mini',
      'openai:gpt-5.6-2026-01-01',
      DEMO_MODEL_ID,
    ]);
    expect(defaultModelId).toBe('openai:gpt-5.6');
    expect(asked[0]?.headers.get('authorization')).toBe('Bearer sk-x');
  });

  test('at another address needs no key and lists what that has', async () => {
    const answer = openaiList(['qwen3-coder:30b', 1], ['nomic-embed-text', 2]);
    const { models, asked } = await list({ OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1/' }, { '127.0.0.1:11434/v1/models': answer });
    expect(models.map(({ id }) => id)).toEqual(['openai:qwen3-coder:30b', DEMO_MODEL_ID]);
    expect(asked[0]?.headers.has('authorization')).toBe(false);
  });

  test.each([
    ['vLLM', { max_model_len: 16_384 }],
    ['OpenRouter', { context_length: 16_384 }],
    ['Groq', { context_window: '16384' }],
    ['Mistral', { max_context_length: 16_384 }],
    ['llama.cpp', { meta: { n_ctx: 16_384, n_ctx_train: 131_072 } }],
    ['llama.cpp behind a gateway', { context_length: 131_072, meta: { n_ctx: 16_384 } }],
  ])('at another address a window is known in the words of %s, also of a model that is named', async (_server, window) => {
    const answer = () => Response.json({ data: [{ id: 'small', created: 1, ...window }] });
    for (const named of [{}, { OPENAI_MODELS: 'small' }]) {
      const environment = { OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1/', ...named };
      const { models } = await list(environment, { '127.0.0.1:11434/v1/models': answer() });
      expect(models[0]).toMatchObject({ id: 'openai:small', contextWindow: 16_384 });
    }
  });

  test('lists the models that are named for it, without asking', async () => {
    const { models, asked } = await list({ OPENAI_API_KEY: 'sk-x', OPENAI_MODELS: ' a, b,,a ' });
    expect(models.map(({ id }) => id)).toEqual(['openai:a', 'openai:b', DEMO_MODEL_ID]);
    expect(asked).toEqual([]);
  });
});

describe('Google', () => {
  test('lists what generates content, with names and windows', async () => {
    const models = [
      { name: 'models/gemini-embedding-001', supportedGenerationMethods: ['embedContent'] },
      {
        name: 'models/gemini-3.8-flash',
        displayName: 'Gemini 3.8 Flash',
        inputTokenLimit: 1_048_576,
        supportedGenerationMethods: ['generateContent'],
      },
      { name: 'models/gemini-3.8-pro', displayName: 'Gemini 3.8 Pro', supportedGenerationMethods: ['generateContent', 'countTokens'] },
      { name: 'models/gemini-3.8-pro-preview', displayName: 'Preview', supportedGenerationMethods: ['generateContent'] },
      { name: 'models/gemini-3.8-flash-tts', displayName: 'Speech', supportedGenerationMethods: ['generateContent'] },
    ];
    const answer = await list({ GOOGLE_GENERATIVE_AI_API_KEY: 'g-key' }, { [GOOGLE]: Response.json({ models }) });
    expect(answer.models.slice(0, 3)).toMatchObject([
      { id: 'google:gemini-3.8-pro', provider: 'google', name: 'Gemini 3.8 Pro', searchesWeb: true },
      { id: 'google:gemini-3.8-flash', provider: 'google', name: 'Gemini 3.8 Flash', contextWindow: 1_048_576, searchesWeb: true },
      { id: 'google:gemini-3.8-pro-preview', provider: 'google', name: 'Preview', searchesWeb: true },
    ]);
    expect(answer.models).toHaveLength(4);
    expect(answer.asked[0]?.url).not.toContain('g-key');
    expect(answer.asked[0]?.headers.get('x-goog-api-key')).toBe('g-key');
  });
});

describe('what cannot be listed is named, and hides nothing else', () => {
  test.each<[string, FakeAnswer, RegExp]>([
    ['a wrong key', new Response('{"error":"sk-secret-key"}', { status: 401 }), /refused the key \(401\).*OPENAI_API_KEY/],
    ['no list at that address', new Response('', { status: 404 }), /404.*OPENAI_MODELS/],
    ['a broken endpoint', new Response('', { status: 500 }), /answered 500/],
    ['a limit', new Response('', { status: 429 }), /limiting requests/],
    ['nobody there', new TypeError('fetch failed at sk-secret-key'), /could not be reached/],
    ['no answer in time', 'never', /did not answer in time/],
    ['something else that answers', new Response('<html>'), /not with a list of models/],
    ['a list of another kind', Response.json({ data: 'none' }), /not with a list of models/],
    ['a list without chat models', openaiList(['whisper-1', 1]), /no model that can chat/],
  ])('%s', async (_name, answer, message) => {
    const google = Response.json({ models: [{ name: 'models/gemini-x' }] });
    const environment = { OPENAI_API_KEY: 'sk-secret-key', GOOGLE_GENERATIVE_AI_API_KEY: 'g-key' };
    const { models, problems, defaultModelId } = await list(environment, { [OPENAI]: answer, [GOOGLE]: google });
    expect(problems).toMatchObject([{ connectionId: 'openai', provider: 'OpenAI', message: expect.stringMatching(message) }]);
    for (const { message: why, reason } of problems) expect(saidInGerman({ why, reason })).not.toBe(why);
    expect(JSON.stringify(problems)).not.toContain('sk-secret-key');
    expect(models.map(({ id }) => id)).toEqual(['google:gemini-x', DEMO_MODEL_ID]);
    expect(defaultModelId).toBe('google:gemini-x');
  });

  test('a base URL that is none', async () => {
    const { problems } = await list({ OPENAI_BASE_URL: 'not an address' });
    expect(problems).toMatchObject([{ connectionId: 'openai', provider: 'OpenAI', message: expect.stringContaining('OPENAI_BASE_URL') }]);
    const said = problems.map(({ message: why, reason }) => saidInGerman({ why, reason }));
    expect(said).toEqual(['„Basis-URL“ (OPENAI_BASE_URL) ist keine Adresse. Sie beginnt mit https:// oder http://.']);
  });
});

test('connections have their names, and what a provider does not say of its models comes from the table', async () => {
  const { models, connections } = await list({ OPENAI_API_KEY: 'sk-x' }, { [OPENAI]: openaiList(['gpt-4o', 1]) });
  expect(connections).toEqual([
    { id: 'openai', name: 'OpenAI' },
    { id: 'demo', name: 'Demo' },
  ]);
  expect(models[0]).toMatchObject({
    price: { input: 2.5, output: 10 },
    priceDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    callsTools: true,
  });
});

test('settings come from the platform’s bindings, are trimmed, and empty ones are none', () => {
  const environment = readModelEnvironment(
    { cloudflare: { env: { OPENAI_API_KEY: ' sk-x ', OPENAI_BASE_URL: ' ', OTHER: 'x' } } },
    modelProviders,
  );
  expect(environment.get('OPENAI_API_KEY')).toBe('sk-x');
  expect(environment.has('OPENAI_BASE_URL')).toBe(false);
  expect(environment.has('OTHER')).toBe(false);
  expect(secretsOf(testAccess(Object.fromEntries(environment)))).toContain('sk-x');
  expect(readModelEnvironment(undefined, modelProviders).size).toBe(0);
});
