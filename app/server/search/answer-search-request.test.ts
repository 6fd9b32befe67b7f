import { afterEach, describe, expect, test } from 'vitest';
import { webSearchAnswerSchema } from '../../lib/protocol/web-search.ts';
import { ProviderServer, sse } from '../testing/provider-server.ts';
import { testAccess } from '../testing/test-access.ts';
import { answerSearchRequest } from './answer-search-request.server.ts';

const servers: ProviderServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

async function startProvider(answer: () => string, status = 200): Promise<ProviderServer> {
  const server = await ProviderServer.start((_request, response) => {
    response.writeHead(status, { 'content-type': status === 200 ? 'text/event-stream' : 'application/json' }).end(answer());
  });
  servers.push(server);
  return server;
}

function search(body: unknown, environment: Record<string, string>): Promise<Response> {
  const request = new Request('http://ide.localhost/api/search', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answerSearchRequest(request, { access: testAccess(environment) });
}

const page = (uri: string, title: string) => ({ web: { uri, title } });

describe('Gemini', () => {
  test('searches by its own tool, and each page is named once; what is no web address is left out', async () => {
    const server = await startProvider(() =>
      sse({
        candidates: [
          {
            content: { role: 'model', parts: [{ text: 'Vite 8 came out. The key is google-test-key.' }] },
            finishReason: 'STOP',
            groundingMetadata: {
              webSearchQueries: ['vite version'],
              groundingChunks: [page('https://vite.dev/', 'Vite'), page('https://vite.dev/', 'Vite'), page('javascript:alert(1)', 'bad')],
            },
          },
        ],
        usageMetadata: { promptTokenCount: 12, candidatesTokenCount: 5, totalTokenCount: 17 },
      }),
    );
    const environment = { GOOGLE_GENERATIVE_AI_API_KEY: 'google-test-key', GOOGLE_BASE_URL: `${server.url}/v1beta` };
    const response = await search({ modelId: 'google:gemini-3-pro', query: 'newest version of vite' }, environment);
    expect(response.status).toBe(200);
    const answer = webSearchAnswerSchema.parse(await response.json());
    expect(answer.sources).toEqual([{ title: 'Vite', url: 'https://vite.dev/' }]);
    expect(answer.text).toContain('Vite 8 came out.');
    expect(answer.text).not.toContain('google-test-key');
    expect(answer.usage).toMatchObject({ inputTokens: 12, outputTokens: 5 });
    const asked = JSON.parse(server.received[0]?.body ?? '{}');
    expect(asked.tools).toEqual([{ googleSearch: {} }]);
    expect(JSON.stringify(asked.contents)).toContain('newest version of vite');
  });
});

describe('OpenAI', () => {
  const item = { type: 'message', id: 'm1', status: 'completed', role: 'assistant' };
  const events = [
    { type: 'response.created', response: { id: 'r1', created_at: 1, model: 'gpt-5' } },
    { type: 'response.output_item.added', output_index: 0, item: { type: 'web_search_call', id: 'w1', status: 'in_progress' } },
    {
      type: 'response.output_item.done',
      output_index: 0,
      item: { type: 'web_search_call', id: 'w1', status: 'completed', action: { type: 'search', query: 'remix' } },
    },
    { type: 'response.output_item.added', output_index: 1, item: { ...item, content: [] } },
    { type: 'response.output_text.delta', item_id: 'm1', output_index: 1, content_index: 0, delta: 'Remix merged.' },
    {
      type: 'response.output_text.annotation.added',
      item_id: 'm1',
      output_index: 1,
      content_index: 0,
      annotation_index: 0,
      annotation: { type: 'url_citation', start_index: 0, end_index: 5, url: 'https://remix.run/blog', title: 'Remix' },
    },
    { type: 'response.output_item.done', output_index: 1, item: { ...item, content: [] } },
    { type: 'response.completed', response: { id: 'r1', usage: { input_tokens: 7, output_tokens: 3 } } },
  ];

  test('searches over the Responses API', async () => {
    const server = await startProvider(() => sse(...events));
    const environment = { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API: 'responses' };
    const response = await search({ modelId: 'openai:gpt-5', query: 'remix' }, environment);
    expect(webSearchAnswerSchema.parse(await response.json())).toMatchObject({
      text: 'Remix merged.',
      sources: [{ title: 'Remix', url: 'https://remix.run/blog' }],
      usage: { inputTokens: 7, outputTokens: 3 },
    });
    expect(JSON.parse(server.received[0]?.body ?? '{}').tools).toEqual([expect.objectContaining({ type: 'web_search' })]);
  });

  test('an endpoint that speaks Chat Completions has no search, in words, and is not asked', async () => {
    const server = await startProvider(() => '');
    const response = await search({ modelId: 'openai:llama', query: 'x' }, { OPENAI_BASE_URL: `${server.url}/v1` });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: 'no_search', message: expect.stringContaining('Settings') } });
    expect(server.received).toEqual([]);
  });
});

