import type { OutsideRequest } from 'devonz-engine-protocol/outside-request';
import type { SystemCalls } from '../../../../abi/system-calls.ts';
import type { ResponseHead } from '../../../../http/http-message.ts';
import { errorMessage } from '../../../../text/error-message.ts';
import { isSentUnasked, type OutsideAnswer, requestOutside, SET_BY_BROWSER } from '../../../network/request-outside.ts';
import { createSystemError, systemErrorCode } from '../../errors/shape-system-error.ts';
import type { EventLoop } from '../../event-loop/event-loop.ts';
import { holdBody } from './hold-body.ts';
import { outsideFailure } from './outside-failure.ts';

type Fetch = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;

export interface ExchangeRequest {
  url: string;
  method: string;
  headers: [string, string][];
  body: Uint8Array[];
  signal: AbortSignal;
}

export interface Exchange {
  head: ResponseHead;
  chunks(): AsyncGenerator<Uint8Array>;
}

export interface FetchWays {
  native: Fetch;
  /** Uses Node's own http client, which calls this module. */
  byClient: Fetch;
  /** Converts Node's body types to those of the browser. */
  nodeBody(given: unknown): unknown;
}

/** HTTP to other hosts, by the browser or, where it cannot, by the embedder of the engine. */
export interface Outside {
  /** Sends one request; the response is a redirect only if the browser does not follow it itself. */
  exchange(request: ExchangeRequest): Promise<Exchange>;
  fetch(ways: FetchWays, input: RequestInfo | URL, init: RequestInit): Promise<Response>;
}

export interface OutsideOptions {
  system: SystemCalls;
  loop: Pick<EventLoop, 'hold'>;
  /** The engine's own server, which is requested directly. */
  ownOrigin: string;
  /** Returns the name for which the program was given this address, or null if there is none. */
  nameOf(address: string): string | null;
  /** The browser's `fetch`. */
  native: Fetch;
}

export function createOutside({ system, loop, ownOrigin, nameOf, native }: OutsideOptions): Outside {
  const relay = createRelay(system);
  /** Origins whose responses the browser does not expose; it is not used for them again. */
  const refused = new Set<string>();
  /** Origins from which the browser has received a response. */
  const answered = new Set<string>();
  /** The errors of failed `fetch` calls. The http client then passes these requests to this module once more. */
  const failures = new Map<string, unknown>();
  const relayed = async ({ method, headers, body, signal }: ExchangeRequest, { href, origin }: URL): Promise<Exchange | null> => {
    const whole = new Uint8Array(await new Blob(body as BlobPart[]).arrayBuffer()); // The chunks are Buffers over unshared memory.
    const answer = await relay({ url: href, method, headers, body: whole }, signal);
    if (answer === null) return null;
    refused.add(origin);
    const { head, chunks } = answer;
    return { head: { ...head, httpVersion: '1.1', isKeepAlive: false, body: { kind: 'until-close' } }, chunks };
  };
  // A readable host may have executed the request before the connection failed.
  const mayRepeat = (method: string, { origin }: URL) => !answered.has(origin) || /^(?:GET|HEAD|OPTIONS)$/i.test(method);
  return {
    async exchange(asked) {
      const request = namedRequest(asked, nameOf);
      const url = new URL(request.url);
      const isOwn = url.origin === ownOrigin;
      const key = keyOf(request.method, url);
      const hasFailed = failures.has(key);
      const failure = failures.get(key);
      failures.delete(key);
      const isUntried = refused.has(url.origin) && !hasFailed;
      const isDue = hasFailed || isSentUnasked(request.method, request.headers);
      const isRelayedFirst = !isOwn && (isUntried || (isDue && mayRepeat(request.method, url)));
      const first = isRelayedFirst ? await relayed(request, url) : null;
      if (first !== null) return first;
      if (hasFailed) throw outsideFailure(url, failure);
      try {
        const exchange = await byBrowser(native, request);
        answered.add(url.origin);
        return exchange;
      } catch (error) {
        if (request.signal.aborted) throw error;
        const second = isOwn || isRelayedFirst || !mayRepeat(request.method, url) ? null : await relayed(request, url);
        if (second === null) throw outsideFailure(url, error);
        return second;
      }
    },
    async fetch({ native: fetch, byClient, nodeBody }, asked, init) {
      const input = namedInput(asked, nameOf);
      const given = input instanceof Request ? input : null;
      const body = nodeBody(init.body) ?? given?.body;
      // A browser streams a body only over HTTP/2, so a stream is sent as a whole. It may also have to be sent again.
      const sent = body instanceof ReadableStream ? { ...init, body: await new Response(body).blob() } : init;
      const headers: [string, string][] = [];
      new Headers(sent.headers ?? given?.headers).forEach((value, name) => void headers.push([name, value]));
      const url = new URL(given?.url ?? String(input));
      const method = String(sent.method ?? given?.method ?? 'GET');
      if (refused.has(url.origin) || isSentUnasked(method, headers)) return byClient(input, sent);
      try {
        const response = await fetch(input, sent);
        answered.add(url.origin);
        if (response.body !== null) holdBody(response.body, loop);
        return response;
      } catch (error) {
        // The browser's error for every failure; aborts and invalid requests are the program's errors.
        if (!(error instanceof TypeError) || !UNREADABLE.test(error.message)) throw error;
        if (!url.protocol.startsWith('http')) throw Object.assign(new TypeError('fetch failed'), { cause: error });
        const key = keyOf(method, url);
        failures.set(key, error);
        try {
          return await byClient(input, sent);
        } finally {
          failures.delete(key);
        }
      }
    },
  };
}

