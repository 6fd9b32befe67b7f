import { LLMock } from '@copilotkit/aimock';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postStep, readParts, textOf, toAssistantMessage, userMessage } from '../../../app/server/testing/step-client.ts';
import { PROVIDER_ROWS } from './provider-rows.ts';

/** The same conversation with every provider, as played by aimock: a tool call, its result, the response. */
const mock = new LLMock({ port: 0, chunkSize: 8 });
const fileContent = `export const answer = 42;\n${'// line\n'.repeat(40)}`;
const callArguments = { path: 'src/answer.ts', content: fileContent };

beforeAll(async () => {
  mock.on(
    { userMessage: /write a file/, hasToolResult: false },
    { content: 'I write it.', toolCalls: [{ name: 'devonz_write_file', arguments: JSON.stringify(callArguments) }] },
  );
  mock.on({ userMessage: /write a file/, hasToolResult: true }, { content: 'The file is written.', finishReason: 'stop' });
  mock.on({ userMessage: /limited/ }, { error: { message: 'slow down' }, status: 429, retryAfter: 7 });
  await mock.start();
});
afterAll(() => mock.stop());

const chatEnvironment = () => ({ OPENAI_API_KEY: 'sk-test-key', OPENAI_BASE_URL: `${mock.url}/v1` });

/** xAI requires the status of each item, which aimock omits; the matrix covers its format. */
const played = PROVIDER_ROWS.filter(({ name }) => name !== 'xAI');

describe.each(played)('$name', ({ modelId, environment: environmentAt }) => {
  test('a call comes through whole, its result goes back, the answer comes', async () => {
    const environment = environmentAt(mock.url);
    const first = await postStep({ modelId, environment, messages: [userMessage('write a file')] });
    expect(first.status).toBe(200);
    const parts = await readParts(first);
    expect(parts.find((part) => part.type === 'tool-input-available')).toMatchObject({
      toolName: 'devonz_write_file',
      input: callArguments,
    });
    const streamed = parts.map((part) => (part.type === 'tool-input-delta' ? part.inputTextDelta : '')).join('');
    expect(JSON.parse(streamed)).toEqual(callArguments);

    const messages = [userMessage('write a file'), toAssistantMessage(parts, () => 'written')];
    const second = await readParts(await postStep({ modelId, environment, messages }));
    expect(textOf(second)).toBe('The file is written.');
    expect(second.at(-1)).toMatchObject({ type: 'finish', finishReason: 'stop' });
    const asked = JSON.stringify(mock.getLastRequest()?.body);
    expect(asked).toContain('written');
    expect(asked).toContain('src/answer.ts');
    expect(asked).toContain('devonz_read_file');
  });

  test('a limit is an HTTP status before anything streams, with the wait the provider asks for, and is not tried twice', async () => {
    mock.clearRequests();
    const response = await postStep({ modelId, environment: environmentAt(mock.url), messages: [userMessage('limited')] });
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7']);
    expect(await response.json()).toMatchObject({ error: { code: 'rate_limited', message: expect.stringContaining('slow down') } });
    expect(mock.getRequests()).toHaveLength(1);
  });
});

test("the system prompt reaches the provider, and the step's temperature, limit and stop sequences", async () => {
  const environment = chatEnvironment();
  const settings = { temperature: 0.3, maxOutputTokens: 512, stopSequences: ['</devonz_read_file>'] };
  await (await postStep({ modelId: 'openai:gpt-4o', environment, messages: [userMessage('write a file')], settings })).text();
  const asked = JSON.stringify(mock.getLastRequest()?.body);
  expect(asked).toContain('You are an agent.');
  expect(asked).toContain('"temperature":0.3');
  expect(asked).toContain('"max_tokens":512');
  expect(asked).toContain('"stop":["</devonz_read_file>"]');
});

test('what a step does not set is left to the provider', async () => {
  await (await postStep({ modelId: 'openai:gpt-4o', environment: chatEnvironment(), messages: [userMessage('write a file')] })).text();
  const sent = Object.keys(Object(mock.getLastRequest()?.body));
  expect(sent).toContain('messages');
  for (const setting of ['temperature', 'max_tokens', 'stop']) expect(sent).not.toContain(setting);
});
