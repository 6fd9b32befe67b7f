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
  /** By Node's own http client, which comes back here. */
  byClient: Fetch;
  /** What a browser takes of the bodies that Node takes. */
  nodeBody(given: unknown): unknown;
}

/** HTTP to other machines: by the browser, and what it does not carry out by whoever embeds the engine. */
export interface Outside {
  /** One exchange; redirects are answers where the browser does not follow them by itself. */
  exchange(request: ExchangeRequest): Promise<Exchange>;
  fetch(ways: FetchWays, input: RequestInfo | URL, init: RequestInit): Promise<Response>;
}

export interface OutsideOptions {
  system: SystemCalls;
  loop: Pick<EventLoop, 'hold'>;
  /** The engine's own server is asked directly. */
  ownOrigin: string;
  /** The name that the program was given this address for; null: none. */
  nameOf(address: string): string | null;
  /** The browser's. */
  native: Fetch;
}

export function createOutside({ system, loop, ownOrigin, nameOf, native }: OutsideOptions): Outside {
  const relay = createRelay(system);
  /** Origins whose answers the browser does not give out: it is not asked again. */
  const refused = new Set<string>();
  /** Origins that the browser has had an answer of. */
  const answered = new Set<string>();
  /** What the browser has just failed with for `fetch`, whose request comes back here by the http client. */
  const failures = new Map<string, unknown>();
  const relayed = async ({ method, headers, body, signal }: ExchangeRequest, { href, origin }: URL): Promise<Exchange | null> => {
    const whole = new Uint8Array(await new Blob(body as BlobPart[]).arrayBuffer()); // The chunks are Buffers over memory that is never shared.
    const answer = await relay({ url: href, method, headers, body: whole }, signal);
    if (answer === null) return null;
    refused.add(origin);
    const { head, chunks } = answer;
    return { head: { ...head, httpVersion: '1.1', isKeepAlive: false, body: { kind: 'until-close' } }, chunks };
  };
  // A host that pages may read has perhaps done what it was asked to before the line broke.
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
      // A browser streams a body only over HTTP/2, so what comes in parts is sent as a whole; and it may have to be sent once more.
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
        // What a browser says of every failure; an abort, or a request that cannot be made, is the program's.
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

/** The browser knows the name, and nothing of the address that the program has been given for it. null: it was given none. */
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

/** Chromium's, Firefox's and Safari's words. */
const UNREADABLE = /^(Failed to fetch|NetworkError|Load failed|fetch failed)/;

async function byBrowser(native: Fetch, { url, method, headers, body, signal }: ExchangeRequest): Promise<Exchange> {
  const hasBody = body.length > 0 && method !== 'GET' && method !== 'HEAD';
  const response = await native(url, {
    method,
    headers: headers.filter(([name]) => !SET_BY_BROWSER.test(name)),
    signal,
    redirect: 'follow',
    // The chunks are Buffers over memory that is never shared.
    ...(hasBody ? { body: new Blob(body as BlobPart[]) } : {}),
  });
  // The browser has undone the encoding already.
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

/** Requests of one process that are under way at once; the others wait here, as for a pool of connections. */
const MOST_AT_ONCE = 48;

/** By whoever embeds the engine. null: nobody does that here. */
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

/** Worded as Node words a connection that is not made, with the reason. */
function failureOf({ hostname, port, protocol, host }: URL, error: unknown): unknown {
  const code = systemErrorCode(error);
  if (code === null) return error;
  const address = { syscall: 'connect', address: hostname, port: Number(port) || (protocol === 'https:' ? 443 : 80) };
  const failure = createSystemError(code, address);
  failure.message += ` (${host}: ${errorMessage(error)})`;
  return failure;
}
