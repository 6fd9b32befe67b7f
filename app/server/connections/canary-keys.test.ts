import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { TOOLS } from '../../lib/tools/index.ts';
import { listModels } from '../models/list-models.server.ts';
import { modelAccess } from '../models/model-access.server.ts';
import { answerChatRequest } from '../step/answer-chat-request.server.ts';
import { chatChunk, ProviderServer, sse } from '../testing/provider-server.ts';
import type { KeyNamespace } from './key-store.server.ts';
import { ConnectionClient, SECRET } from './testing/connection-client.ts';

/** One for each place that can contain a key. */
const USER_KEY = 'sk-canary-user-5f0c2b7d9e';
const SERVER_KEY = 'sk-canary-server-a81d44c0b2';
const JSON_TYPE = { 'content-type': 'application/json' };
const STREAM_TYPE = { 'content-type': 'text/event-stream' };

const error = (message: string) => JSON.stringify({ error: { message, type: 'x', code: 'x' } });
const chat = (...texts: string[]) => sse(...texts.map((content) => chatChunk({ content })), chatChunk({}, 'stop'));

/** Responses of a hostile endpoint that contain the key it was sent. */
const ECHOES: [name: string, answer: (response: ServerResponse, key: string) => void][] = [
  ['401 with the key', (response, key) => response.writeHead(401, JSON_TYPE).end(error(`wrong: ${key}`))],
  ['403 with the header', (response, key) => response.writeHead(403, JSON_TYPE).end(error(`Authorization: Bearer ${key}`))],
  ['429 with the key', (response, key) => response.writeHead(429, { ...JSON_TYPE, 'retry-after': '1', 'x-key': key }).end(error(key))],
  ['500 with a page', (response, key) => response.writeHead(500, { 'content-type': 'text/html' }).end(`<h1>${key}</h1>`)],
  ['529 with the key in base64', (response, key) => response.writeHead(529, JSON_TYPE).end(error(btoa(`Bearer ${key}`)))],
  ['400 with the key escaped', (response, key) => response.writeHead(400, JSON_TYPE).end(error(key.replace('s', '\\u0073')))],
  ['a redirect to an address with the key', (response, key) => response.writeHead(307, { location: `http://evil.example/${key}` }).end()],
  ['garbage with the key', (response, key) => response.writeHead(200, JSON_TYPE).end(`{{{${key}`)],
  ['text with the key', (response, key) => response.writeHead(200, STREAM_TYPE).end(chat(`Your key is ${key}.`))],
  [
    'text with the key over several pieces',
    (response, key) => response.writeHead(200, STREAM_TYPE).end(chat('It is ', ...(key.match(/.{1,3}/g) ?? []), '.')),
  ],
  ['an error inside the stream', (response, key) => response.writeHead(200, STREAM_TYPE).end(`data: ${error(`Bearer ${key}`)}\n\n`)],
  [
    'a stream that is cut',
    (response, key) => void response.writeHead(200, STREAM_TYPE).write(sse(chatChunk({ content: key })), () => response.destroy()),
  ],
  ['a header with the key', (response, key) => response.writeHead(200, { ...STREAM_TYPE, 'x-request-id': key }).end(chat('ok'))],
];

const LISTS: [name: string, answer: (response: ServerResponse, key: string) => void][] = [
  [
    'a model named as the key',
    (response, key) => response.writeHead(200, JSON_TYPE).end(JSON.stringify({ data: [{ id: `m-${key}` }, { id: 'm' }] })),
  ],
  ...ECHOES.slice(0, 8),
];

let provider: ProviderServer | undefined;
const written: string[] = [];

afterEach(async () => {
  vi.restoreAllMocks();
  await provider?.stop();
  provider = undefined;
  written.length = 0;
});

/** Records everything that is written to the server's log. */
function watchLog(): void {
  for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    vi.spyOn(console, level).mockImplementation((...values: unknown[]) => void written.push(values.map(String).join(' ')));
  }
}

