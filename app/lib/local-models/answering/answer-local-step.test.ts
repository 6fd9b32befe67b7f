import { expect, test } from 'vitest';
import type { ChatRequest } from '../../protocol/chat-request.ts';
import type { LocalEndpoint } from '../../protocol/models/local-endpoint.ts';
import type { ToolOffer } from '../../step/tool-offers.ts';
import { createLocalFetch } from '../wire/local-fetch.ts';
import { answerLocalStep } from './answer-local-step.ts';

const OLLAMA: LocalEndpoint = { id: 'local-ollama', kind: 'ollama', name: 'Ollama', address: 'http://127.0.0.1:11434' };
const STUDIO: LocalEndpoint = { id: 'local-lm-studio', kind: 'lm-studio', name: 'LM Studio', address: 'http://127.0.0.1:1234' };
const STEP: ChatRequest = {
  chatId: 'chat',
  modelId: 'local-ollama:qwen3:8b',
  mode: 'agent',
  system: 'Be brief.',
  messages: [{ id: 'a', role: 'user', parts: [{ type: 'text', text: 'Hello' }] }],
  toolNames: ['devonz_read_file'],
};

/** In the form in which the page offers its tools. */
const OFFERS: ToolOffer[] = [{ name: 'devonz_read_file', description: 'Reads.', inputSchema: { type: 'object', properties: {} } }];

function network(answer: () => Response) {
  const asked: { url: string; body: Record<string, unknown> }[] = [];
  const request: typeof fetch = async (input, init) => {
    asked.push({ url: String(input), body: JSON.parse(String(init?.body)) });
    return answer();
  };
  const stop = new AbortController();
  const answerTo = (step: ChatRequest, endpoint: LocalEndpoint, contextTokens?: number) =>
    answerLocalStep(
      { endpoints: [endpoint], step, offers: OFFERS, ...(contextTokens === undefined ? {} : { contextTokens }) },
      createLocalFetch({ fetch: request, isSecurePage: false, now: () => 0 }),
      stop.signal,
    );
  return { asked, answerTo };
}

const ollamaAnswer = () =>
  new Response(
    '{"model":"qwen3:8b","message":{"content":"Hi."}}\n{"done":true,"done_reason":"stop","prompt_eval_count":9,"eval_count":2}\n',
    {
      headers: { 'content-type': 'application/x-ndjson' },
    },
  );

test('a step of Ollama is answered as the server answers: parts, tools by their schemas, usage', async () => {
  const { asked, answerTo } = network(ollamaAnswer);
  const response = await answerTo(STEP, OLLAMA, 8_192);
  const text = await response.text();
  expect(response.status).toBe(200);
  expect(text).toContain('"delta":"Hi."');
  expect(text).toMatch(/"inputTokens":9/);
  expect(asked[0]).toMatchObject({
    url: 'http://127.0.0.1:11434/api/chat',
    body: { model: 'qwen3:8b', options: { num_ctx: 8_192 }, tools: [{ function: { name: 'devonz_read_file' } }] },
  });
});

test('a step of LM Studio goes by the API that others have too', async () => {
  const chunk = (delta: unknown, rest = {}) => `data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, delta, ...rest }] })}\n\n`;
  const body = `${chunk({ role: 'assistant', content: 'Hi.' })}${chunk({}, { finish_reason: 'stop' })}data: [DONE]\n\n`;
  const { asked, answerTo } = network(() => new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
  const response = await answerTo({ ...STEP, modelId: 'local-lm-studio:qwen/qwen3-8b' }, STUDIO);
  expect(await response.text()).toContain('"delta":"Hi."');
  expect(asked[0]).toMatchObject({
    url: 'http://127.0.0.1:1234/v1/chat/completions',
    body: { model: 'qwen/qwen3-8b', stream_options: { include_usage: true } },
  });
});

test('what the endpoint refuses is a refusal in its words', async () => {
  const { answerTo } = network(() => Response.json({ error: 'tiny does not support tools' }, { status: 400 }));
  const response = await answerTo(STEP, OLLAMA);
  expect(response.ok).toBe(false);
  expect(JSON.stringify(await response.json())).toContain('tiny does not support tools');
});

test('an endpoint that does not answer is worth another try', async () => {
  const { answerTo } = network(() => {
    throw new TypeError('Failed to fetch');
  });
  const response = await answerTo(STEP, OLLAMA);
  expect(response.status).toBe(503);
  expect(JSON.stringify(await response.json())).toContain('nobody answers at 127.0.0.1:11434');
});
