import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { chatChunk, ProviderServer, type ReceivedRequest, sse } from '../../server/testing/provider-server.ts';
import { postStep, readParts, textOf, userMessage } from '../../server/testing/step-client.ts';

const KEY = 'a-key-that-nobody-may-see';
let provider: ProviderServer | undefined;

afterEach(async () => {
  await provider?.stop();
  provider = undefined;
});

async function ask(answer: (request: ReceivedRequest, response: ServerResponse) => void, signal?: AbortSignal): Promise<Response> {
  provider = await ProviderServer.start(answer);
  return postStep({
    modelId: 'openai:test-model',
    environment: { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: `${provider.url}/v1` },
    messages: [userMessage('hello')],
    ...(signal === undefined ? {} : { signal }),
  });
}

function streaming(response: ServerResponse): ServerResponse {
  return response.writeHead(200, { 'content-type': 'text/event-stream' });
}

function errorTextsOf(parts: Awaited<ReturnType<typeof readParts>>): string[] {
  return parts.flatMap((part) => (part.type === 'error' ? [part.errorText] : []));
}

function kindsOf(parts: Awaited<ReturnType<typeof readParts>>): string[] {
  return parts.flatMap((part) => (part.type === 'data-failure' ? [part.data.kind] : []));
}

describe('before the first byte: an HTTP status', () => {
  test.each([
    [401, 424, 'provider_refused_key', 'wrong-key'],
    [400, 424, 'provider_refused', 'refused'],
    [500, 503, 'provider_unavailable', 'overload'],
    [529, 503, 'provider_unavailable', 'overload'],
  ])('the provider’s %i becomes %i, %s, %s', async (status, expected, code, kind) => {
    const response = await ask((_request, answer) => {
      answer
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify({ error: { message: `Bad key ${KEY} in /srv/app/x.js:1:2` } }));
    });
    expect(response.status).toBe(expected);
    const text = await response.text();
    expect(text).toContain(code);
    expect(JSON.parse(text)).toMatchObject({ error: { kind } });
    expect(text).not.toContain(KEY);
    expect(text).not.toContain('/srv/app');
  });

  test('a used-up quota is not taken for a limit that passes', async () => {
    const response = await ask((_request, answer) => {
      const body = JSON.stringify({ error: { message: 'You exceeded your quota', code: 'insufficient_quota' } });
      answer.writeHead(429, { 'content-type': 'application/json' }).end(body);
    });
    expect(response.status).toBe(424);
    expect(await response.json()).toMatchObject({ error: { kind: 'no-quota' } });
  });

  test('nobody there', async () => {
    const environment = { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' };
    const response = await postStep({ modelId: 'openai:test-model', environment, messages: [userMessage('hello')] });
    expect(response.status).toBe(503);
    expect(await response.text()).toContain('could not be reached');
  });
});

describe('after the first byte: an error part', () => {
  test('a stream that is cut', async () => {
    let cut = () => {};
    const response = await ask((_request, answer) => {
      cut = () => void answer.destroy();
      streaming(answer).write(sse(chatChunk({ role: 'assistant', content: 'Half a sen' })));
    });
    expect(response.status).toBe(200);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (let chunk = await reader?.read(); chunk?.done === false; chunk = await reader?.read()) {
      text += chunk.value;
      if (text.includes('Half a sen')) cut();
    }
    expect(text).toContain('"type":"error"');
    expect(text).not.toContain('"type":"finish"');
  });

  test('a stream that ends without saying why', async () => {
    const response = await ask((_request, answer) => void streaming(answer).end(sse(chatChunk({ role: 'assistant', content: 'Half' }))));
    const parts = await readParts(response);
    expect(textOf(parts)).toBe('Half');
    expect(errorTextsOf(parts)).toEqual(['The answer ended before it was complete. Try again.']);
    expect(kindsOf(parts)).toEqual(['cut-off']);
  });

  test('a body that is no model’s answer', async () => {
    const response = await ask((_request, answer) => void streaming(answer).end('<html>Welcome to the hotel’s Wi-Fi</html>'));
    const parts = await readParts(response);
    expect(errorTextsOf(parts)).toEqual([expect.stringContaining('not a model’s answer')]);
    expect(kindsOf(parts)).toEqual(['malformed']);
  });

  test('an error the provider reports in its stream', async () => {
    const response = await ask((_request, answer) => {
      streaming(answer).end(sse(chatChunk({ content: 'Well' }), { error: { message: `overloaded, key ${KEY}`, type: 'server_error' } }));
    });
    const parts = await readParts(response);
    const texts = errorTextsOf(parts);
    expect(kindsOf(parts)).toEqual(['overload']);
    expect(texts).toHaveLength(1);
    expect(texts[0]).toContain('overloaded');
    expect(texts[0]).not.toContain(KEY);
  });
});

describe('what a model calls wrongly comes back as an error the model can act on', () => {
  function callOf(name: string, input: string) {
    return sse(
      chatChunk({ role: 'assistant', tool_calls: [{ index: 0, id: 'call-1', type: 'function', function: { name, arguments: input } }] }),
      chatChunk({}, 'tool_calls'),
    );
  }

  test.each(['devonz_fly', 'constructor', '__proto__', 'toString'])('the tool %s, which there is not', async (name) => {
    const response = await ask((_request, answer) => void streaming(answer).end(callOf(name, '{}')));
    const parts = await readParts(response);
    expect(parts.find((part) => part.type === 'tool-input-error')).toMatchObject({
      toolName: name,
      errorText: expect.stringContaining('devonz_read_file'),
    });
    expect(errorTextsOf(parts)).toEqual([]);
  });

  test('arguments that are no JSON', async () => {
    const response = await ask((_request, answer) => void streaming(answer).end(callOf('devonz_read_file', '{"path": "a')));
    const part = (await readParts(response)).find((one) => one.type === 'tool-input-error');
    expect(part).toMatchObject({ toolName: 'devonz_read_file', errorText: expect.stringContaining('not valid JSON') });
  });

  test('arguments the tool does not take go to the browser as they are, which checks them', async () => {
    const response = await ask((_request, answer) => void streaming(answer).end(callOf('devonz_read_file', '{"file":7}')));
    expect((await readParts(response)).find((part) => part.type === 'tool-input-available')).toMatchObject({ input: { file: 7 } });
  });
});

describe('Stop reaches the provider', () => {
  /** The request arrived, and we closed it; a request that stays open would time the test out. */
  const expectHungUp = async () => {
    const [request, ...others] = provider?.received ?? [];
    expect(others).toEqual([]);
    if (request === undefined) throw new Error('The provider was not asked.');
    await expect(request.hungUp.then(() => 'hung up')).resolves.toBe('hung up');
  };

  test('by the request’s signal, while it streams', async () => {
    const stop = new AbortController();
    const response = await ask(
      (_request, answer) => void streaming(answer).write(sse(chatChunk({ role: 'assistant', content: 'On and on' }))),
      stop.signal,
    );
    const reader = response.body?.getReader();
    await reader?.read();
    stop.abort();
    await expectHungUp();
  });

  test('by the browser hanging up, where the platform gives no signal', async () => {
    const response = await ask(
      (_request, answer) => void streaming(answer).write(sse(chatChunk({ role: 'assistant', content: 'On and on' }))),
    );
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await expectHungUp();
  });

  test('before it has begun to answer', async () => {
    const stop = new AbortController();
    const answered = ask(() => stop.abort(), stop.signal);
    expect((await answered).status).toBe(499);
    await expectHungUp();
  });
});
