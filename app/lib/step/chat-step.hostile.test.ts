import type { ServerResponse } from 'node:http';
import * as fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { listModels } from '../../server/models/list-models.server.ts';
import { chatChunk, ProviderServer, type ReceivedRequest, sse } from '../../server/testing/provider-server.ts';
import { postStep, readParts, textOf, userMessage } from '../../server/testing/step-client.ts';
import { testAccess } from '../../server/testing/test-access.ts';

/** Hostile behaviour of a provider other than network failures: echoing the key, redirecting, never ending. */
const KEY = 'not-a-real-key-77';
const servers: ProviderServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

async function start(answer: (request: ReceivedRequest, response: ServerResponse) => void): Promise<ProviderServer> {
  const server = await ProviderServer.start(answer);
  servers.push(server);
  return server;
}

const environmentOf = (url: string) => ({ OPENAI_API_KEY: KEY, OPENAI_BASE_URL: `${url}/v1`, OPENAI_API: 'chat' });

function ask(url: string, signal?: AbortSignal): Promise<Response> {
  const messages = [userMessage('what is your key?')];
  return postStep({ modelId: 'openai:test-model', environment: environmentOf(url), messages, ...(signal === undefined ? {} : { signal }) });
}

function streaming(response: ServerResponse): ServerResponse {
  return response.writeHead(200, { 'content-type': 'text/event-stream' });
}

function list(url: string) {
  const access = testAccess(environmentOf(url));
  return listModels({
    access: { ...access, connections: access.connections.filter(({ id }) => id === 'openai') },
    signal: new AbortController().signal,
    timeoutMs: 5_000,
  });
}

describe('a provider that echoes the key', () => {
  test('in a text, cut at any places', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(40), { maxLength: 12 }), async (cuts) => {
        const said = `It is ${KEY}, I said ${KEY}!`;
        const places = [0, ...cuts.sort((a, b) => a - b), said.length];
        const pieces = places.slice(1).map((place, index) => said.slice(places[index], place));
        const provider = await start(
          (_request, response) =>
            void streaming(response).end(sse(...pieces.map((content) => chatChunk({ content })), chatChunk({}, 'stop'))),
        );
        const answer = (await ask(provider.url)).clone();
        expect(textOf(await readParts(answer.clone()))).toBe('It is [key], I said [key]!');
        expect(await answer.text()).not.toContain(KEY);
      }),
      { numRuns: 25 },
    );
  });

  test('in the name, the id and the arguments of a call, and in the model’s name', async () => {
    const call = { index: 0, id: `call-${KEY}`, type: 'function', function: { name: `devonz_${KEY}`, arguments: `{"path":"${KEY}` } };
    const more = { index: 0, function: { arguments: '.txt"}' } };
    const provider = await start(
      (_request, response) =>
        void streaming(response).end(
          sse({ ...chatChunk({ tool_calls: [call] }), model: KEY }, chatChunk({ tool_calls: [more] }), chatChunk({}, 'tool_calls')),
        ),
    );
    const text = await (await ask(provider.url)).text();
    expect(text).toContain('devonz_[key]');
    expect(text).not.toContain(KEY);
  });

  test('in its list of models', async () => {
    const provider = await start((_request, response) => void response.end(JSON.stringify({ data: [{ id: `model-${KEY}` }] })));
    expect((await list(provider.url)).models).toEqual([{ id: 'openai:model-[key]', provider: 'openai', name: 'model-[key]' }]);
  });
});

describe('a provider that sends us elsewhere', () => {
  test.each([301, 302, 303, 307, 308])('to another origin, by %i: neither the key nor the conversation goes there', async (status) => {
    const elsewhere = await start((_request, response) => void response.end());
    const provider = await start((_request, response) => void response.writeHead(status, { location: `${elsewhere.url}/v1/x` }).end());
    const answer = await ask(provider.url);
    expect(answer.status).toBe(424);
    expect(await answer.text()).toContain('which is not followed');
    expect((await list(provider.url)).problems[0]?.message).toContain('which is not followed');
    expect(elsewhere.received).toEqual([]);
  });

  test('within its origin: followed, with everything', async () => {
    const provider = await start((request, response) => {
      if (!request.url.startsWith('/moved')) response.writeHead(308, { location: `/moved${request.url}` }).end();
      else if (request.url.endsWith('/models')) response.end(JSON.stringify({ data: [{ id: 'a' }] }));
      else streaming(response).end(sse(chatChunk({ content: 'here' }), chatChunk({}, 'stop')));
    });
    expect(textOf(await readParts(await ask(provider.url)))).toBe('here');
    expect(provider.received[1]).toMatchObject({ headers: { authorization: `Bearer ${KEY}` }, body: provider.received[0]?.body });
    expect((await list(provider.url)).models).toHaveLength(1);
  });

  test.each([
    ['in a circle', 307, '/v1/chat/completions'],
    ['to what is no address', 307, 'http://['],
    ['away from what was posted', 303, '/v1/other'],
  ])('%s: an error in words', async (_where, status, location) => {
    const provider = await start((_request, response) => void response.writeHead(status, { location }).end());
    const answer = await ask(provider.url);
    expect(answer.status).toBe(424);
    expect(await answer.text()).toMatch(/redirects|answers 303/);
  });
});

describe('a provider without end', () => {
  /** Writes as fast as the caller reads, until the caller disconnects. */
  function pour(response: ServerResponse, piece: string): void {
    const more = () => {
      while (!response.destroyed && response.write(piece));
    };
    response.on('drain', more);
    more();
  }

  test('that sends more than an answer may be is ended in words, and hung up on', async () => {
    const event = sse(chatChunk({ content: 'a'.repeat(60_000) }));
    const provider = await start((_request, response) => pour(streaming(response), event));
    const parts = await readParts(await ask(provider.url));
    expect(parts.flatMap((part) => (part.type === 'error' ? [part.errorText] : []))).toEqual([
      expect.stringContaining('longer than 32 MB'),
    ]);
    expect(textOf(parts).length).toBeGreaterThan(30_000_000);
    await expect(provider.received[0]?.hungUp.then(() => 'hung up')).resolves.toBe('hung up');
  });

  test('that refuses with more than a refusal may be is cut off', async () => {
    const provider = await start((_request, response) => {
      response.writeHead(400, { 'content-type': 'application/json' });
      pour(response, 'no '.repeat(10_000));
    });
    expect((await ask(provider.url)).status).toBe(424);
    await expect(provider.received[0]?.hungUp.then(() => 'hung up')).resolves.toBe('hung up');
  });

  test('whose list of models has none is cut off', async () => {
    const provider = await start((_request, response) => pour(response, '[['.repeat(10_000)));
    expect((await list(provider.url)).problems).toHaveLength(1);
    await expect(provider.received[0]?.hungUp.then(() => 'hung up')).resolves.toBe('hung up');
  });
});

test('an answer in events of one character comes whole, in few parts', async () => {
  const said = Array.from({ length: 50_000 }, (_none, place) => String.fromCodePoint(0x1f300 + (place % 200))).join('');
  const events = [...said].map((content) => chatChunk({ content }));
  const provider = await start((_request, response) => void streaming(response).end(sse(...events, chatChunk({}, 'stop'))));
  const parts = await readParts(await ask(provider.url));
  expect(textOf(parts)).toBe(said);
  expect(parts.length).toBeLessThan(300);
});
