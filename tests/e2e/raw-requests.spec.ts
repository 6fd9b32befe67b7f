import * as fc from 'fast-check';
import { type AppServer, startAppServer } from './support/app-server.ts';
import { FloodProvider } from './support/flood/flood-provider.ts';
import { rawRequest, statusesOf } from './support/raw-request.ts';
import { expect, test } from './support/test.ts';

let provider: FloodProvider;
let server: AppServer;

test.beforeAll(async () => {
  provider = await FloodProvider.start();
  server = await startAppServer({ OPENAI_API_KEY: 'test-key-0', OPENAI_BASE_URL: provider.url, OPENAI_API: 'chat' }, 19_000);
});

test.afterAll(async () => {
  await server.stop();
  await provider.stop();
});

/** Returns how many requests the provider has received, for its models or for a step. */
const calls = () => provider.notices.filter(({ kind }) => kind === 'asked').length;

function ask(path: string, method: string, headers: Record<string, string>): Promise<string> {
  const lines = Object.entries({ host: `ide.localhost:${server.port}`, connection: 'close', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return rawRequest(server.port, `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
}

test('no spelling of an address makes the server ask its provider for a page that is not the app’s', async () => {
  const piece = fc.constantFrom(
    '/api/models',
    '/API/models',
    '/%61pi/models',
    '/Api/mod%65ls',
    '//api/models',
    '/./api/models',
    '/x/../api/models',
    '/%2e/api/models',
    '/api/models/',
    '/api//models',
    '/api%2fmodels',
    '/api/models%2edata',
    '/api/models%00',
    '/api/models;x',
  );
  const after = fc.constantFrom(
    '',
    '.data',
    '.DATA',
    '/',
    '?',
    '?_data=routes%2Fapi.models',
    '?_routes=routes%2Fapi.models',
    '?index',
    '#x',
  );
  const method = fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'TRACE', 'QUERY');
  const sandbox = `http://run.ide.localhost:${server.port}`;
  const headers = fc.constantFrom<Record<string, string>>(
    {},
    { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    { origin: sandbox },
    { origin: 'null' },
    {
      origin: sandbox,
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      'sec-websocket-version': '13',
    },
  );
  await fc.assert(
    fc.asyncProperty(piece, after, method, headers, async (path, end, verb, given) => {
      await ask(path + end, verb, given);
      expect(calls()).toBe(0);
    }),
    { numRuns: 250 },
  );
  // The same server does route the spellings above when the app itself requests them.
  for (const path of ['/api/models', '/API/models', '/%61pi/models', '/Api/models.data']) {
    const before = calls();
    await ask(path, 'GET', { 'sec-fetch-site': 'same-origin' });
    expect([path, calls() - before]).toEqual([path, 1]);
  }
});

test('a malformed host gets 421 from the served app, as an unknown one does', async () => {
  for (const host of [
    '[',
    'a..b',
    'a b',
    'x@ide.localhost',
    'ide.localhost:99999',
    '256.256.256.256',
    'xn--a',
    'é',
    '',
    'evil.example',
    'a'.repeat(4_000),
  ]) {
    const answer = await rawRequest(server.port, `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect([host, statusesOf(answer)]).toEqual([host, [421]]);
    expect(answer).toMatch(/\r\n\r\n[\s\S]*(?:does not name a server|answers to ide\.localhost)/);
  }
});

test('requests that servers read in two ways are refused on every host, and nothing in them is answered', async () => {
  const hidden = `GET /registry/is-number HTTP/1.1\r\nHost: run.ide.localhost:${server.port}\r\n\r\n`;
  for (const name of ['ide.localhost', 'run.ide.localhost', 'p3000.run.ide.localhost']) {
    const host = `Host: ${name}:${server.port}\r\n`;
    for (const bytes of [
      `POST /registry/a HTTP/1.1\r\n${host}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
      `POST /registry/a HTTP/1.1\r\n${host}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${hidden}`,
      `GET /registry/a HTTP/1.1\r\n${host}Content-Length: ${hidden.length}\r\n\r\n${hidden}`,
      `GET http://${name}/registry/a HTTP/1.1\r\n${host}\r\n${hidden}`,
      `GET /registry/a HTTP/1.1\r\n${host}${host}\r\n${hidden}`,
      `GET /registry/a HTTP/1.1\r\n${host}X : y\r\n\r\n${hidden}`,
      `CONNECT ${name}:80 HTTP/1.1\r\n${host}\r\n${hidden}`,
    ]) {
      const statuses = statusesOf(await rawRequest(server.port, bytes));
      expect(statuses.length).toBeLessThanOrEqual(1);
      for (const status of statuses) expect([400, 421]).toContain(status);
    }
  }
});

test('no page comes from the server with a part in it that loads later, since React could not take over one that changes', async () => {
  for (const path of ['/', '/chat/x', '/doctor', '/unattended', '/replay']) {
    const answer = await ask(path, 'GET', {});
    expect(answer.split('\r\n', 1)[0]).toContain('200');
    // React's marker of a Suspense boundary; those after the document are Remix's own.
    const [document = ''] = answer.split('</html>');
    expect(document, path).toContain('<body');
    expect(document, path).not.toContain('<!--$');
  }
});
