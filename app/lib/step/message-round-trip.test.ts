import { afterEach, expect, test } from 'vitest';
import { ProviderServer, sse } from '../../server/testing/provider-server.ts';
import { postStep, readParts, toAssistantMessage, userMessage } from '../../server/testing/step-client.ts';
import type { ChatMessage } from '../protocol/message.ts';

let provider: ProviderServer | undefined;
afterEach(async () => {
  await provider?.stop();
  provider = undefined;
});

/** Returns the request to the provider for this history, as JSON. */
async function sentFor(modelId: string, environment: (url: string) => Record<string, string>, messages: ChatMessage[]) {
  provider = await ProviderServer.start(
    (_request, response) => void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(),
  );
  await (await postStep({ modelId, environment: environment(provider.url), messages })).text();
  const received = provider.received[0];
  return { body: JSON.parse(received?.body ?? 'null'), headers: received?.headers, url: received?.url };
}

const chat = (url: string) => ({ OPENAI_BASE_URL: `${url}/v1` });
const responses = (url: string) => ({ OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: `${url}/v1`, OPENAI_API: 'responses' });
const google = (url: string) => ({ GOOGLE_GENERATIVE_AI_API_KEY: 'g-test', GOOGLE_BASE_URL: `${url}/v1beta` });

/** Two steps in one assistant message: an answered call and a failed one; a third was never answered. */
function history(metadata: { [provider: string]: { [key: string]: string } } = {}): ChatMessage[] {
  const call = { type: 'dynamic-tool' as const, toolName: 'devonz_read_file', callProviderMetadata: metadata };
  return [
    userMessage('look at both files'),
    {
      id: 'assistant-1',
      role: 'assistant',
      parts: [
        { type: 'step-start' },
        { type: 'text', text: 'First a.ts.' },
        { ...call, state: 'output-available', toolCallId: 'call-1', input: { path: 'a.ts' }, output: { content: 'text of a' } },
        { type: 'step-start' },
        { ...call, state: 'output-error', toolCallId: 'call-2', input: { path: 'b.ts' }, errorText: 'b.ts does not exist.' },
        { ...call, state: 'input-available', toolCallId: 'call-3', input: { path: 'c.ts' } },
      ],
    },
    { ...userMessage('continue'), id: 'user-2' },
  ];
}

test('Chat Completions get calls, results and failures in pairs; a call without an answer is left out', async () => {
  const { body, headers } = await sentFor('openai:test-model', chat, history());
  expect(body.messages.map(({ role }: { role: string }) => role)).toEqual([
    'system',
    'user',
    'assistant',
    'tool',
    'assistant',
    'tool',
    'user',
  ]);
  expect(body.messages[2].tool_calls[0]).toMatchObject({
    id: 'call-1',
    function: { name: 'devonz_read_file', arguments: '{"path":"a.ts"}' },
  });
  expect(body.messages[3]).toMatchObject({ tool_call_id: 'call-1', content: '{"content":"text of a"}' });
  expect(body.messages[5]).toMatchObject({ tool_call_id: 'call-2', content: 'b.ts does not exist.' });
  expect(JSON.stringify(body)).not.toContain('call-3');
  expect(body.tools.map(({ function: one }: { function: { name: string } }) => one.name)).toEqual([
    'devonz_read_file',
    'devonz_write_file',
  ]);
  expect(headers?.authorization).toBeUndefined();
});

test('Responses get them too, store nothing, and get their reasoning back encrypted', async () => {
  const reasoning = {
    type: 'reasoning' as const,
    text: 'hm',
    providerMetadata: { openai: { itemId: 'rs_1', reasoningEncryptedContent: 'ENCRYPTED==' } },
  };
  const messages = history({ openai: { itemId: 'fc_1' } });
  messages[1]?.parts.splice(1, 0, reasoning);
  const { body, headers, url } = await sentFor('openai:o4-mini', responses, messages);
  expect(url).toBe('/v1/responses');
  expect(headers?.authorization).toBe('Bearer sk-test');
  expect(body.store).toBe(false);
  expect(body.include).toContain('reasoning.encrypted_content');
  const kinds = body.input.map(({ type, role }: { type?: string; role?: string }) => type ?? role);
  expect(kinds.filter((kind: string) => kind === 'function_call' || kind === 'function_call_output')).toEqual([
    'function_call',
    'function_call_output',
    'function_call',
    'function_call_output',
  ]);
  expect(body.input.find(({ type }: { type?: string }) => type === 'reasoning')).toMatchObject({ encrypted_content: 'ENCRYPTED==' });
  expect(JSON.stringify(body)).not.toContain('item_reference');
  expect(body.tools[0]).toMatchObject({ name: 'devonz_read_file', strict: false });
});

test('Gemini gets them too, with each call’s thought signature', async () => {
  const { body, headers, url } = await sentFor('google:gemini-test', google, history({ google: { thoughtSignature: 'SIGNATURE==' } }));
  expect(url).toContain('/v1beta/models/gemini-test:streamGenerateContent');
  expect(url).not.toContain('g-test');
  expect(headers?.['x-goog-api-key']).toBe('g-test');
  const parts = body.contents.flatMap((content: { parts: unknown[] }) => content.parts);
  expect(parts).toContainEqual({
    functionCall: expect.objectContaining({ name: 'devonz_read_file', args: { path: 'a.ts' } }),
    thoughtSignature: 'SIGNATURE==',
  });
  expect(parts.filter((part: object) => 'functionResponse' in part)).toHaveLength(2);
});

test('a thought signature comes to the browser with its call and goes back byte for byte', async () => {
  const signature = 'CiQB+/=signature==';
  const answer = sse({
    candidates: [
      {
        content: {
          role: 'model',
          parts: [
            { text: 'I think.', thought: true },
            { functionCall: { name: 'devonz_read_file', args: { path: 'a.ts' } }, thoughtSignature: signature },
          ],
        },
        finishReason: 'STOP',
      },
    ],
    usageMetadata: {
      promptTokenCount: 12,
      cachedContentTokenCount: 8,
      candidatesTokenCount: 5,
      thoughtsTokenCount: 4,
      totalTokenCount: 21,
    },
  });
  provider = await ProviderServer.start(
    (_request, response) => void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(answer),
  );
  const environment = google(provider.url);
  const parts = await readParts(await postStep({ modelId: 'google:gemini-test', environment, messages: [userMessage('look')] }));
  expect(parts.find((part) => part.type === 'reasoning-delta')).toMatchObject({ delta: 'I think.' });
  expect(parts.find((part) => part.type === 'message-metadata')).toMatchObject({
    messageMetadata: { usage: { inputTokens: 12, outputTokens: 9, cachedInputTokens: 8, reasoningTokens: 4 } },
  });
  const messages = [userMessage('look'), toAssistantMessage(parts, () => 'text of a')];
  await (await postStep({ modelId: 'google:gemini-test', environment, messages })).text();
  expect(provider.received[1]?.body).toContain(JSON.stringify(signature));
});
