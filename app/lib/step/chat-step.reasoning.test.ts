import { afterEach, describe, expect, test } from 'vitest';
import { chatChunk, ProviderServer, type ReceivedRequest, sse } from '../../server/testing/provider-server.ts';
import { postStep, type StepOptions, userMessage } from '../../server/testing/step-client.ts';
import { TurnReader } from '../agent/stream/turn-reader.ts';
import { type ChatMessage, chatMessageSchema } from '../protocol/message.ts';

let provider: ProviderServer | undefined;
afterEach(async () => {
  await provider?.stop();
  provider = undefined;
});

type Answer = { status?: number; body: string };

/** Runs steps one after the other with a provider that answers this way; records the requests as JSON. */
async function serve(answerOf: (request: ReceivedRequest, index: number) => Answer) {
  let asked = 0;
  const server = await ProviderServer.start((request, response) => {
    const { status = 200, body } = answerOf(request, asked++);
    response.writeHead(status, { 'content-type': status === 200 ? 'text/event-stream' : 'application/json' }).end(body);
  });
  provider = server;
  return {
    url: server.url,
    bodies: () => server.received.map(({ body }) => JSON.parse(body)),
    step: (options: Pick<StepOptions, 'modelId' | 'environment' | 'messages' | 'settings'>) => postStep(options),
  };
}

/** Returns the answer as stored in a journal and read again after a reload. */
async function keptAnswer(response: Response): Promise<ChatMessage> {
  const turn = new TurnReader();
  turn.push(new Uint8Array(await response.arrayBuffer()));
  const { parts } = turn.end();
  return chatMessageSchema.parse(JSON.parse(JSON.stringify({ id: 'assistant-1', role: 'assistant', parts })));
}

function anthropicEvents(...events: readonly { type: string; [field: string]: unknown }[]): string {
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}

const THOUGHT = anthropicEvents(
  {
    type: 'message_start',
    message: { id: 'm1', type: 'message', role: 'assistant', model: 'claude', content: [], usage: { input_tokens: 9, output_tokens: 1 } },
  },
  { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Let me ' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'think.' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'EqQBCkgIARABGAIiQ==' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'Hello.' } },
  { type: 'content_block_stop', index: 1 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 5 } },
  { type: 'message_stop' },
);

describe('what Anthropic’s models think', () => {
  const environment = (url: string) => ({ ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: `${url}/v1` });
  const modelId = 'anthropic:claude-sonnet-4-5';

  test('goes back with its signature, also after a reload', async () => {
    const served = await serve(() => ({ body: THOUGHT }));
    const settings = { reasoningEffort: 'low' as const, temperature: 0.3 };
    const first = await served.step({ modelId, environment: environment(served.url), messages: [userMessage('hello')], settings });
    const answer = await keptAnswer(first);
    expect(answer.parts[0]).toMatchObject({ type: 'reasoning', text: 'Let me think.' });
    const messages = [userMessage('hello'), answer, { ...userMessage('more'), id: 'user-2' }];
    await (await served.step({ modelId, environment: environment(served.url), messages, settings })).text();
    const [asked, again] = served.bodies();
    expect(asked.thinking.type).toBe('enabled');
    // A thinking model accepts no temperature.
    expect(asked).not.toHaveProperty('temperature');
    expect(again.messages[1].content[0]).toEqual({ type: 'thinking', thinking: 'Let me think.', signature: 'EqQBCkgIARABGAIiQ==' });
  });

  test('is cached together with the tools, the system prompt and the conversation, by four points at most', async () => {
    const served = await serve(() => ({ body: THOUGHT }));
    const answered = { id: 'a', role: 'assistant' as const, parts: [{ type: 'text' as const, text: 'Hi.' }] };
    const messages = [
      userMessage('one'),
      answered,
      { ...userMessage('two'), id: 'user-2' },
      { ...answered, id: 'b' },
      { ...userMessage('three'), id: 'user-3' },
    ];
    await (await served.step({ modelId, environment: environment(served.url), messages })).text();
    const [body] = served.bodies();
    const point = { type: 'ephemeral' };
    expect(body.system.at(-1).cache_control).toEqual(point);
    const marked = body.messages.flatMap(({ content }: { content: { cache_control?: object }[] }, index: number) =>
      content.some(({ cache_control }) => cache_control !== undefined) ? [index] : [],
    );
    expect(marked).toEqual([2, 4]);
  });
});

