import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { saidInGerman } from '../../lib/i18n/testing/said-in-german.ts';
import { connectionTestSchema } from '../../lib/protocol/models/connections.ts';
import { chatChunk, ProviderServer, type ReceivedRequest, sse } from '../testing/provider-server.ts';
import { ConnectionClient, SECRET } from './testing/connection-client.ts';

const KEY = 'sk-canary-of-a-trial-0123456789';
let endpoint: ProviderServer | undefined;

afterEach(async () => {
  await endpoint?.stop();
  endpoint = undefined;
});

const MODELS = JSON.stringify({ data: [{ id: 'big-model' }, { id: 'tiny-mini' }] });
const isList = ({ url }: ReceivedRequest) => url.endsWith('/models');

async function listen(answer: (request: ReceivedRequest, response: ServerResponse) => void): Promise<string> {
  endpoint = await ProviderServer.start(answer);
  return endpoint.url;
}

async function tried(baseUrl: string, environment: Record<string, unknown> = { SESSION_SECRET: SECRET }) {
  const client = new ConnectionClient(environment);
  const response = await client.post({
    action: 'test',
    connection: { providerId: 'openai', name: 'OpenAI', values: { apiKey: KEY, baseUrl } },
  });
  const text = await response.text();
  expect(response.status, text).toBe(200);
  expect(text).not.toContain(KEY);
  expect(client.cookies.has('__Host-devonz-key-openai')).toBe(false);
  const result = connectionTestSchema.parse(JSON.parse(text));
  const why = result.ok ? result.remark : result.message;
  if (why !== undefined) expect(saidInGerman({ why, reason: result.reason })).not.toBe(why);
  return result;
}

/** Lists models, and answers model requests as given. */
function afterList(answer: (response: ServerResponse) => void) {
  return listen((request, response) => {
    if (isList(request)) response.end(MODELS);
    else answer(response);
  });
}

describe('trying a connection', () => {
  it('lists its models and asks the smallest for a few tokens', async () => {
    const url = await afterList((response) =>
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(sse(chatChunk({ content: 'ok' }, 'stop'))),
    );
    expect(await tried(`${url}/v1`)).toEqual({
      ok: true,
      models: [
        { id: 'openai:big-model', provider: 'openai', name: 'big-model' },
        { id: 'openai:tiny-mini', provider: 'openai', name: 'tiny-mini' },
      ],
    });
    const asked = endpoint?.received.at(-1);
    expect(JSON.parse(asked?.body ?? '')).toMatchObject({ model: 'tiny-mini', max_tokens: 16 });
    expect(asked?.headers.authorization).toBe(`Bearer ${KEY}`);
  });

  it.each([401, 403])('says that the key was refused by the list (%i), without the key that the endpoint echoes', async (status) => {
    const url = await listen((_request, response) => response.writeHead(status).end(`bad key ${KEY}`));
    expect(await tried(`${url}/v1`)).toMatchObject({
      ok: false,
      kind: 'key',
      message: expect.stringMatching(/refused the key \(\d+\)\. Check “API key”\.$/),
    });
  });

  it('says that the key was refused where the list is open to all', async () => {
    const url = await afterList((response) =>
      response
        .writeHead(401, { 'content-type': 'application/json' })
        .end(JSON.stringify({ error: { message: `Incorrect API key: ${KEY}`, type: 'x' } })),
    );
    expect(await tried(`${url}/v1`)).toMatchObject({
      ok: false,
      kind: 'key',
      message: expect.stringContaining('Incorrect API key: [key]'),
    });
  });

  it.each([
    [429, { error: { message: 'You exceeded your current quota', type: 'insufficient_quota', code: 'insufficient_quota' } }],
    [402, { error: { message: 'Insufficient credits', type: 'x' } }],
    [400, { error: { message: 'Your credit balance is too low', type: 'invalid_request_error' } }],
  ])('says that there is no quota left (%i)', async (status, body) => {
    const url = await afterList((response) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)));
    expect(await tried(`${url}/v1`)).toMatchObject({ ok: false, kind: 'quota', message: expect.stringContaining('no quota left') });
  });

  it('takes a limit of requests for a key that works', async () => {
    const url = await afterList((response) =>
      response
        .writeHead(429, { 'content-type': 'application/json' })
        .end(JSON.stringify({ error: { message: 'slow down', type: 'rate_limit' } })),
    );
    expect(await tried(`${url}/v1`)).toMatchObject({ ok: true, remark: expect.stringContaining('The key works') });
  });

  it('proposes the address that works: /v1 missing, or an operation too many', async () => {
    const url = await listen((request, response) => {
      if (request.url === '/v1/models') response.end(MODELS);
      else if (request.url === '/v1/chat/completions') response.writeHead(200).end(sse(chatChunk({ content: 'ok' }, 'stop')));
      else response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Welcome</title>');
    });
    for (const given of [url, `${url}/`, `${url}/v1/chat/completions`, `${url}/v1/models`]) {
      expect(await tried(given)).toMatchObject({ ok: false, kind: 'address', baseUrl: `${url}/v1` });
    }
  });

  it.each([
    ['a page', 200, '<!doctype html><title>Welcome</title>'],
    ['nothing there', 404, 'not found'],
    ['other JSON', 200, '{"hello":"world"}'],
  ])('says that the address is wrong: %s', async (_name, status, body) => {
    const url = await listen((_request, response) => response.writeHead(status).end(body));
    expect(await tried(`${url}/v1`)).toMatchObject({ ok: false, kind: 'address', message: expect.stringContaining('Check “Base URL”') });
  });

  it('does not follow a redirect to another host', async () => {
    const url = await listen((_request, response) => response.writeHead(307, { location: 'http://localhost:9/v1/models' }).end());
    expect(await tried(`${url}/v1`)).toMatchObject({
      ok: false,
      kind: 'address',
      message: expect.stringContaining('which is not followed'),
    });
  });

  it('says that nobody answers', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo; // A server that listens on TCP has this type of address.
    await new Promise((resolve) => server.close(resolve));
    expect(await tried(`http://127.0.0.1:${port}/v1`)).toMatchObject({
      ok: false,
      kind: 'network',
      message: expect.stringContaining('could not be reached'),
    });
  });

  it('asks no private address for a user of a deployed server', async () => {
    const url = await afterList((response) => response.end());
    const environment = { SESSION_SECRET: SECRET, APP_HOST: 'app.example.com', OUTBOUND: { fetch: globalThis.fetch } };
    expect(await tried(`${url}/v1`, environment)).toMatchObject({
      ok: false,
      kind: 'blocked',
      message: expect.stringContaining('not asked by this server'),
    });
    expect(endpoint?.received).toEqual([]);
  });
});
