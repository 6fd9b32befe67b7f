import { encodeChunk, encodeLastChunk } from '../../../../packages/engine/src/http/encode-chunk.ts';
import { formatResponseHead } from '../../../../packages/engine/src/http/format-head.ts';
import { type HttpHeaders, headerValue, type RequestHead } from '../../../../packages/engine/src/http/http-message.ts';
import { HttpParser } from '../../../../packages/engine/src/http/http-parser.ts';

interface Wire {
  send(data: Uint8Array): void;
  end(): void;
}

/** The number of event streams abandoned by the page, of which the program was notified. */
export const left = { streams: 0 };

/** A server with one path for each feature that a preview must support. */
export function serveConnection(wire: Wire) {
  let head: RequestHead | null = null;
  const body: Uint8Array[] = [];
  let onClosed = () => {};
  let onRaw: ((data: Uint8Array) => void) | null = null;
  const parser = new HttpParser({
    kind: 'request',
    onHead: (received) => {
      head = received;
      return received.asksUpgrade ? 'upgrade' : undefined;
    },
    onBody: (data) => body.push(data.slice()),
    onEnd: () => {
      if (head) onClosed = answer(head, new TextDecoder().decode(join(body)), wire);
    },
    onUpgrade: () => {
      if (head) onRaw = echoWebSocket(head, wire);
    },
  });
  return {
    receive: (data: Uint8Array) => (onRaw ? onRaw(data) : parser.push(data)),
    closed: () => onClosed(),
  };
}

const PAGE = `<!DOCTYPE html><html><head><title>Program</title></head><body><h1>It runs</h1></body></html>`;

/** Responds to a request. Returns the function to call when the page closes the connection. */
function answer(head: RequestHead, body: string, wire: Wire): () => void {
  const reply = (status: number, headers: HttpHeaders, content: string) => {
    const bytes = new TextEncoder().encode(content);
    wire.send(formatResponseHead({ status, reason: '', headers: [...headers, ['content-length', String(bytes.length)]] }));
    if (head.method !== 'HEAD' && bytes.length > 0) wire.send(bytes);
    wire.end();
  };
  const html: HttpHeaders = [['content-type', 'text/html; charset=utf-8']];
  const path = head.target.split('?')[0];
  switch (path) {
    case '/echo':
      reply(
        201,
        [
          ['content-type', 'application/json'],
          ['x-custom', 'kept'],
        ],
        JSON.stringify({ method: head.method, target: head.target, headers: head.headers, body }),
      );
      break;
    case '/redirect':
      reply(302, [['location', '/landed?from=redirect']], '');
      break;
    case '/nothing':
      wire.send(formatResponseHead({ status: 204, reason: 'No Content', headers: [] }));
      wire.end();
      break;
    case '/login':
      reply(200, [['set-cookie', 'session=abc; HttpOnly; Path=/; SameSite=Lax']], 'ok');
      break;
    case '/left':
      reply(200, [], String(left.streams));
      break;
    case '/big': {
      wire.send(formatResponseHead({ status: 200, reason: 'OK', headers: [['content-length', String(3_000_000)]] }));
      for (let part = 0; part < 30; part += 1) wire.send(new Uint8Array(100_000).fill(part));
      wire.end();
      break;
    }
    case '/events':
      return sendEvents(wire);
    case '/ended':
      wire.end();
      break;
    case '/throws':
      reply(
        200,
        html,
        PAGE.replace(
          '</body>',
          `<script>console.error('one', { two: 2 }); Promise.reject(new Error('rejected')); throw new Error('thrown');</script></body>`,
        ),
      );
      break;
    default:
      reply(headerValue(head.headers, 'host') === 'localhost:3000' ? 200 : 400, html, PAGE);
  }
  return () => {};
}

function sendEvents(wire: Wire): () => void {
  wire.send(
    formatResponseHead({
      status: 200,
      reason: 'OK',
      headers: [
        ['content-type', 'text/event-stream'],
        ['transfer-encoding', 'chunked'],
      ],
    }),
  );
  let count = 0;
  const timer = setInterval(() => {
    count += 1;
    wire.send(encodeChunk(new TextEncoder().encode(`data: ${count}\n\n`)));
    if (count === 500) {
      clearInterval(timer);
      wire.send(encodeLastChunk());
      wire.end();
    }
  }, 50);
  return () => {
    clearInterval(timer);
    left.streams += 1;
  };
}

/** Echoes every text in capitals; closes on `bye`. */
function echoWebSocket(head: RequestHead, wire: Wire): (data: Uint8Array) => void {
  const protocol = headerValue(head.headers, 'sec-websocket-protocol');
  const headers: HttpHeaders = [
    ['connection', 'Upgrade'],
    ['upgrade', 'websocket'],
    ['sec-websocket-accept', 'not checked'],
    ...(protocol ? ([['sec-websocket-protocol', protocol]] as const) : []),
  ];
  if (head.target === '/refuse') {
    wire.send(formatResponseHead({ status: 403, reason: 'Forbidden', headers: [['content-length', '0']] }));
    return () => {};
  }
  wire.send(formatResponseHead({ status: 101, reason: 'Switching Protocols', headers }));
  return (data) => {
    // The shim sends each of these short frames in one piece.
    const length = (data[1] ?? 0) & 0x7f;
    const mask = data.subarray(2, 6);
    const payload = data.slice(6, 6 + length).map((byte, index) => byte ^ (mask[index % 4] ?? 0));
    const opcode = (data[0] ?? 0) & 0x0f;
    const text = new TextDecoder().decode(payload);
    if (opcode === 1 && text === 'bye') wire.send(Uint8Array.of(0x88, 2, 0x0f, 0xa1));
    else if (opcode === 1) wire.send(frame(1, new TextEncoder().encode(text.toUpperCase())));
    else if (opcode === 2) wire.send(frame(2, payload));
  };
}

function frame(opcode: number, payload: Uint8Array): Uint8Array {
  return Uint8Array.of(0x80 | opcode, payload.length, ...payload);
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}