test('what OpenAI’s models think goes back encrypted, also after a reload', async () => {
  const item = { type: 'reasoning', id: 'rs_1', encrypted_content: 'gAAAAB-secret-thought' };
  const thought = sse(
    { type: 'response.created', response: { id: 'r1', created_at: 1, model: 'gpt-5' } },
    { type: 'response.output_item.added', output_index: 0, item: { ...item, encrypted_content: null, summary: [] } },
    { type: 'response.reasoning_summary_part.added', item_id: 'rs_1', summary_index: 0 },
    { type: 'response.reasoning_summary_text.delta', item_id: 'rs_1', summary_index: 0, delta: 'Thinking it over.' },
    {
      type: 'response.output_item.done',
      output_index: 0,
      item: { ...item, summary: [{ type: 'summary_text', text: 'Thinking it over.' }] },
    },
    { type: 'response.output_item.added', output_index: 1, item: { type: 'message', id: 'msg_1' } },
    { type: 'response.output_text.delta', item_id: 'msg_1', delta: 'Hello.' },
    { type: 'response.output_item.done', output_index: 1, item: { type: 'message', id: 'msg_1' } },
    { type: 'response.completed', response: { usage: { input_tokens: 3, output_tokens: 9 } } },
  );
  const served = await serve(() => ({ body: thought }));
  const environment = { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: `${served.url}/v1`, OPENAI_API: 'responses' };
  const settings = { reasoningEffort: 'medium' as const, temperature: 0.3 };
  const asking = { modelId: 'openai:gpt-5', environment, settings };
  const answer = await keptAnswer(await served.step({ ...asking, messages: [userMessage('hello')] }));
  expect(answer.parts[0]).toMatchObject({ type: 'reasoning', text: 'Thinking it over.' });
  const messages = [userMessage('hello'), answer, { ...userMessage('more'), id: 'user-2' }];
  await (await served.step({ ...asking, messages })).text();
  const [asked, again] = served.bodies();
  expect(asked).toMatchObject({ reasoning: { effort: 'medium', summary: 'auto' }, store: false, include: ['reasoning.encrypted_content'] });
  expect(asked).not.toHaveProperty('temperature');
  expect(again.input).toContainEqual(expect.objectContaining({ type: 'reasoning', encrypted_content: 'gAAAAB-secret-thought' }));
});

describe('a model that refuses a setting', () => {
  const refusal = (message: string) => ({ status: 400, body: JSON.stringify({ error: { message, type: 'invalid_request_error' } }) });
  const chat = (url: string) => ({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: `${url}/v1` });
  const hello = sse(chatChunk({ role: 'assistant', content: 'Hello.' }), chatChunk({}, 'stop'));

  test('answers without it', async () => {
    const served = await serve((request) =>
      request.body.includes('"temperature"')
        ? refusal("Unsupported value: 'temperature' does not support 0.3 with this model. Only the default (1) value is supported.")
        : { body: hello },
    );
    const settings = { temperature: 0.3, maxOutputTokens: 100 };
    const response = await served.step({ modelId: 'openai:odd', environment: chat(served.url), messages: [userMessage('hi')], settings });
    expect((await keptAnswer(response)).parts).toMatchObject([{ type: 'text', text: 'Hello.' }]);
    expect(served.bodies()).toMatchObject([{ temperature: 0.3, max_tokens: 100 }, { max_tokens: 100 }]);
  });

  test('and is asked only once more', async () => {
    const served = await serve(() => refusal('temperature is not to my liking'));
    const settings = { temperature: 0.3 };
    const response = await served.step({ modelId: 'openai:odd', environment: chat(served.url), messages: [userMessage('hi')], settings });
    expect(response.status).toBe(424);
    expect(served.bodies()).toHaveLength(2);
  });
});
