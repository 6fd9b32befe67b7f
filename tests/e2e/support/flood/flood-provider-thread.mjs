/**
 * An OpenAI-compatible server (Chat Completions) that streams as fast as it is read. It runs in its own thread, so that neither the
 * measuring nor the serving side waits for the other. The model's name defines the stream: `flood-KIND-CHARACTERS-CHARACTERS PER EVENT`,
 * with `text`, `tool` or `endless` as KIND.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { parentPort } from 'node:worker_threads';
import { floodText } from './flood-text.mjs';

/** Events per write: larger writes fill a socket faster. */
const EVENTS_PER_WRITE = 256;

const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  const [, kind = 'text', characters = '1', perEvent = '1'] = String(JSON.parse(body || '{}').model).split('-');
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  let events = 0;
  const closed = once(response, 'close');
  closed.then(() => {
    parentPort?.postMessage({ kind: 'closed', isWhole: response.writableFinished, at: Date.now(), events });
  });
  parentPort?.postMessage({ kind: 'asked', authorization: request.headers.authorization ?? null });
  let batch = '';
  for (const event of eventsOf(kind, Number(characters), Number(perEvent))) {
    batch += `data: ${event}\n\n`;
    events += 1;
    if (events % EVENTS_PER_WRITE !== 0) continue;
    if (!response.write(batch)) await Promise.race([new Promise((resolve) => response.once('drain', resolve)), closed]);
    batch = '';
    if (response.closed) return;
    // An endless stream never waits for a drain while the socket accepts everything.
    if (events % (EVENTS_PER_WRITE * 64) === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  response.end(`${batch}data: [DONE]\n\n`);
});

/** @param {string} kind @param {number} characters @param {number} perEvent */
function* eventsOf(kind, characters, perEvent) {
  yield chunk({ role: 'assistant', content: '' });
  if (kind === 'tool') {
    yield chunk({ tool_calls: [{ index: 0, id: 'call-1', type: 'function', function: { name: 'devonz_write_file', arguments: '' } }] });
    // JSON.stringify works per piece, because pieces are whole code points.
    yield argumentsChunk('{"path":"flood.md","content":"');
  }
  for (let place = 0; kind === 'endless' || place < characters; place += perEvent) {
    const piece = floodText(kind === 'endless' ? perEvent : Math.min(perEvent, characters - place), place);
    if (kind === 'tool') yield argumentsChunk(JSON.stringify(piece).slice(1, -1));
    else yield chunk({ content: piece });
  }
  if (kind === 'tool') yield argumentsChunk('"}');
  yield chunk({}, kind === 'tool' ? 'tool_calls' : 'stop');
}

/** @param {string} piece */
function argumentsChunk(piece) {
  return chunk({ tool_calls: [{ index: 0, function: { arguments: piece } }] });
}

/** @param {Record<string, unknown>} delta @param {string | null} [finishReason] */
function chunk(delta, finishReason = null) {
  return JSON.stringify({
    id: 'flood',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'flood',
    choices: [{ index: 0, delta, finish_reason: finishReason }],
  });
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  parentPort?.postMessage({ kind: 'listening', port: typeof address === 'object' && address ? address.port : 0 });
});
