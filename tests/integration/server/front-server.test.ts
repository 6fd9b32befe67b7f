import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { isWellFormedHost } from '../../../packages/engine/src/server/well-formed-host.mjs';
import { findPort } from '../../../scripts/serve/find-port.mjs';
import { startFrontServer } from '../../../scripts/serve/front-server.mjs';

/** The requests received by the server behind the front: method, path and body. */
const asked: string[] = [];
/** Resolves when the caller of `/endless`, which is never fully answered, has disconnected. */
let hungUp: Promise<void> = Promise.resolve();
let behind: Server;
let front: Server;
let port = 0;

beforeAll(async () => {
  behind = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      asked.push(`${request.method} ${request.url} ${body}`);
      if (request.url === '/endless') {
        hungUp = new Promise((resolve) => response.once('close', resolve));
        response.write('the beginning');
        return;
      }
      response.writeHead(200, { 'x-host': request.headers.host ?? '', 'x-blob': String(request.headers['mf-cf-blob'] ?? '') }).end('ok');
    });
  });
  await new Promise<void>((resolve) => behind.listen(0, '127.0.0.1', resolve));
  port = await findPort(18_900);
  front = await startFrontServer({ port, upstreamPort: (behind.address() as AddressInfo).port }); // it listens on a port, not on a path
});

afterAll(async () => {
  for (const server of [front, behind]) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

beforeEach(() => {
  asked.length = 0;
});

/** Sends these bytes, and returns everything received until the server closes or falls silent. */
function raw(bytes: string | Buffer): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (data) => {
      answer += data.toString('latin1');
    });
    socket.once('error', () => resolve(answer));
    socket.once('close', () => resolve(answer));
  });
}

const statusesOf = (answer: string) => [...answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));

test('a plain request comes through as it is', async () => {
  const answer = await raw('GET /a%20b?c=d HTTP/1.1\r\nHost: ide.localhost:1\r\nConnection: close\r\n\r\n');
  expect(answer).toContain('x-host: ide.localhost:1');
  expect(asked).toEqual(['GET /a%20b?c=d ']);
});

test('a body comes through whole, with a length and in chunks', async () => {
  await raw('POST /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello');
  await raw('POST /b HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n');
  expect(asked).toEqual(['POST /a hello', 'POST /b hello']);
});

test.each([
  '[',
  '[::1',
  '::1',
  'a..b',
  '..',
  '.',
  'a b',
  'x@ide.localhost',
  'x:y@ide.localhost',
  'ide.localhost:99999',
  'ide.localhost:-1',
  'ide.localhost:80:80',
  'ide.localhost/',
  'ide.localhost?',
  'ide.localhost#',
  'ide.localhost\\',
  'é.localhost',
  '%69de.localhost',
  '256.256.256.256',
  '0x7f.1',
  'xn--a',
  '',
  'a'.repeat(4_000),
])('the malformed host %j gets 421 with a sentence, and nobody is asked', async (host) => {
  const answer = await raw(Buffer.from(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`));
  expect([statusesOf(answer), asked]).toEqual([[421], []]);
  expect(answer).toContain('The Host header does not name a server.');
});

test.each(['', 'Host: ide.localhost\r\nHost: run.ide.localhost\r\n', 'host: ide.localhost\r\nHOST: ide.localhost\r\n'])(
  'no host or two of them get 421: %j',
  async (hosts) => {
    expect([statusesOf(await raw(`GET / HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`)), asked]).toEqual([[421], []]);
  },
);

test.each(['ide.localhost', 'ide.localhost:8788', 'P3000.run.ide.localhost', '127.0.0.1:1', '[::1]:8788', 'localhost', 'a_b.example'])(
  'the host %s is well-formed',
  (host) => expect(isWellFormedHost(host)).toBe(true),
);

test('what is well-formed is what every parser of addresses reads alike', () => {
  const piece = fc.constantFrom(
    'ide',
    'localhost',
    '.',
    ':',
    '8788',
    '[',
    ']',
    '@',
    '/',
    '\\',
    ' ',
    '%41',
    'é',
    'xn--',
    '256',
    '::1',
    '0x7f',
    '\t',
    '_',
    '-',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
        fc.string(),
      ),
      (host) => {
        if (!isWellFormedHost(host)) return;
        const url = new URL(`http://${host}/path`);
        expect([url.pathname, url.username, url.password, url.search, url.hash]).toEqual(['/path', '', '', '', '']);
        expect(url.hostname).toBe(host.replace(/:\d*$/, '').toLowerCase());
      },
    ),
  );
});

const SECOND = 'GET /smuggled HTTP/1.1\r\nHost: ide.localhost\r\n\r\n';

test.each([
  ['both a length and chunks', `POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${SECOND}`],
  ['two lengths', `POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nContent-Length: 6\r\n\r\n${SECOND}`],
  ['a length that is none', `POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: +5\r\n\r\nhello${SECOND}`],
  ['an encoding before chunks', `POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n${SECOND}`],
  ['an unknown encoding', `POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${SECOND}`],
  ['a blank before the colon', `POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n${SECOND}`],
  [
    'a folded header',
    `POST /a HTTP/1.1\r\nHost: x\r\nX: a\r\n Transfer-Encoding: chunked\r\nContent-Length: 0\r\nTransfer-Encoding:\r\n chunked\r\n\r\n${SECOND}`,
  ],
  ['a body of a GET', `GET /a HTTP/1.1\r\nHost: x\r\nContent-Length: 45\r\n\r\n${SECOND}`],
  ['a chunked body of a GET', `GET /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${SECOND}`],
  ['a chunk with a bad size', `POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0x5\r\nhello\r\n0\r\n\r\n${SECOND}`],
  ['a bare carriage return', `GET /a HTTP/1.1\rHost: x\r\n\r\n${SECOND}`],
  ['a whole address as target', `GET http://ide.localhost/a HTTP/1.1\r\nHost: x\r\n\r\n${SECOND}`],
  ['an upgrade', `GET /a HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n${SECOND}`],
  [
    'an upgrade to HTTP/2',
    `GET /a HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: A\r\n\r\n${SECOND}`,
  ],
  ['a tunnel', `CONNECT ide.localhost:80 HTTP/1.1\r\nHost: x\r\n\r\n${SECOND}`],
])('%s is refused, and what follows it is no request', async (_name, bytes) => {
  const answer = await raw(bytes);
  expect(asked.filter((line) => line.includes('smuggled'))).toEqual([]);
  for (const status of statusesOf(answer)) expect([400, 426]).toContain(status);
  expect(asked).toEqual([]);
});

test('headers that steer the runtime do not come through', async () => {
  const answer = await raw(
    'GET / HTTP/1.1\r\nHost: x\r\nMF-CF-Blob: {"a":1}\r\nMF-Original-URL: http://evil.example/\r\nConnection: close\r\n\r\n',
  );
  expect(answer).toContain('x-blob: \r\n');
});

test('two requests on one connection are two requests', async () => {
  await raw('GET /a HTTP/1.1\r\nHost: x\r\n\r\nGET /b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  expect(asked).toEqual(['GET /a ', 'GET /b ']);
});

test('a caller who goes away ends the request behind', async () => {
  const socket = connect(port, '127.0.0.1', () => socket.write('GET /endless HTTP/1.1\r\nHost: x\r\n\r\n'));
  socket.once('data', () => socket.destroy());
  await new Promise((resolve) => socket.once('close', resolve));
  await hungUp;
  expect(asked).toEqual(['GET /endless ']);
});