/** Returns a whole response: its status, headers, and body as far as it arrives. */
async function wholeOf(response: Response): Promise<string> {
  const head = JSON.stringify([response.status, [...response.headers]]);
  return `${head} ${await response.text().catch((reason: unknown) => String(reason))}`;
}

function expectNoCanary(text: string, where: string): void {
  for (const key of [USER_KEY, SERVER_KEY]) {
    expect(text.replaceAll('\\u0073', 's'), where).not.toContain(key);
    expect(text, where).not.toContain(btoa(`Bearer ${key}`).slice(10, -4));
  }
}

function fakeNamespace(): KeyNamespace & { entries: Map<string, string> } {
  const entries = new Map<string, string>();
  return {
    entries,
    get: async (name) => entries.get(name) ?? null,
    put: async (name, value) => void entries.set(name, value),
    delete: async (name) => void entries.delete(name),
  };
}

const PLACES: [name: string, namespace: ReturnType<typeof fakeNamespace> | null][] = [
  ['in cookies', null],
  ['in a store of the server', fakeNamespace()],
];

describe.each(PLACES)('keys of users %s, and one of the environment', (_place, namespace) => {
  async function connected(answer: (response: ServerResponse, key: string, isList: boolean) => void): Promise<ConnectionClient> {
    provider = await ProviderServer.start(({ headers, url }, response) =>
      answer(response, String(headers.authorization ?? '').replace('Bearer ', ''), url.endsWith('/models')),
    );
    const baseUrl = `${provider.url}/v1`;
    const store = namespace === null ? {} : { KEY_STORE: namespace };
    const environment = { SESSION_SECRET: SECRET, OPENAI_API_KEY: SERVER_KEY, OPENAI_BASE_URL: baseUrl, ...store };
    const client = new ConnectionClient(environment);
    await client.list();
    const saved = await client.post({
      action: 'save',
      connection: { providerId: 'openai', name: 'Mine', values: { apiKey: USER_KEY, baseUrl } },
    });
    expectNoCanary(await wholeOf(saved), 'the answer to saving');
    expectNoCanary(JSON.stringify([client.setCookies, [...client.cookies], [...(namespace?.entries ?? [])]]), 'what is kept');
    return client;
  }

  it.each(ECHOES)('are in no answer and no log when a model answers with %s', async (_name, echo) => {
    watchLog();
    const client = await connected((response, key) => echo(response, key));
    for (const modelId of ['mine:m', 'openai:m']) {
      const request = new Request('http://ide.localhost/api/chat', {
        method: 'POST',
        headers: JSON_TYPE,
        body: JSON.stringify({
          chatId: 'chat-1',
          modelId,
          mode: 'agent',
          system: 'You are an agent.',
          messages: [{ id: 'user-1', role: 'user', parts: [{ type: 'text', text: 'Hello' }] }],
          toolNames: [],
        }),
      });
      expectNoCanary(await wholeOf(await answerChatRequest(request, { access: await modelAccess(client.parts), tools: TOOLS })), modelId);
    }
    expect(provider?.received.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${USER_KEY}`, `Bearer ${SERVER_KEY}`]);
    expectNoCanary(written.join('\n'), 'the log');
  });

  it.each(LISTS)('are in no list, no test and no log when the list answers with %s', async (_name, echo) => {
    watchLog();
    const client = await connected((response, key, isList) => {
      if (isList) echo(response, key);
      else response.writeHead(401, JSON_TYPE).end(error(key));
    });
    const models = await listModels({ access: await modelAccess(client.parts), signal: new AbortController().signal, timeoutMs: 2_000 });
    expectNoCanary(JSON.stringify(models), 'the list');
    const test = await client.post({
      action: 'test',
      connection: { id: 'mine', providerId: 'openai', name: 'Mine', values: { baseUrl: `${provider?.url}/v1` } },
    });
    expectNoCanary(await wholeOf(test), 'the test');
    expectNoCanary(await wholeOf(await client.list()), 'the overview');
    expectNoCanary(written.join('\n'), 'the log');
  });
});
