import { describe, expect, test } from 'vitest';
import { type WorkersAiBinding, workersAiProvider } from './workers-ai.ts';

type Run = { model: string; inputs: Record<string, unknown> };

/** The used part of Cloudflare's binding. */
function fakeBinding(answers: { models?: AiModelsSearchObject[]; events?: string }) {
  const runs: Run[] = [];
  const binding = {
    models: async () => {
      if (answers.models === undefined) throw new Error('5025: no access');
      return answers.models;
    },
    run: async (model: string, inputs: Record<string, unknown>) => {
      runs.push({ model, inputs });
      if (answers.events === undefined) throw new Error('3040: out of capacity');
      return new Response(answers.events).body;
    },
  };
  // The binding's own type has an overload for each model that Cloudflare serves.
  return { binding: binding as unknown as WorkersAiBinding, runs };
}

function listed(name: string, properties: Record<string, string>, task = 'Text Generation'): AiModelsSearchObject {
  return {
    id: name,
    source: 1,
    name,
    description: '',
    task: { id: task, name: task, description: '' },
    tags: [],
    properties: Object.entries(properties).map(([property_id, value]) => ({ property_id, value })),
  };
}

const request = { connectionId: 'workers-ai', values: new Map(), fetch, signal: new AbortController().signal };

describe('the list of models', () => {
  test('is the catalogue of the account, what calls tools first', async () => {
    const { binding } = fakeBinding({
      models: [
        listed('@cf/meta/llama-2', { context_window: '3072' }),
        listed('@cf/openai/gpt-oss-120b', { context_window: '128000', function_calling: 'true', reasoning: 'true' }),
        listed('@cf/baai/bge', {}, 'Text Embeddings'),
      ],
    });
    expect(await workersAiProvider(binding).listModels(request)).toEqual([
      {
        id: 'workers-ai:@cf/openai/gpt-oss-120b',
        provider: 'workers-ai',
        name: 'openai/gpt-oss-120b',
        callsTools: true,
        seesImages: false,
        reasons: true,
        contextWindow: 128_000,
      },
      {
        id: 'workers-ai:@cf/meta/llama-2',
        provider: 'workers-ai',
        name: 'meta/llama-2',
        callsTools: false,
        seesImages: false,
        reasons: false,
        contextWindow: 3_072,
      },
    ]);
  });

  test('says in words that it did not come', async () => {
    await expect(workersAiProvider(fakeBinding({}).binding).listModels(request)).rejects.toThrow(/AI binding/);
  });
});

test('a step runs over the binding, and its stream comes through', async () => {
  const { binding, runs } = fakeBinding({ events: 'data: {"response":"Hel"}\n\ndata: {"response":"lo"}\n\ndata: [DONE]\n\n' });
  const { model, reasoningOptions } = await workersAiProvider(binding).createModel({ modelName: '@cf/x/y', values: new Map(), fetch });
  const providerOptions = reasoningOptions?.('low');
  const { stream } = await model.doStream({
    prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
    ...(providerOptions === undefined ? {} : { providerOptions }),
  });
  let text = '';
  for await (const part of stream) if (part.type === 'text-delta') text += part.delta;
  expect(text).toBe('Hello');
  expect(runs[0]).toMatchObject({ model: '@cf/x/y', inputs: { stream: true, reasoning_effort: 'low' } });
});
