import { createServer } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EngineServer, startEngineServer } from './engine-server.ts';
import { createNodeHandler } from './node-handler.ts';

const failures: unknown[] = [];
const options = {
  host: 'engine.localhost',
  allowedOrigins: ['http://app.engine.localhost:5173'],
  registry: null,
  onFailure: (error: unknown) => void failures.push(error),
  async files(path: string) {
    if (path.endsWith('fails.js')) throw new Error('a secret path');
    return new Response(`// ${path}`, { headers: { 'content-type': 'text/javascript' } });
  },
};
let server: EngineServer;

beforeAll(async () => {
  server = await startEngineServer({ ...options, port: 0 });
});
afterAll(() => server.close());

/** Sends exactly these lines. Returns everything received until the server closes the connection. */
function raw(port: number, ...lines: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n`));
    socket.on('data', (data) => {
      answer += data.toString('latin1');
    });
    socket.once('error', reject);
    socket.once('close', () => resolve(answer));
  });
}

const get = (path: string, host = 'engine.localhost') => raw(server.port, `GET ${path} HTTP/1.1`, `Host: ${host}`, 'Connection: close');

test('a file of the engine is served with the headers that isolate it', async () => {
  const answer = await get('/engine/kernel-worker.js');
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer.toLowerCase()).toContain('\r\ncross-origin-embedder-policy: require-corp\r\n');
  expect(answer).toContain('// /engine/kernel-worker.js');
});

test.each([
  ['a malformed name', ['GET / HTTP/1.1', 'Host: a b'], 421],
  ['two names', ['GET / HTTP/1.1', 'Host: engine.localhost', 'Host: evil.example'], 421],
  ['no name', ['GET / HTTP/1.1', 'X: y'], 421],
  ['a name that is not its own', ['GET /headless HTTP/1.1', 'Host: evil.example', 'Connection: close'], 421],
  ['a whole address', ['GET http://evil.example/ HTTP/1.1', 'Host: engine.localhost'], 400],
  ['an upgrade', ['GET / HTTP/1.1', 'Host: engine.localhost', 'Connection: Upgrade', 'Upgrade: websocket'], 426],
  ['a body on GET', ['GET / HTTP/1.1', 'Host: engine.localhost', 'Content-Length: 3', '', 'abc'], 400],
  ['a method that no page can send', ['TRACE / HTTP/1.1', 'Host: engine.localhost'], 400],
  ['a path that looks like a host', ['GET // HTTP/1.1', 'Host: engine.localhost', 'Connection: close'], 404],
])('%s is answered and the connection closed', async (_name, lines, status) => {
  const answer = await raw(server.port, ...lines);
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(answer.toLowerCase()).toContain('connection: close');
});

test('a body is not waited for', async () => {
  const answer = await raw(server.port, 'POST /headless HTTP/1.1', 'Host: engine.localhost', 'Content-Length: 1000000');
  expect(answer).toMatch(/^HTTP\/1\.1 405 /);
});

test('a head of cookies that fill the jar is still answered, and the jar emptied', async () => {
  const cookies = `Cookie: ${'x'.repeat(500_000)}`;
  const answer = await raw(server.port, 'GET /headless HTTP/1.1', 'Host: engine.localhost', cookies, 'Connection: close');
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toContain('clear-site-data: "cookies"');
});

test('what fails inside is reported to the deployer and not to the browser', async () => {
  const answer = await get('/engine/fails.js');
  expect(answer).toMatch(/^HTTP\/1\.1 500 /);
  expect(answer).not.toContain('secret');
  expect(failures.splice(0).map(String)).toEqual(['Error: a secret path']);
});

test('as a middleware it answers for the engine’s hosts and leaves all others to the next', async () => {
  const handler = createNodeHandler(options);
  const host = createServer((incoming, outgoing) => handler(incoming, outgoing, () => outgoing.end('the app')));
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const place = host.address();
  const port = typeof place === 'object' && place !== null ? place.port : 0;
  const from = (name: string) => raw(port, 'GET /x HTTP/1.1', `Host: ${name}`, 'Connection: close');
  expect(await from('app.engine.localhost')).toContain('the app');
  expect(await from('p3000-abc.engine.localhost')).toContain('Starting the preview');
  expect(await from('engine.localhost')).toContain('Not found.');
  await new Promise((resolve) => host.close(resolve));
});
