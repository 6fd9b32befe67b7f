import { describe, expect, test } from 'vitest';
import type { LocalListing } from '../../models/local-listing.ts';
import { listModelsByKind } from './list-models-by-kind.ts';

type Answers = Record<string, unknown>;

/** Returns an endpoint with responses for these paths and 404 for others; the `{ model }` of a request follows its path. */
function endpoint(address: string, answers: Answers): LocalListing & { asked: string[] } {
  const asked: string[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const model = init?.body === undefined ? '' : ` ${JSON.parse(String(init.body)).model}`;
    const question = `${new URL(String(input)).pathname}${model}`;
    asked.push(question);
    return question in answers ? Response.json(answers[question]) : new Response('no', { status: 404 });
  };
  return { connectionId: 'local-x', address, fetch, signal: new AbortController().signal, asked };
}

describe('Ollama', () => {
  const TAGS = {
    models: [
      { name: 'qwen3:8b', size: 5.2e9, details: { parameter_size: '8.2B', quantization_level: 'Q4_K_M' } },
      { name: 'nomic-embed-text', size: 1 },
      { name: 'small:1b' },
    ],
  };

  test('models come with size, quantisation, room, abilities and whether they are loaded; what only embeds is left out', async () => {
    const models = await listModelsByKind.ollama(
      endpoint('http://127.0.0.1:11434', {
        '/api/tags': TAGS,
        '/api/ps': { models: [{ name: 'qwen3:8b', context_length: 4096 }] },
        '/api/show qwen3:8b': {
          capabilities: ['completion', 'tools', 'thinking'],
          model_info: { 'general.architecture': 'qwen3', 'qwen3.context_length': 40_960 },
        },
        '/api/show nomic-embed-text': { capabilities: ['embedding'] },
        '/api/show small:1b': { capabilities: ['completion'], model_info: { 'llama.context_length': 8_192 } },
      }),
    );
    expect(models).toEqual([
      {
        id: 'local-x:qwen3:8b',
        provider: 'ollama',
        name: 'qwen3:8b',
        contextWindow: 32_768,
        callsTools: true,
        seesImages: false,
        reasons: true,
        local: { bytes: 5.2e9, quantization: 'Q4_K_M', parameters: '8.2B', mostContext: 40_960, isLoaded: true },
      },
      {
        id: 'local-x:small:1b',
        provider: 'ollama',
        name: 'small:1b',
        contextWindow: 8_192,
        callsTools: false,
        seesImages: false,
        reasons: false,
        local: { mostContext: 8_192, isLoaded: false },
      },
    ]);
  });

  test('an older one, which tells nothing beyond names, lists them all the same', async () => {
    const models = await listModelsByKind.ollama(endpoint('http://127.0.0.1:11434', { '/api/tags': TAGS }));
    expect(models?.map(({ name, callsTools }) => [name, callsTools])).toEqual([
      ['qwen3:8b', undefined],
      ['nomic-embed-text', undefined],
      ['small:1b', undefined],
    ]);
  });
});

test('LM Studio’s models come with the room of those that are loaded, these first', async () => {
  const data = [
    { id: 'a', type: 'llm', quantization: '4bit', state: 'not-loaded', max_context_length: 131_072 },
    { id: 'b', type: 'vlm', state: 'loaded', max_context_length: 32_768, loaded_context_length: 8_192, capabilities: ['tool_use'] },
    { id: 'c', type: 'embeddings' },
  ];
  const models = await listModelsByKind['lm-studio'](endpoint('http://127.0.0.1:1234', { '/api/v0/models': { data } }));
  expect(models).toEqual([
    {
      id: 'local-x:b',
      provider: 'lm-studio',
      name: 'b',
      contextWindow: 8_192,
      callsTools: true,
      seesImages: true,
      local: { mostContext: 32_768, isLoaded: true },
    },
    {
      id: 'local-x:a',
      provider: 'lm-studio',
      name: 'a',
      seesImages: false,
      local: { quantization: '4bit', mostContext: 131_072, isLoaded: false },
    },
  ]);
});

test('llama.cpp is asked for the room that it was started with, and its model is named by its file', async () => {
  const models = await listModelsByKind['openai-compatible'](
    endpoint('http://127.0.0.1:8080/v1', {
      '/v1/models': {
        data: [{ id: '/models/qwen.gguf', owned_by: 'llamacpp', meta: { n_ctx_train: 32_768, size: 42, n_params: 7_600_000_000 } }],
      },
      '/props': { default_generation_settings: { n_ctx: 4_096 } },
    }),
  );
  expect(models).toEqual([
    {
      id: 'local-x:/models/qwen.gguf',
      provider: 'openai-compatible',
      name: 'qwen.gguf',
      contextWindow: 4_096,
      local: { bytes: 42, parameters: '7.6B', mostContext: 32_768 },
    },
  ]);
});

test('vLLM tells its room, others nothing but names; odd values are left out', async () => {
  const models = await listModelsByKind['openai-compatible'](
    endpoint('http://127.0.0.1:8000/v1', {
      '/v1/models': {
        data: [
          { id: 'q', max_model_len: 16_384 },
          { id: 'r', max_model_len: 'many', meta: 7 },
        ],
      },
    }),
  );
  expect(models?.map(({ name, contextWindow }) => [name, contextWindow])).toEqual([
    ['q', 16_384],
    ['r', undefined],
  ]);
});

test.each(['ollama', 'lm-studio', 'openai-compatible'] as const)('what answers something else is not %s', async (kind) => {
  expect(await listModelsByKind[kind](endpoint('http://127.0.0.1:1', {}))).toBeNull();
  const page = new Response('<html>a page</html>');
  expect(await listModelsByKind[kind]({ ...endpoint('http://127.0.0.1:1', {}), fetch: async () => page.clone() })).toBeNull();
});
