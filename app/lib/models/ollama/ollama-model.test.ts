import type { LanguageModelV3Prompt, LanguageModelV3StreamPart } from '@ai-sdk/provider';
import { APICallError } from 'ai';
import { expect, test } from 'vitest';
import { streamingProviderFetch } from '../provider-fetch.ts';
import { createOllamaModel } from './ollama-model.ts';

const PROMPT: LanguageModelV3Prompt = [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }];

/** Runs a step against an Ollama with this answer; returns the sent request and the resulting parts. */
function ollama(answer: Response | Error) {
  const asked: { url: string; body: unknown; headers: Headers }[] = [];
  const network: typeof fetch = async (input, init) => {
    asked.push({ url: String(input), body: JSON.parse(String(init?.body)), headers: new Headers(init?.headers) });
    if (answer instanceof Error) throw answer;
    return answer;
  };
  let ids = 0;
  const model = createOllamaModel({
    address: 'http://127.0.0.1:11434',
    modelName: 'qwen3:8b',
    contextTokens: 16_384,
    fetch: streamingProviderFetch(network),
    nextId: () => `id-${++ids}`,
  });
  return { model, asked };
}

function lines(...events: unknown[]): Response {
  const text = events.map((event) => `${typeof event === 'string' ? event : JSON.stringify(event)}\n`).join('');
  return new Response(text, { headers: { 'content-type': 'application/x-ndjson' } });
}

async function partsOf(model: ReturnType<typeof ollama>['model'], prompt = PROMPT): Promise<LanguageModelV3StreamPart[]> {
  const { stream } = await model.doStream({ prompt });
  const parts: LanguageModelV3StreamPart[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

const said = (content: string) => ({ model: 'qwen3:8b', message: { role: 'assistant', content }, done: false });
const END = {
  model: 'qwen3:8b',
  message: { role: 'assistant', content: '' },
  done: true,
  done_reason: 'stop',
  prompt_eval_count: 20,
  eval_count: 3,
};

test('text comes as it is said, with what it cost', async () => {
  const { model } = ollama(lines(said('Good '), said('day.'), END));
  expect(await partsOf(model)).toEqual([
    { type: 'stream-start', warnings: [] },
    { type: 'response-metadata', modelId: 'qwen3:8b' },
    { type: 'text-start', id: 'id-1' },
    { type: 'text-delta', id: 'id-1', delta: 'Good ' },
    { type: 'text-delta', id: 'id-1', delta: 'day.' },
    { type: 'text-end', id: 'id-1' },
    {
      type: 'finish',
      finishReason: { unified: 'stop', raw: 'stop' },
      usage: {
        inputTokens: { total: 20, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
        outputTokens: { total: 3, text: undefined, reasoning: undefined },
      },
    },
  ]);
});

test('what it thinks, what it says and what it calls are kept apart, each with an id of its own', async () => {
  const call = { function: { name: 'read', arguments: { path: 'a' } } };
  const { model } = ollama(
    lines(
      { model: 'm', message: { thinking: 'Hm.', content: '' } },
      said('I look.'),
      { model: 'm', message: { content: '', tool_calls: [call, call] } },
      END,
    ),
  );
  const parts = await partsOf(model);
  expect(parts.map((part) => ('id' in part ? `${part.type} ${part.id}` : part.type))).toEqual([
    'stream-start',
    'response-metadata',
    'reasoning-start id-1',
    'reasoning-delta id-1',
    'reasoning-end id-1',
    'text-start id-2',
    'text-delta id-2',
    'text-end id-2',
    'tool-input-start id-3',
    'tool-input-delta id-3',
    'tool-input-end id-3',
    'tool-call',
    'tool-input-start id-4',
    'tool-input-delta id-4',
    'tool-input-end id-4',
    'tool-call',
    'finish',
  ]);
  expect(parts.find(({ type }) => type === 'tool-call')).toEqual({
    type: 'tool-call',
    toolCallId: 'id-3',
    toolName: 'read',
    input: '{"path":"a"}',
  });
  expect(parts.at(-1)).toMatchObject({ finishReason: { unified: 'tool-calls', raw: 'stop' } });
});

test('it is sent the whole conversation as it takes it, its room, and that nothing may be cut off', async () => {
  const { model, asked } = ollama(lines(END));
  await model.doStream({
    prompt: [
      { role: 'system', content: 'Be brief.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look' },
          { type: 'file', mediaType: 'image/png', data: new Uint8Array([1, 2, 3]) },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'Hm.' },
          { type: 'text', text: 'I look.' },
          { type: 'tool-call', toolCallId: 'x', toolName: 'read', input: { path: 'a' } },
        ],
      },
      {
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId: 'x', toolName: 'read', output: { type: 'json', value: { lines: 3 } } }],
      },
    ],
    tools: [{ type: 'function', name: 'read', description: 'Reads.', inputSchema: { type: 'object' } }],
    temperature: 0.3,
    maxOutputTokens: 500,
    stopSequences: ['</call>'],
    headers: { 'user-agent': 'sdk' },
    providerOptions: { ollama: { think: false } },
  });
  expect(asked[0]?.url).toBe('http://127.0.0.1:11434/api/chat');
  expect(asked[0]?.body).toEqual({
    model: 'qwen3:8b',
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Look', images: ['AQID'] },
      {
        role: 'assistant',
        content: 'I look.',
        thinking: 'Hm.',
        tool_calls: [{ function: { name: 'read', arguments: { path: 'a' } } }],
      },
      { role: 'tool', tool_name: 'read', content: '{"lines":3}' },
    ],
    tools: [{ type: 'function', function: { name: 'read', description: 'Reads.', parameters: { type: 'object' } } }],
    stream: true,
    truncate: false,
    shift: false,
    think: false,
    options: { num_ctx: 16_384, temperature: 0.3, num_predict: 500, stop: ['</call>'] },
  });
  // An additional header would need the endpoint's permission.
  expect([...(asked[0]?.headers.keys() ?? [])]).toEqual(['content-type']);
});

