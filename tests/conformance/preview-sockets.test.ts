import type { Frame } from '@playwright/test';
import { beforeAll, describe, expect, it } from 'vitest';
import { itEngineOnly } from './harness/engine-only.ts';
import { openPreview, PAGE, startServer, untilServed } from './harness/open-preview.ts';
import { useClient } from './harness/use-client.ts';

/** A hand-written WebSocket server (RFC 6455): echoes messages in capitals, and closes with 4001 on `bye`. */
const server = (port: number): string => `
import { createServer } from 'node:http';
import { createHash } from 'node:crypto';
let gone = 0;
const frame = (opcode, data) => Buffer.concat([
  data.length < 126 ? Buffer.of(0x80 | opcode, data.length) : Buffer.of(0x80 | opcode, 126, data.length >> 8, data.length & 255), data]);
createServer((q, s) => {
  if (q.url === '/worker.js') s.writeHead(200, { 'content-type': 'text/javascript' }).end(\`
    onmessage = ({ data }) => { const socket = new WebSocket(data); socket.onopen = () => socket.send('from a file');
      socket.onmessage = ({ data }) => postMessage(data); };\`);
  else if (q.url === '/gone') s.end(String(gone));
  else s.writeHead(200, { 'content-type': 'text/html' }).end(${JSON.stringify(PAGE)});
}).on('upgrade', (request, socket) => {
  if (request.url === '/refuse') return socket.end('HTTP/1.1 403 Forbidden\\r\\nContent-Length: 0\\r\\n\\r\\n');
  const accept = createHash('sha1').update(request.headers['sec-websocket-key'] + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11').digest('base64');
  const protocol = request.headers['sec-websocket-protocol'];
  socket.write('HTTP/1.1 101 Switching Protocols\\r\\nUpgrade: websocket\\r\\nConnection: Upgrade\\r\\nSec-WebSocket-Accept: ' + accept + '\\r\\n'
    + (protocol ? 'Sec-WebSocket-Protocol: ' + protocol.split(', ')[0] + '\\r\\n' : '') + '\\r\\n');
  socket.on('close', () => gone++).on('end', () => socket.end());
  let bytes = Buffer.alloc(0), isClosing = false;
  socket.on('data', (data) => {
    bytes = Buffer.concat([bytes, data]);
    for (;;) {
      if (bytes.length < 6) return;
      const short = bytes[1] & 127, head = short === 126 ? 4 : 2, length = short === 126 ? bytes.readUInt16BE(2) : short;
      if (bytes.length < head + 4 + length) return;
      const mask = bytes.subarray(head, head + 4), opcode = bytes[0] & 15;
      const payload = Buffer.from(bytes.subarray(head + 4, head + 4 + length).map((byte, at) => byte ^ mask[at % 4]));
      bytes = bytes.subarray(head + 4 + length);
      // A second close frame would be an error for a browser.
      if (opcode === 8) return isClosing ? socket.end() : socket.end(frame(8, payload));
      isClosing = payload.toString() === 'bye';
      if (isClosing) socket.write(frame(8, Buffer.of(4001 >> 8, 4001 & 255)));
      else socket.write(frame(opcode, opcode === 1 ? Buffer.from(payload.toString().toUpperCase() + ' ${port}') : payload));
    }
  });
}).listen(${port});
`;

const itsOwn = itEngineOnly('a page’s WebSockets to other ports of its name are carried; at a bridge the name has one port');

