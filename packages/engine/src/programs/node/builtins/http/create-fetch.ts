import insideFetchFile from 'deferred:network/inside-fetch';
import { loadDeferred } from '../../deferred/load-deferred.ts';
import type { FetchBuiltins, fetchInside } from '../../deferred/network/inside-fetch.ts';
import type { NodeHost } from '../../node-host.ts';
import { isLoopback } from '../net/addresses.ts';
import { ownRequest } from './http-module.ts';
import { outsideOf } from './outside.ts';
import { nodeBody } from './web-messages.ts';

type Fetch = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;

function parseTarget(input: RequestInfo | URL): URL {
  const text = input instanceof Request ? input.url : String(input);
  try {
    return new URL(text);
  } catch (cause) {
    // The browser would resolve it to a file of the engine.
    throw Object.assign(new TypeError(`Failed to parse URL from ${text}`), { cause });
  }
}

/** Creates `fetch`: servers of this container are reached through the http client, all others through the browser. */
export function createFetch(host: NodeHost, nativeFetch: Fetch): Fetch {
  let inside: typeof fetchInside | null = null;
  const byClient: Fetch = async (input, init = {}) => {
    inside ??= (loadDeferred(host, 'inside-fetch', insideFetchFile) as { fetchInside: typeof fetchInside }).fetchInside;
    const { builtin } = host;
    const requests = { request: ownRequest(builtin('http')), requestEncrypted: ownRequest(builtin('https')) };
    // Only a few methods of an outgoing request are used.
    return inside({ zlib: builtin('zlib'), ...requests } as unknown as FetchBuiltins, input, init);
  };
  const ways = { native: (...given: Parameters<Fetch>) => nativeFetch.call(globalThis, ...given), byClient, nodeBody };
  return async function fetch(input, init = {}) {
    const { protocol, hostname, origin } = parseTarget(input);
    // The engine's own server (the package registry) may have a loopback name, but is outside.
    const isInside = protocol === 'http:' && isLoopback(hostname) && origin !== host.context.origin;
    return host.loop.hold(isInside ? byClient(input, init) : outsideOf(host).fetch(ways, input, init));
  };
}
