import { createHash } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect } from 'node:net';
import { Duplex } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { FakeMachine } from '../../testing/fake-machine.ts';
import { APP, type StartedBridge, startTestBridge, type TestRequest } from '../../testing/started-bridge.ts';
import { previewOrigin } from '../bridge-names.ts';

let bridge: StartedBridge;
let program: Server;
let answer: RequestListener;
beforeEach(async () => {
  program = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve));
  const address = program.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const machine = new FakeMachine();
  machine.ports.connect = (wanted) =>
    new Promise((resolve, reject) => {
      if (wanted !== 3000) return reject(new Error('ECONNREFUSED'));
      const socket = connect(port, '127.0.0.1', () => resolve(socket));
    });
  bridge = await startTestBridge(machine);
});
afterEach(async () => {
  await bridge.close();
  program.closeAllConnections();
  program.close();
});

const origin = (port = 3000) => previewOrigin(bridge.server.names, 'ide.localhost', port);
const ask = (request: TestRequest, port = 3000) => bridge.ask({ host: new URL(origin(port)).host, ...request });

describe('a request to a preview', () => {
  it('reaches the program as one to localhost, with its method, body and headers, and the answer comes back', async () => {
    answer = (request, response) => {
      const { host, origin: from, referer, 'x-own': own } = request.headers;
      let body = '';
      request.on('data', (part: Buffer) => {
        body += part.toString();
      });
      request.on('end', () => {
        response.writeHead(
          299,
          'Own words',
          [
            ['set-cookie', 'a=1'],
            ['set-cookie', 'b=2; Domain=localhost; Path=/'],
          ].flat(),
        );
        response.end(JSON.stringify([request.method, request.url, host, from, referer, own, body]));
      });
    };
    const headers = { origin: origin(), referer: `${origin()}/page?x`, 'x-own': 'yes' };
    const seen = await ask({ method: 'PUT', path: '/path?query=1', headers, body: 'content' });
    expect(JSON.parse(seen.text)).toEqual([
      'PUT',
      '/path?query=1',
      'localhost:3000',
      'http://localhost:3000',
      'http://localhost:3000/page?x',
      'yes',
      'content',
    ]);
    expect([seen.status, seen.headers['set-cookie']]).toEqual([299, ['a=1', 'b=2; Path=/']]);
  });

  it.each([200, 201, 204, 205, 300, 304, 400, 401, 403, 404, 410, 418, 422, 429, 451, 500, 501, 503, 599])(
    'gets the status %i',
    async (status) => {
      answer = (_request, response) => response.writeHead(status).end(status === 204 || status === 304 ? undefined : 'text');
      expect((await ask({ path: '/' })).status).toBe(status);
    },
  );

  it('sends nothing after the head of an answer with the status 205, which browsers expect', async () => {
    answer = (_request, response) => response.writeHead(205).end('text');
    const { text, headers } = await ask({ path: '/' });
    expect([text, headers['content-length'], headers['transfer-encoding']]).toEqual(['', '0', undefined]);
  });

  it('is shown in frames of the app alone, whatever the program says, and keeps the program’s other policies', async () => {
    answer = (_request, response) => {
      response.setHeader('x-frame-options', 'DENY');
      response.setHeader('content-security-policy', "default-src 'self'; frame-ancestors 'none'");
      response.setHeader('cross-origin-embedder-policy', 'unsafe-none');
      response.end('text');
    };
    const { headers } = await ask({ path: '/' });
    expect(headers).toMatchObject({
      'content-security-policy': `default-src 'self', frame-ancestors 'self' ${APP}`,
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(headers['x-frame-options']).toBeUndefined();
  });

  it('follows redirects of the program to its ports’ previews, and to nowhere else', async () => {
    answer = (request, response) => response.writeHead(302, { location: decodeURIComponent(request.url?.slice(1) ?? '') }).end();
    const to = async (place: string) => (await ask({ path: `/${encodeURIComponent(place)}` })).headers.location;
    expect(await to('http://localhost:4000/a?b')).toBe(`${origin(4000)}/a?b`);
    expect(await to('http://127.0.0.1:3000')).toBe(origin());
    expect(await to('/relative')).toBe('/relative');
    expect(await to('https://example.com/http://localhost:1/')).toBe('https://example.com/http://localhost:1/');
  });

  it('gives pages their script, and nothing else', async () => {
    answer = (request, response) => {
      response.setHeader('content-type', request.url === '/page' ? 'text/html; charset=utf-8' : 'text/plain');
      const text = '<!doctype html><head><title>é</title>';
      response.setHeader('content-length', Buffer.byteLength(text));
      response.end(text);
    };
    const page = await ask({ path: '/page', headers: { 'accept-encoding': 'gzip' } });
    expect(page.text).toBe('<!doctype html><head><script src="/__devonz/errors.js"></script><title>é</title>');
    expect((await ask({ path: '/page', headers: { 'sec-fetch-dest': 'empty' } })).text).toBe('<!doctype html><head><title>é</title>');
    expect((await ask({ path: '/text' })).text).toBe('<!doctype html><head><title>é</title>');
    expect((await ask({ path: '/__devonz/errors.js' })).text).toBe('errors');
  });

  it('says so when nobody listens, when the program breaks off, and to pages of others that would change something', async () => {
    const missing = await ask({ path: '/' }, 3001);
    expect([missing.status, missing.text.includes('Nothing listens on port 3001')]).toEqual([502, true]);
    answer = (request) => request.socket.destroy();
    const broken = await ask({ path: '/' });
    expect([broken.status, broken.text.includes('http-equiv="refresh"'), broken.text.includes('ended the connection')]).toEqual([
      502,
      true,
      true,
    ]);
    expect((await ask({ method: 'POST', path: '/' })).text).toMatch(/^The program on port 3000 ended the connection: /);
    answer = (_request, response) => response.end('changed');
    const foreign = { origin: 'http://evil.example' };
    expect((await ask({ method: 'POST', path: '/', headers: foreign })).status).toBe(403);
    expect((await ask({ method: 'POST', path: '/__devonz/report', headers: foreign, body: '{}' })).status).toBe(403);
    expect((await ask({ method: 'POST', path: '/', headers: { origin: origin() } })).status).toBe(200);
  });

  it('streams an answer as it is written', async () => {
    let finish = (): void => undefined;
    answer = (_request, response) => {
      response.write('first');
      finish = () => response.end(' second');
    };
    const socket = connect(bridge.server.port, '127.0.0.1');
    socket.write(`GET / HTTP/1.1\r\nhost: ${new URL(origin()).host}\r\nconnection: close\r\n\r\n`);
    let text = '';
    for await (const part of socket) {
      text += String(part);
      if (text.includes('first') && !text.includes('second')) finish();
    }
    expect(text).toContain('first');
    expect(text).toContain(' second');
  });
});

it('a bridge ends although a page has a WebSocket to its program open', async () => {
  const sockets = new WebSocketServer({ server: program });
  const socket = new WebSocket(`ws://127.0.0.1:${bridge.server.port}/`, { headers: { host: new URL(origin()).host }, origin: origin() });
  await new Promise((resolve) => socket.once('open', resolve));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await bridge.close();
  await closed;
  sockets.close();
});

describe('a WebSocket to a preview', () => {
  it('gets the close code of a program that breaks off right after it', async () => {
    const program = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
    const machine = new FakeMachine();
    machine.ports.connect = async () => program;
    const other = await startTestBridge(machine);
    const from = previewOrigin(other.server.names, 'ide.localhost', 3000);
    const socket = new WebSocket(`ws://127.0.0.1:${other.server.port}/`, { headers: { host: new URL(from).host }, origin: from });
    const accept = (key: string) => createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
    program._write = (chunk, _encoding, done) => {
      const key = /sec-websocket-key: (.*)\r\n/i.exec(String(chunk))?.[1];
      if (key !== undefined) {
        program.push(
          `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: ${accept(key)}\r\n\r\n`,
        );
        // A close frame with the code 4001, and a reset.
        program.push(Buffer.from([0x88, 0x02, 0x0f, 0xa1]));
        setImmediate(() => program.destroy(new Error('ECONNRESET')));
      }
      done();
    };
    const code = await new Promise<number>((resolve) => socket.once('close', resolve));
    expect(code).toBe(4001);
    await other.close();
  });

  it('carries text, bytes and the close code, for the preview’s page and the app alone', async () => {
    const sockets = new WebSocketServer({ server: program });
    sockets.on('connection', (socket, request) => {
      socket.send(`${request.headers.host} ${request.headers.origin}`);
      socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }, () => socket.close(4001, 'done')));
    });
    const { port } = bridge.server;
    const open = (from: string) => new WebSocket(`ws://127.0.0.1:${port}/`, { headers: { host: new URL(origin()).host }, origin: from });
    const seen: string[] = [];
    const socket = open(origin());
    socket.on('message', (data) => {
      seen.push(String(data));
      if (seen.length === 1) socket.send(Buffer.from('bytes'));
    });
    const code = await new Promise<number>((resolve) => socket.once('close', resolve));
    expect([...seen, code]).toEqual(['localhost:3000 http://localhost:3000', 'bytes', 4001]);
    const refused = open('http://evil.example');
    refused.on('error', () => undefined);
    const status = await new Promise<number | undefined>((resolve) => {
      refused.once('unexpected-response', (_request, response) => resolve(response.statusCode));
    });
    expect(status).toBe(403);
    refused.terminate();
    sockets.close();
  });
});
