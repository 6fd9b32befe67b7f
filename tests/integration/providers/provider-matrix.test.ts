import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { remoteProviders } from '../../../app/lib/models/remote-providers.ts';
import { apiErrorSchema } from '../../../app/lib/protocol/chat-request.ts';
import type { StreamPart } from '../../../app/lib/protocol/stream-part.ts';
import { ProviderServer } from '../../../app/server/testing/provider-server.ts';
import { postStep, readParts, type StepOptions, textOf, toAssistantMessage, userMessage } from '../../../app/server/testing/step-client.ts';
import { PROVIDER_ROWS, type ProviderRow, TEST_KEY } from './provider-rows.ts';
import type { ScriptedAnswer, Wire } from './wires/wire.ts';

/** Checks what the browser receives for every provider's ways to respond and to fail, over HTTP, byte for byte. */

let server: ProviderServer | null = null;
afterEach(async () => {
  await server?.stop();
  server = null;
});

/** One pixel, as PNG. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const CUT_OFF = 'The answer ended before it was complete. Try again.';

type Answer = (response: ServerResponse, wire: Wire) => void;

async function step(row: ProviderRow, answer: Answer, options: Partial<StepOptions> = {}): Promise<Response> {
  server = await ProviderServer.start((_request, response) => answer(response, row.wire));
  return postStep({ modelId: row.modelId, environment: row.environment(server.url), messages: [userMessage('Hello')], ...options });
}

const whole =
  (script: ScriptedAnswer): Answer =>
  (response, wire) => {
    response.writeHead(200, { 'content-type': wire.contentType });
    for (const bytes of wire.answer(script)) response.write(bytes);
    response.end();
  };

const refusal =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify({ error: { message: `refused with ${status}`, type: 'error', code: status } }));
  };

const reasoningOf = (parts: readonly StreamPart[]) => parts.map((part) => (part.type === 'reasoning-delta' ? part.delta : '')).join('');

function usageOf(parts: readonly StreamPart[]): unknown {
  const found = parts.flatMap((part) => ('messageMetadata' in part && part.messageMetadata !== undefined ? [part.messageMetadata] : []));
  return Object(found.at(-1)).usage;
}

/** Returns how a failed step reports its failure. */
async function failureOf(response: Response): Promise<{ status: number; kind: unknown; text: string }> {
  if (response.status !== 200) {
    const { error } = apiErrorSchema.parse(await response.json());
    return { status: response.status, kind: error.kind, text: error.message };
  }
  const parts = await readParts(response);
  const failure = parts.find((part) => part.type === 'data-failure');
  const error = parts.find((part) => part.type === 'error');
  const kind = failure === undefined ? undefined : Object(Object(failure).data).kind;
  return { status: 200, kind, text: error?.type === 'error' ? error.errorText : '' };
}

test('every provider that is asked over the network has a row', () => {
  const covered = new Set(PROVIDER_ROWS.map(({ modelId }) => modelId.slice(0, modelId.indexOf(':'))));
  expect([...covered].sort()).toEqual(remoteProviders.map(({ id }) => id).sort());
});

