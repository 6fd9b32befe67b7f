import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPort } from '../../../scripts/serve/find-port.mjs';
import { FRONT_LIMITS, startFrontServer } from '../../../scripts/serve/front-server.mjs';

const CONNECTIONS = 4;
const LIMITS = { headTime: 100, requestTime: 300, checkEvery: 50, connections: CONNECTIONS };

let behind: Server;
let front: Server;
let port = 0;
/** The number of unfinished requests held by the server behind the front. */
let held = 0;

beforeAll(async () => {
  behind = createServer((request, response) => {
    held += 1;
    request.once('close', () => {
      held -= 1;
    });
    request.on('error', () => undefined);
    request.resume().on('end', () => response.end('answered'));
  });
  await new Promise<void>((resolve) => behind.listen(0, '127.0.0.1', resolve));
  port = await findPort(18_960);
  front = await startFrontServer({ port, upstreamPort: (behind.address() as AddressInfo).port, limits: LIMITS }); // it listens on a port
});

afterAll(async () => {
  for (const server of [front, behind]) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** Opens a connection that has sent only these bytes; `closed` resolves with the response. */
function hold(bytes: string): { socket: Socket; closed: Promise<string> } {
  const socket = connect(port, '127.0.0.1', () => void socket.write(bytes));
  const closed = new Promise<string>((resolve) => {
    let answer = '';
    socket.on('data', (data) => {
      answer += data.toString('latin1');
    });
    socket.once('error', () => undefined);
    socket.once('close', () => resolve(answer));
  });
  return { socket, closed };
}

const WHOLE = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

test.each([
  ['nothing at all', ''],
  ['half a head', 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: '],
  ['a body that does not come', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{'],
  ['a chunk that does not come', 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhe'],
])('who sends %s is cut off, and so is what was asked behind', async (_name, bytes) => {
  const answer = await hold(bytes).closed;
  expect(answer === '' || answer.startsWith('HTTP/1.1 408')).toBe(true);
  await expect.poll(() => held).toBe(0);
});

test('slow clients have so many connections, and leave room when their time is over', async () => {
  const slow = Array.from({ length: CONNECTIONS }, () => hold('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: '));
  expect(await hold(WHOLE).closed).toBe('');
  await Promise.all(slow.map(({ closed }) => closed));
  expect(await hold(WHOLE).closed).toContain('answered');
});

test('the limits of the server that people start are those of a browser, with room', () => {
  expect(FRONT_LIMITS.headTime).toBeLessThanOrEqual(20_000);
  expect(FRONT_LIMITS.requestTime).toBeGreaterThanOrEqual(60_000);
  expect(FRONT_LIMITS.connections).toBeGreaterThanOrEqual(256);
});