type NameOf = OutsideOptions['nameOf'];

/**
 * Replaces an address with its name, because the browser does not know the address that the program was given. Returns null if the address
 * was not given to it.
 */
function byName(address: string, nameOf: NameOf): string | null {
  const url = new URL(address);
  const name = nameOf(url.hostname);
  if (name === null) return null;
  url.hostname = name;
  return url.href;
}

function namedRequest(request: ExchangeRequest, nameOf: NameOf): ExchangeRequest {
  const url = byName(request.url, nameOf);
  return url === null ? request : { ...request, url };
}

function namedInput(input: RequestInfo | URL, nameOf: NameOf): RequestInfo | URL {
  const url = byName(input instanceof Request ? input.url : String(input), nameOf);
  if (url === null) return input;
  return input instanceof Request ? new Request(url, input) : url;
}

function keyOf(method: string, { href }: URL): string {
  return `${method.toUpperCase()} ${href.replace(/#.*$/, '')}`;
}

/** The messages of Chromium, Firefox and Safari. */
const UNREADABLE = /^(Failed to fetch|NetworkError|Load failed|fetch failed)/;

async function byBrowser(native: Fetch, { url, method, headers, body, signal }: ExchangeRequest): Promise<Exchange> {
  const hasBody = body.length > 0 && method !== 'GET' && method !== 'HEAD';
  const response = await native(url, {
    method,
    headers: headers.filter(([name]) => !SET_BY_BROWSER.test(name)),
    signal,
    redirect: 'follow',
    // The chunks are Buffers over unshared memory.
    ...(hasBody ? { body: new Blob(body as BlobPart[]) } : {}),
  });
  // The browser has already decoded the content.
  const received: [string, string][] = [];
  response.headers.forEach((value, name) => {
    if (name !== 'content-encoding' && name !== 'content-length') received.push([name, value]);
  });
  const { status, statusText: reason } = response;
  return {
    head: { status, reason, httpVersion: '1.1', headers: received, isKeepAlive: false, body: { kind: 'until-close' } },
    async *chunks() {
      const reader = response.body?.getReader();
      if (reader === undefined) return;
      for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
    },
  };
}

/** The maximum number of concurrent requests of one process; the others wait, as for a connection pool. */
const MOST_AT_ONCE = 48;

/** Sends requests through the embedder of the engine; they resolve to null if it does not support them. */
function createRelay(system: SystemCalls): (request: OutsideRequest, signal: AbortSignal) => Promise<OutsideAnswer | null> {
  let running = 0;
  const waiting: (() => void)[] = [];
  const leave = () => {
    running -= 1;
    waiting.shift()?.();
  };
  return async (request, signal) => {
    while (running >= MOST_AT_ONCE) await new Promise<void>((resolve) => void waiting.push(resolve));
    running += 1;
    let answer: OutsideAnswer | null;
    try {
      answer = await requestOutside(system, request, signal);
    } catch (error) {
      leave();
      throw signal.aborted ? error : failureOf(new URL(request.url), error);
    }
    if (answer === null) {
      leave();
      return null;
    }
    const { head, chunks } = answer;
    return {
      head,
      async *chunks() {
        try {
          yield* chunks();
        } finally {
          leave();
        }
      },
    };
  };
}

/** Creates Node's error for a failed connection, with the reason. */
function failureOf({ hostname, port, protocol, host }: URL, error: unknown): unknown {
  const code = systemErrorCode(error);
  if (code === null) return error;
  const address = { syscall: 'connect', address: hostname, port: Number(port) || (protocol === 'https:' ? 443 : 80) };
  const failure = createSystemError(code, address);
  failure.message += ` (${host}: ${errorMessage(error)})`;
  return failure;
}
