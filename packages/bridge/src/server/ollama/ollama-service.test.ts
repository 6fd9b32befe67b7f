import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeMachine } from '../../testing/fake-machine.ts';
import { APP, type StartedBridge, startTestBridge, type TestRequest } from '../../testing/started-bridge.ts';
import { OLLAMA_PORT } from './ollama-service.ts';

let bridge: StartedBridge;
let machine: FakeMachine;
let ollama: Server;
let answer: RequestListener;
let asked: string[];
beforeEach(async () => {
  asked = [];
  ollama = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  await new Promise<void>((resolve) => ollama.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address of this kind.
  const { port } = ollama.address() as AddressInfo;
  machine = new FakeMachine();
  machine.ports.connect = (wanted) =>
    new Promise((resolve, reject) => {
      if (wanted !== OLLAMA_PORT) return reject(new Error('ECONNREFUSED'));
      const socket = connect(port, '127.0.0.1', () => resolve(socket));
    });
  bridge = await startTestBridge(machine);
});
afterEach(async () => {
  await bridge.close();
  ollama.closeAllConnections();
  ollama.close();
});

const key = () => bridge.server.names.control;
const ask = ({ headers, ...request }: TestRequest) =>
  bridge.ask({ ...request, headers: { origin: APP, authorization: `Bearer ${key()}`, ...headers } });

describe('the Ollama of the machine', () => {
  it('lists its models to a page of the app, without learning of the page or the key', async () => {
    answer = ({ headers }, response) => response.setHeader('set-cookie', 'a=1').end(JSON.stringify({ headers, models: [] }));
    const { status, headers, text } = await ask({ path: '/ollama/api/tags', headers: { cookie: 'a=1', referer: `${APP}/` } });
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'access-control-allow-origin': APP, 'cache-control': 'no-store' });
    expect(headers['set-cookie']).toBeUndefined();
    const seen: Record<string, string> = JSON.parse(text).headers;
    expect(Object.keys(seen).sort()).toEqual(['accept', 'connection', 'host']);
    expect(seen.host).toBe(`localhost:${OLLAMA_PORT}`);
  });

  it('gets a question as it was sent, and its answer comes line by line', async () => {
    answer = (request, response) => {
      void json(request).then((body) => {
        response.writeHead(200, { 'content-type': 'application/x-ndjson' });
        response.write(`${JSON.stringify({ said: body })}\n`);
        response.end('{"done":true}\n');
      });
    };
    const body = JSON.stringify({ model: 'phi3', messages: [] });
    const { headers, text } = await ask({
      method: 'POST',
      path: '/ollama/api/chat',
      body,
      headers: { 'content-type': 'application/json' },
    });
    expect(headers['content-type']).toBe('application/x-ndjson');
    expect(text).toBe(`{"said":${body}}\n{"done":true}\n`);
  });

  it('sends the head before the first line, for a model may have to be loaded', async () => {
    let write: () => void = () => undefined;
    const written = new Promise<void>((resolve) => {
      write = resolve;
    });
    answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/x-ndjson' }).flushHeaders();
      void written.then(() => response.end('{}\n'));
    };
    const response = await fetch(`http://127.0.0.1:${bridge.server.port}/ollama/api/chat`, {
      method: 'POST',
      headers: { origin: APP, authorization: `Bearer ${key()}` },
      body: '{}',
    });
    expect(response.status).toBe(200);
    write();
    expect(await response.text()).toBe('{}\n');
  });

  it.each([
    ['before it begins', false],
    ['while it comes', true],
  ])('is let go when the page stops the answer %s', async (_when, begins) => {
    let come: () => void = () => undefined;
    const came = new Promise<void>((resolve) => {
      come = resolve;
    });
    let leave: () => void = () => undefined;
    const gone = new Promise<void>((resolve) => {
      leave = resolve;
    });
    answer = (_request, response) => {
      response.on('close', () => leave());
      if (begins) response.write('{}\n');
      come();
    };
    const stop = new AbortController();
    const response = fetch(`http://127.0.0.1:${bridge.server.port}/ollama/api/chat`, {
      method: 'POST',
      headers: { origin: APP, authorization: `Bearer ${key()}` },
      body: '{}',
      signal: stop.signal,
    }).catch(() => null);
    await came;
    if (begins) await response;
    stop.abort();
    await gone;
  });

  it('that does not run is said in words, with what to type', async () => {
    machine.ports.connect = () => Promise.reject(new Error('ECONNREFUSED'));
    const { status, text } = await ask({ path: '/ollama/api/tags' });
    expect(status).toBe(502);
    expect(JSON.parse(text).error).toContain('Type “ollama serve” in a terminal.');
  });

  it('that ends the connection is said too', async () => {
    answer = (request) => request.socket.destroy();
    expect((await ask({ path: '/ollama/api/tags' })).status).toBe(502);
  });
});

describe('whoever is not the user’s own page', () => {
  beforeEach(() => {
    answer = (_request, response) => response.end('{}');
  });

  it('reaches no Ollama: without the key, with the token, from another origin, from none, or by another name', async () => {
    const path = '/ollama/api/tags';
    const refused = [
      await bridge.ask({ path, headers: { origin: APP } }),
      await ask({ path, headers: { authorization: `Bearer ${bridge.token}` } }),
      await ask({ path, headers: { authorization: key() } }),
      await ask({ path, headers: { origin: 'http://evil.example' } }),
      await ask({ path, headers: { origin: 'null' } }),
      await bridge.ask({ path, headers: { authorization: `Bearer ${key()}` } }),
      await ask({ path, host: `evil.example:${bridge.server.port}` }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403, 421]);
    expect(refused.map(({ headers }) => headers['access-control-allow-origin'])).toEqual([APP, APP, APP, ...Array(4).fill(undefined)]);
    expect(asked).toEqual([]);
  });
});

it('no model is loaded, changed or deleted on the machine’s disk, and no other path is reached', async () => {
  answer = (_request, response) => response.end('{}');
  const statuses = [
    await ask({ method: 'DELETE', path: '/ollama/api/delete' }),
    await ask({ method: 'POST', path: '/ollama/api/pull', body: '{}' }),
    await ask({ method: 'POST', path: '/ollama/api/tags', body: '{}' }),
    await ask({ path: '/ollama/api/tags/../delete' }),
    await ask({ path: '/ollama/api/tags?x' }),
    await ask({ path: '/ollama/' }),
  ].map(({ status }) => status);
  expect(statuses).toEqual([404, 404, 405, 404, 404, 404]);
  expect(asked).toEqual([]);
});

it('a page of the app may send the key', async () => {
  const { status, headers } = await bridge.ask({ method: 'OPTIONS', path: '/ollama/api/chat', headers: { origin: APP } });
  expect(status).toBe(204);
  expect(headers['access-control-allow-headers']).toContain('authorization');
});
