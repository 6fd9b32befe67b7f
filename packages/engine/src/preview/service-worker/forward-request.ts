import type { BridgeToRequest, PreviewRequest, RequestToBridge, WorkerToBridge } from '../request-messages.ts';
import { AnswerStream } from './answer-stream.ts';
import { readDiverted } from './read-diverted.ts';
import type { WindowClientLike } from './service-worker-scope.ts';

export type ForwardResult = { kind: 'response'; response: Response } | { kind: 'failed'; reason: 'refused' | 'broken'; message: string };

/** Describes a page's request to the program at `port` for the bridge. */
export function describeRequest(request: Request, port: number, target: string): PreviewRequest {
  return {
    method: request.method,
    port,
    target,
    headers: headerList(request.headers),
    referrer: request.referrer,
    destination: request.destination,
    mode: request.mode,
    credentials: request.credentials,
    cache: request.cache,
    // If the browser provides no stream (Firefox), only reading can tell.
    hasBody: request.method !== 'GET' && request.method !== 'HEAD' && request.body !== null,
  };
}

/**
 * Sends one request through the bridge; the response's body continues to stream after this has resolved. The request's own
 * body is not read before the program is reached, so that a refused request can still be sent elsewhere.
 */
export function forwardRequest(bridge: WindowClientLike, description: PreviewRequest, request: Request): Promise<ForwardResult> {
  const { port1: port, port2: bridgePort } = new MessageChannel();
  const send = (message: RequestToBridge) =>
    message.type === 'body' ? port.postMessage(message, [message.data.buffer as ArrayBuffer]) : port.postMessage(message); // Never shared.
  const message: WorkerToBridge = { type: 'request', request: description };
  let upload: Promise<ReadableStreamDefaultReader<Uint8Array>> | null = null;
  request.signal.addEventListener('abort', () => send({ type: 'cancel' }));
  return new Promise((resolve) => {
    const answer = new AnswerStream({
      onTaken: (bytes) => send({ type: 'taken', bytes }),
      onCancel: () => send({ type: 'cancel' }),
    });
    const done = () => {
      send({ type: 'done' });
      port.close();
    };
    port.onmessage = (event: MessageEvent<BridgeToRequest>) => {
      const { data } = event;
      switch (data.type) {
        case 'body-pull':
          upload ??= requestBody(request).then((body) => body.getReader());
          void sendSlice(upload, send);
          break;
        case 'head':
          resolve({ kind: 'response', response: toResponse(data, answer) });
          break;
        case 'data':
          answer.note(data.data.length);
          answer.push(data.data);
          break;
        case 'diverted': {
          const [kernelPort] = event.ports;
          if (kernelPort) readDiverted({ received: data.received, port: kernelPort, method: description.method }, answer, done);
          break;
        }
        case 'end':
          answer.end();
          port.close();
          break;
        case 'failed':
          resolve({ kind: 'failed', reason: data.reason, message: data.message });
          answer.fail(new TypeError(data.message));
          port.close();
      }
    };
    bridge.postMessage(message, [bridgePort]);
  });
}

function headerList(headers: Headers): [string, string][] {
  const list: [string, string][] = [];
  headers.forEach((value, name) => {
    list.push([name, value]);
  });
  return list;
}

/** Statuses for which the Response constructor rejects a body. */
const WITHOUT_BODY = new Set([101, 204, 205, 304]);

function toResponse(head: Extract<BridgeToRequest, { type: 'head' }>, answer: AnswerStream): Response {
  const headers = new Headers();
  for (const [name, value] of head.headers) headers.append(name, value);
  const body = head.hasBody && !WITHOUT_BODY.has(head.status) ? answer.stream : null;
  // The constructor accepts only 200 to 599; a program may send others, but no browser's worker can pass them on.
  const status = head.status < 200 || head.status > 599 ? 502 : head.status;
  return new Response(body, { status, statusText: head.reason.replace(/[^\t\x20-\x7e\x80-\xff]/g, ''), headers });
}

async function requestBody(request: Request): Promise<ReadableStream<Uint8Array>> {
  // Firefox lacks `Request.body`.
  if (request.body) return request.body;
  const whole = new Uint8Array(await request.arrayBuffer());
  return new ReadableStream<Uint8Array>({
    start(controller) {
      if (whole.length > 0) controller.enqueue(whole);
      controller.close();
    },
  });
}

async function sendSlice(
  upload: Promise<ReadableStreamDefaultReader<Uint8Array>>,
  send: (message: RequestToBridge) => void,
): Promise<void> {
  try {
    const { done, value } = await (await upload).read();
    // Copied, because a slice may be a view of a buffer that must not be transferred.
    send(done ? { type: 'body-end' } : { type: 'body', data: value.slice() });
  } catch {
    // The page aborted its own request.
    send({ type: 'cancel' });
  }
}