describe('a WebSocket of a previewed page', () => {
  const client = useClient();
  let frame: Frame;
  beforeAll(async () => {
    frame = await openPreview(client, server(4510), 4510);
    await startServer(client, server(4511), 4511);
  });

  it('carries text and bytes both ways, its protocol and its close code', async () => {
    const seen = await frame.evaluate(
      () =>
        new Promise((resolve) => {
          const log: unknown[] = [];
          const socket = new WebSocket(`ws://${location.host}/chat`, ['chat', 'other']);
          socket.binaryType = 'arraybuffer';
          log.push(socket instanceof WebSocket, socket.readyState);
          socket.onopen = () => {
            log.push(socket.protocol);
            socket.send('hello');
          };
          socket.onmessage = ({ data }) => {
            log.push(typeof data === 'string' ? data : [...new Uint8Array(data)]);
            socket.send(typeof data === 'string' ? Uint8Array.of(1, 2, 255) : 'bye');
          };
          socket.onerror = () => log.push('error');
          socket.onclose = ({ code, wasClean }) => resolve([...log, code, wasClean]);
        }),
    );
    expect(seen).toEqual([true, 0, 'chat', 'HELLO 4510', [1, 2, 255], 4001, true]);
  });

  it('fires error before close when it is refused', async () => {
    const seen = await frame.evaluate(
      () =>
        new Promise((resolve) => {
          const log: unknown[] = [];
          const socket = new WebSocket('/refuse');
          socket.onerror = () => log.push('error');
          socket.onclose = ({ code }) => resolve([...log, code]);
        }),
    );
    expect(seen).toEqual(['error', 1006]);
  });

  it('reaches its own program and another one of the container under localhost', async () => {
    const seen = await frame.evaluate(() =>
      Promise.all(
        ['ws://localhost:4510/', 'ws://localhost:4511/'].map(
          (address) =>
            new Promise((resolve) => {
              const socket = new WebSocket(address);
              socket.onopen = () => socket.send('hello');
              socket.onmessage = ({ data }) => {
                socket.close();
                resolve(data);
              };
            }),
        ),
      ),
    );
    expect(seen).toEqual(['HELLO 4510', 'HELLO 4511']);
  });

  itsOwn('reaches programs by the page’s name with their ports, as pages that know no preview make addresses', async () => {
    const seen = await frame.evaluate(() => {
      const ask = (address: string) =>
        new Promise((resolve) => {
          const socket = new WebSocket(address);
          socket.onopen = () => socket.send('hello');
          socket.onclose = () => resolve('closed');
          socket.onmessage = ({ data }) => {
            resolve(data);
            socket.close();
          };
        });
      const name = location.hostname;
      return Promise.all([
        ask(`ws://${name}:4510/ws`),
        ask(`ws://${name}:${location.port}/ws`),
        ask(`ws://${name}/ws`),
        ask(`wss://${name}:4510/ws`),
        ask(`ws://${name}:4511/`),
        ask(`ws://${name}:4519/`),
      ]);
    });
    expect(seen).toEqual(['HELLO 4510', 'HELLO 4510', 'HELLO 4510', 'HELLO 4510', 'HELLO 4511', 'closed']);
  });

  it('works in the workers of the page, from a blob and from a file, classic and module', async () => {
    const seen = await frame.evaluate(() => {
      const source = `onmessage = ({ data }) => { const socket = new WebSocket(data); socket.onopen = () => socket.send('from a blob');
        socket.onmessage = ({ data }) => postMessage(data); };`;
      const ask = (worker: Worker) =>
        new Promise((resolve, reject) => {
          worker.onmessage = ({ data }) => resolve(data);
          worker.onerror = ({ message }) => reject(new Error(message));
          worker.postMessage(`ws://${location.host}/`);
        });
      const blob = () => URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
      return Promise.all([
        ask(new Worker(blob())),
        ask(new Worker(blob(), { type: 'module' })),
        ask(new Worker('/worker.js')),
        ask(new Worker('/worker.js', { type: 'module' })),
      ]);
    });
    expect(seen).toEqual(['FROM A BLOB 4510', 'FROM A BLOB 4510', 'FROM A FILE 4510', 'FROM A FILE 4510']);
  });

  it('ends for the program when the page is left', async () => {
    const before = await frame.evaluate(async () => {
      const socket = new WebSocket(`ws://${location.host}/`);
      await new Promise((resolve) => {
        socket.onopen = resolve;
      });
      return Number(await (await fetch('/gone')).text());
    });
    await frame.evaluate(() => location.reload()).catch(() => {});
    await untilServed(frame);
    await expect.poll(() => frame.evaluate(async () => Number(await (await fetch('/gone')).text())).catch(() => 0)).toBeGreaterThan(before);
  });
});
