/**
 * An OpenAI-compatible server (Chat Completions) that sends the bench's replies at their pace, in its own thread: neither the measuring nor
 * the serving side waits for the other.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';

/** Milliseconds between two writes of a paced response. */
const TICK_MS = 5;

/** @typedef {import('./paced-provider.ts').PacedReply} PacedReply */
/** @type {PacedReply[]} */
let replies = [];
/** @type {() => void} */
let begin = () => {};
let begun = Promise.resolve();

parentPort?.on('message', (message) => {
  if (message === 'begin') return begin();
  replies = message;
  begun = new Promise((resolve) => {
    begin = resolve;
  });
});

const now = () => performance.timeOrigin + performance.now();

const server = createServer(async (request, response) => {
  for await (const _chunk of request) {
    // Reads to the end: a provider responds once it has the whole request.
  }
  const reply = replies.shift();
  parentPort?.postMessage({ kind: 'asked', at: now() });
  if (reply === undefined) return response.writeHead(500).end('The bench has no more replies.');
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
  response.socket?.setNoDelay(true);
  await begun;
  const events = eventsOf(reply);
  await (reply.perSecond === 0 ? sendAll(response, events) : sendPaced(response, events, reply.perSecond));
  response.end('data: [DONE]\n\n');
  parentPort?.postMessage({ kind: 'sent', at: now() });
});

/** @param {import('node:http').ServerResponse} response @param {Generator<string>} events */
async function sendAll(response, events) {
  const closed = once(response, 'close');
  let batch = '';
  let count = 0;
  for (const event of events) {
    batch += `data: ${event}\n\n`;
    if (++count % 256 !== 0) continue;
    if (!response.write(batch)) await Promise.race([new Promise((resolve) => response.once('drain', resolve)), closed]);
    batch = '';
    if (response.closed) return;
  }
  response.write(batch);
}

/** @param {import('node:http').ServerResponse} response @param {Generator<string>} events @param {number} perSecond */
async function sendPaced(response, events, perSecond) {
  const start = performance.now();
  for (let sent = 0; !response.closed; ) {
    const due = Math.floor(((performance.now() - start) * perSecond) / 1_000) + 1;
    let batch = '';
    for (; sent < due; sent += 1) {
      const { value, done } = events.next();
      if (done) {
        response.write(batch);
        return;
      }
      batch += `data: ${value}\n\n`;
    }
    if (batch !== '') {
      if (sent === due && due === 1) parentPort?.postMessage({ kind: 'began', at: now() });
      response.write(batch);
    }
    await pause(TICK_MS);
  }
}

/** @param {PacedReply} reply */
function* eventsOf({ kind, text, perEvent }) {
  if (kind === 'tool') {
    yield chunk({ tool_calls: [{ index: 0, id: 'call-1', type: 'function', function: { name: 'devonz_write_file', arguments: '' } }] });
    for (let at = 0; at < text.length; at += perEvent) {
      yield chunk({ tool_calls: [{ index: 0, function: { arguments: text.slice(at, at + perEvent) } }] });
    }
    return yield chunk({}, 'tool_calls');
  }
  for (let at = 0; at < text.length; at += perEvent) yield chunk({ content: text.slice(at, at + perEvent) });
  yield chunk({}, 'stop');
}

/** @param {Record<string, unknown>} delta @param {string | null} [finishReason] */
function chunk(delta, finishReason = null) {
  const choices = [{ index: 0, delta, finish_reason: finishReason }];
  return JSON.stringify({ id: 'bench', object: 'chat.completion.chunk', created: 1, model: 'bench', choices });
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  parentPort?.postMessage({ kind: 'listening', port: typeof address === 'object' && address ? address.port : 0 });
});