test('OpenRouter searches by its own tool, for the model that was chosen; a source may come with the text or alone', async () => {
  const citation = (url: string, title: string) => ({
    type: 'url_citation',
    url_citation: { url, title, content: 'x', start_index: 0, end_index: 1 },
  });
  const chunk = (delta: object, rest: object = {}) => ({
    id: 'c',
    model: 'z-ai/glm-5',
    choices: [{ index: 0, delta, finish_reason: null }],
    ...rest,
  });
  const server = await startProvider(() =>
    sse(
      chunk({ role: 'assistant', content: 'Vite ' }),
      chunk({ content: '8 ' }),
      chunk({ content: 'came out.', annotations: [citation('https://vite.dev/', 'Vite')] }),
      chunk({ annotations: [citation('https://vite.dev/blog', 'Blog')] }),
      {
        ...chunk({}),
        choices: [{ index: 0, delta: {}, finish_reason: 'stop' }],
        usage: { prompt_tokens: 12, completion_tokens: 5, total_tokens: 17 },
      },
    ),
  );
  const environment = { OPENROUTER_API_KEY: 'sk-or-test-key', OPENROUTER_BASE_URL: `${server.url}/api/v1` };
  const response = await search({ modelId: 'openrouter:z-ai/glm-5', query: 'newest version of vite' }, environment);
  expect(webSearchAnswerSchema.parse(await response.json())).toMatchObject({
    text: 'Vite 8 came out.',
    sources: [
      { title: 'Vite', url: 'https://vite.dev/' },
      { title: 'Blog', url: 'https://vite.dev/blog' },
    ],
    usage: { inputTokens: 12, outputTokens: 5 },
  });
  const asked = JSON.parse(server.received[0]?.body ?? '{}');
  expect(asked).toMatchObject({ model: 'z-ai/glm-5', tools: [{ type: 'openrouter:web_search', max_results: 5 }] });
});

test('a provider that refuses is a refusal in words, without the key', async () => {
  const server = await startProvider(() => JSON.stringify({ error: { message: 'bad key sk-secret-1234567890', code: 401 } }), 401);
  const environment = { OPENAI_API_KEY: 'sk-secret-1234567890', OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API: 'responses' };
  const response = await search({ modelId: 'openai:gpt-5', query: 'x' }, environment);
  expect(response.status).toBe(424);
  const text = await response.text();
  expect(text).toContain('refused the key');
  expect(text).not.toContain('sk-secret-1234567890');
});

test.each([
  [{ modelId: 'demo:scripted', query: 'x' }, 'no_search'],
  [{ modelId: 'nobody:x', query: 'x' }, 'unknown_model'],
  [{ modelId: 'demo:scripted', query: '' }, 'invalid_request'],
  [{ modelId: 'demo:scripted', query: 'x'.repeat(2_001) }, 'invalid_request'],
  ['no object', 'invalid_request'],
])('%j is refused as %s', async (body, code) => {
  const response = await search(body, {});
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: { code } });
});
