import insideFetchFile from 'deferred:inside-fetch';
import type { FetchModules, fetchInside } from '../../deferred/inside-fetch.ts';
import { loadDeferred } from '../../deferred/load-deferred.ts';
import type { NodeHost } from '../../node-host.ts';
import { isLoopback } from '../net/addresses.ts';
import { holdBody } from './hold-body.ts';
import { outsideFailure } from './outside-failure.ts';
import { nodeBody } from './web-messages.ts';

type Fetch = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;

function parseTarget(input: RequestInfo | URL): URL {
  const text = input instanceof Request ? input.url : String(input);
  try {
    return new URL(text);
  } catch (cause) {
    // The browser would take it for a file of the engine's.
    throw Object.assign(new TypeError(`Failed to parse URL from ${text}`), { cause });
  }
}

function modulesOf(host: NodeHost): FetchModules {
  const zlib = host.builtin('zlib') as Record<string, () => object>;
  const { request } = host.builtin('http');
  const decoders = new Map<string, () => object>();
  for (const [encoding, name] of [
    ['gzip', 'createGunzip'],
    ['x-gzip', 'createGunzip'],
    ['deflate', 'createInflate'],
    ['br', 'createBrotliDecompress'],
  ] as const) {
    const create = zlib[name];
    if (create !== undefined) decoders.set(encoding, create);
  }
  // The builtin's own function.
  return { request: request as FetchModules['request'], decoders };
}

/** A browser streams a body only over HTTP/2, so what comes in parts is sent as a whole. */
async function sendOutside(nativeFetch: Fetch, Carrier: typeof Response, input: RequestInfo | URL, init: RequestInit): Promise<Response> {
  const body = nodeBody(init.body);
  const sent = body instanceof ReadableStream ? { ...init, body: await new Carrier(body).blob() } : init;
  try {
    return await nativeFetch.call(globalThis, input, sent);
  } catch (error) {
    // What a browser says of every failure; an abort, or a request that cannot be made, is the program's.
    if (!(error instanceof TypeError) || !UNREADABLE.test(error.message)) throw error;
    throw Object.assign(new TypeError('fetch failed'), { cause: outsideFailure(parseTarget(input), error) });
  }
}

/** Chromium's, Firefox's and Safari's words. */
const UNREADABLE = /^(Failed to fetch|NetworkError|Load failed|fetch failed)/;

/** `fetch`: to servers of this container by its own http client, to all others by the browser. */
export function createFetch(host: NodeHost, nativeFetch: Fetch): Fetch {
  let inside: typeof fetchInside | null = null;
  const Carrier = globalThis.Response;
  return async function fetch(input, init = {}) {
    const { protocol, hostname, origin } = parseTarget(input);
    // The engine's own server (the package registry) may have such a name too; it is outside.
    if (protocol !== 'http:' || !isLoopback(hostname) || origin === host.context.origin) {
      const response = await host.loop.hold(sendOutside(nativeFetch, Carrier, input, init));
      if (response.body !== null) holdBody(response.body, host.loop);
      return response;
    }
    // What the part exports.
    inside ??= (loadDeferred(host, 'inside-fetch', insideFetchFile) as { fetchInside: typeof fetchInside }).fetchInside;
    return host.loop.hold(inside(modulesOf(host), input, init));
  };
}