test('a failure in the middle is one, and the half answer before it is kept', async () => {
  const { model } = ollama(lines(said('Good '), { error: 'llama runner process has terminated' }));
  const parts = await partsOf(model);
  expect(parts.map(({ type }) => type)).toEqual(['stream-start', 'response-metadata', 'text-start', 'text-delta', 'error']);
  expect(parts.at(-1)).toMatchObject({ error: { message: 'llama runner process has terminated' } });
});

test('an answer that ends early has no finish: whoever reads it says so', async () => {
  const parts = await partsOf(ollama(lines(said('Good '))).model);
  expect(parts.map(({ type }) => type)).not.toContain('finish');
});

test('lines that are none of its events are left out', async () => {
  const parts = await partsOf(ollama(lines('garbage', '{"message":7}', '', '[]', said('x'), END)).model);
  expect(parts.filter(({ type }) => type === 'text-delta')).toHaveLength(1);
});

test('a refusal has its status and Ollama’s own words', async () => {
  const { model } = ollama(Response.json({ error: 'tiny does not support tools' }, { status: 400 }));
  const refused = await partsOf(model).catch((error: unknown) => error);
  expect(APICallError.isInstance(refused) && [refused.statusCode, refused.message]).toEqual([400, 'tiny does not support tools']);
});

test('where nobody answers, the reason is the network’s', async () => {
  const { model } = ollama(new TypeError('fetch failed', { cause: new Error('nobody answers at 127.0.0.1:11434') }));
  const refused = await partsOf(model).catch((error: unknown) => error);
  expect(APICallError.isInstance(refused) && refused.statusCode).toBeUndefined();
  expect(String(refused)).toContain('nobody answers at 127.0.0.1:11434');
});
