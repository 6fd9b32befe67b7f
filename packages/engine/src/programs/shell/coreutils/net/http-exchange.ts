import type { SystemCalls } from '../../../../abi/system-calls.ts';
import { formatRequestHead } from '../../../../http/format-head.ts';
import { HttpParser } from '../../../../http/http-parser.ts';
import { errorMessage } from '../../../../text/error-message.ts';
import { isSentUnasked, requestOutside } from '../../../network/request-outside.ts';

export interface ExchangeRequest {
  method: string;
  url: URL;
  headers: [name: string, value: string][];
  body: Uint8Array | null;
}

export interface ExchangeResponse {
  status: number;
  reason: string;
  headers: readonly (readonly [name: string, value: string])[];
}

export interface ExchangeEvents {
  onHead(response: ExchangeResponse): Promise<void>;
  onBody(bytes: Uint8Array): Promise<void>;
}

/** The error when nothing listens at the address. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

export function isLoopback(url: URL): boolean {
  return url.protocol === 'http:' && /^(?:localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\]|.+\.localhost)$/.test(url.hostname);
}

/**
 * Sends one request: to a server inside the engine through the kernel's sockets, to any other through fetch (which obeys CORS), and if that
 * fails, through the engine's embedder.
 */
export function exchange(request: ExchangeRequest, events: ExchangeEvents, system: SystemCalls, signal: AbortSignal): Promise<void> {
  return isLoopback(request.url) ? exchangeInside(request, events, system, signal) : exchangeOutside(request, events, system, signal);
}

/** Sends a request through the embedder. Returns false if the embedder does not support it. */
async function exchangeRelayed(
  { method, url, headers, body }: ExchangeRequest,
  events: ExchangeEvents,
  system: SystemCalls,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const answer = await requestOutside(system, { url: url.href, method, headers, body: body ?? new Uint8Array(0) }, signal);
    if (answer === null) return false;
    await events.onHead(answer.head);
    for await (const chunk of answer.chunks()) await events.onBody(chunk);
    return true;
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof Error && 'code' in error ? new ConnectionError(errorMessage(error)) : error;
  }
}

async function exchangeOutside(request: ExchangeRequest, events: ExchangeEvents, system: SystemCalls, signal: AbortSignal): Promise<void> {
  const { method, url, headers, body } = request;
  const isUnasked = isSentUnasked(method, headers);
  if (isUnasked && (await exchangeRelayed(request, events, system, signal))) return;
  let response: Response;
  try {
    // A copy, since fetch rejects memory that may be shared.
    response = await fetch(url, { method, headers, body: body === null ? null : new Uint8Array(body), redirect: 'follow', signal });
  } catch (error) {
    signal.throwIfAborted();
    if (!isUnasked && (await exchangeRelayed(request, events, system, signal))) return;
    throw new ConnectionError(
      `${errorMessage(error)}. Programs here run in a page: either ${url.host} does not answer, or it lets no page of another site read what it answers (CORS)`,
    );
  }
  const received: [string, string][] = [];
  response.headers.forEach((value, name) => {
    received.push([name, value]);
  });
  await events.onHead({ status: response.status, reason: response.statusText, headers: received });
  const reader = response.body?.getReader();
  for (;;) {
    const chunk = await reader?.read();
    if (chunk === undefined || chunk.done) return;
    await events.onBody(chunk.value);
  }
}

async function exchangeInside(request: ExchangeRequest, events: ExchangeEvents, system: SystemCalls, signal: AbortSignal): Promise<void> {
  const { method, url, headers, body } = request;
  let socket: number;
  try {
    ({ socket } = await system.async('connect', Number(url.port || '80'), 'localhost'));
  } catch {
    throw new ConnectionError("Couldn't connect to server");
  }
  const onAbort = () => void system.async('close', socket).catch(() => undefined);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    const all: [string, string][] = [['Host', url.host], ...headers, ['Connection', 'close']];
    if (body !== null) all.push(['Content-Length', String(body.length)]);
    await writeAll(system, socket, formatRequestHead({ method, target: url.pathname + url.search, headers: all }));
    if (body !== null) await writeAll(system, socket, body);
    await readResponse(method, events, system, socket);
  } finally {
    signal.removeEventListener('abort', onAbort);
    signal.throwIfAborted();
    await system.async('close', socket).catch(() => undefined);
  }
}

async function writeAll(system: SystemCalls, socket: number, bytes: Uint8Array): Promise<void> {
  let rest = bytes;
  while (rest.length > 0) rest = rest.subarray(await system.async('write', socket, rest, null));
}

async function readResponse(method: string, events: ExchangeEvents, system: SystemCalls, socket: number): Promise<void> {
  // The parser's callbacks are synchronous; their results are passed on in order after each push.
  const told: (() => Promise<void>)[] = [];
  let isEnded = false;
  const parser = new HttpParser({
    kind: 'response',
    requestMethod: () => method,
    onHead: (head) => void told.push(() => events.onHead(head)),
    onBody: (data) => void told.push(() => events.onBody(data)),
    onEnd: () => {
      isEnded = true;
    },
  });
  while (!isEnded) {
    const bytes = await system.async('read', socket, 65_536, null);
    if (bytes.length === 0) parser.finish();
    else parser.push(bytes);
    for (const tell of told.splice(0)) await tell();
    if (bytes.length === 0) return;
  }
}