describe.each(PROVIDER_ROWS)('$name', (row) => {
  test('text comes through in its order, with how many tokens it took', async () => {
    const parts = await readParts(await step(row, whole({ text: 'Hello, world.' })));
    expect(textOf(parts)).toBe('Hello, world.');
    expect(parts.at(-1)).toMatchObject({ type: 'finish', finishReason: 'stop' });
    expect(usageOf(parts)).toMatchObject(row.wire.usage);
  });

  test('calls side by side come through whole, and go back with their results', async () => {
    const calls = [
      { id: 'call_one', name: 'devonz_read_file', input: { path: 'src/a.ts' } },
      { id: 'call_two', name: 'devonz_read_file', input: { path: 'src/“b”.ts' } },
    ];
    const parts = await readParts(await step(row, whole({ reasoning: 'I think.', text: 'I look.', calls })));
    const called = parts.flatMap((part) => (part.type === 'tool-input-available' ? [part.input] : []));
    expect(called).toEqual(calls.map(({ input }) => input));
    await server?.stop();
    const messages = [userMessage('Hello'), toAssistantMessage(parts, () => 'the file’s text')];
    const second = await step(row, whole({ text: 'Done.' }), { messages });
    expect(textOf(await readParts(second))).toBe('Done.');
    const sent = server?.received[0]?.body ?? '';
    expect(sent.split('the file’s text')).toHaveLength(3);
    expect(sent).toContain('src/a.ts');
    // Without it, a provider rejects the conversation, or repeats the thinking.
    expect(sent).toContain(row.wire.seal ?? '');
  });

  test('what was thought comes apart from what is said', async () => {
    const parts = await readParts(await step(row, whole({ reasoning: 'First I think.', text: 'Then I speak.' })));
    expect(reasoningOf(parts)).toBe(row.wire.showsReasoning ? 'First I think.' : '');
    expect(textOf(parts)).toBe('Then I speak.');
  });

  test('an image of the user goes along', async () => {
    const image = { type: 'file' as const, mediaType: 'image/png' as const, url: `data:image/png;base64,${PIXEL}` };
    const message = { ...userMessage('What is this?'), parts: [{ type: 'text' as const, text: 'What is this?' }, image] };
    await (await step(row, whole({ text: 'A pixel.' }), { messages: [message] })).text();
    expect(server?.received[0]?.body).toContain(PIXEL);
  });

  test('the key is in a header, and not in the address or the body', async () => {
    await (await step(row, whole({ text: 'Hello.' }))).text();
    const { url, body, headers } = server?.received[0] ?? { url: TEST_KEY, body: '', headers: {} };
    expect(url + body).not.toContain(TEST_KEY);
    expect(JSON.stringify(headers)).toMatch(/test-key-of-a-provider|AWS4-HMAC-SHA256/);
  });

  test.each([
    [401, 424, 'wrong-key'],
    [500, 503, 'overload'],
    [529, 503, 'overload'],
  ])('a %i is a failure with its kind before anything streams', async (status, answered, kind) => {
    expect(await failureOf(await step(row, refusal(status)))).toMatchObject({ status: answered, kind });
  });

  test('a 429 is a limit, with the wait that the provider names, and is not tried twice', async () => {
    const response = await step(row, refusal(429, { 'retry-after': '7' }));
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7']);
    expect(server?.received).toHaveLength(1);
  });

  test('a first byte that comes late is waited for', async () => {
    const late: Answer = (response, wire) => setTimeout(() => whole({ text: 'At last.' })(response, wire), 80);
    expect(textOf(await readParts(await step(row, late)))).toBe('At last.');
  });

  test('a provider that has begun and says nothing more is hung up on when the user stops', async () => {
    const stop = new AbortController();
    const stalls: Answer = (response, wire) => {
      response.writeHead(200, { 'content-type': wire.contentType });
      for (const bytes of beginning(wire)) response.write(bytes);
    };
    const response = await step(row, stalls, { signal: stop.signal });
    const reader = response.body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    stop.abort();
    await server?.received[0]?.hungUp;
  });

  test('an answer that is cut in the middle says so', async () => {
    const cut: Answer = (response, wire) => {
      response.writeHead(200, { 'content-type': wire.contentType });
      for (const bytes of beginning(wire)) response.write(bytes);
      setImmediate(() => response.destroy());
    };
    expect(await failureOf(await step(row, cut))).toEqual({ status: 200, kind: 'cut-off', text: CUT_OFF });
  });

  test('an answer that ends too early, in good order, says so', async () => {
    const short: Answer = (response, wire) => {
      response.writeHead(200, { 'content-type': wire.contentType });
      for (const bytes of beginning(wire)) response.write(bytes);
      response.end();
    };
    expect(await failureOf(await step(row, short))).toEqual({ status: 200, kind: 'cut-off', text: CUT_OFF });
  });

  test.each([
    ['a web page', 'text/html', '<!doctype html><html><body>Sign in</body></html>'],
    ['JSON of another kind', 'application/json', '{"hello":"world"}'],
    ['nothing', null, ''],
  ])('200 with %s says so', async (_name, contentType, body) => {
    const garbage: Answer = (response, wire) => {
      response.writeHead(200, { 'content-type': contentType ?? wire.contentType });
      response.end(body);
    };
    expect(await failureOf(await step(row, garbage))).toMatchObject({
      kind: 'malformed',
      text: expect.stringMatching(/not a model’s answer/),
    });
  });

  test('an error inside a stream of 200 says what the provider said', async () => {
    const failing: Answer = (response, wire) => {
      response.writeHead(200, { 'content-type': wire.contentType });
      for (const bytes of beginning(wire)) response.write(bytes);
      response.write(wire.failure('The model is overloaded.'));
      response.end();
    };
    expect(await failureOf(await step(row, failing))).toEqual({ status: 200, kind: 'overload', text: 'The model is overloaded.' });
  });
});

/** The first half of a response, with text in it. */
function beginning(wire: Wire): Uint8Array[] {
  const events = wire.answer({ text: 'I begin and never end.' });
  const text = new TextDecoder();
  const first = events.findIndex((bytes) => text.decode(bytes).includes('I begin'));
  return events.slice(0, first + 1);
}
