import type { Connection } from '../../lib/models/connection.ts';
import { readOutboundAddress } from '../../lib/outbound/outbound-address.ts';
import { because } from '../../lib/protocol/texts/reason.ts';
import { ProviderAddressError } from '../../lib/step/provider-address-error.ts';
import { isLocalServer } from '../hosts/host-names.server.ts';
import { limitedBody } from '../limited-body.server.ts';
import { type OutboundEnvironment, type OutboundNetwork, publicNetwork } from '../outbound/outbound-environment.server.ts';

export interface UserNetworkEnvironment extends OutboundEnvironment {
  /** `on`: addresses that users enter may be in the server's private network, as always on a local server, where Ollama runs. */
  ALLOW_PRIVATE_ENDPOINTS?: string;
}

type Fetch = typeof globalThis.fetch;

/** Limits of one request for a user. A model step has its own limits for the contents of an answer. */
export const USER_NETWORK_LIMITS = {
  requestBytes: 32 * 1024 * 1024,
  answerBytes: 64 * 1024 * 1024,
  /** Milliseconds until the other host begins to answer, and for the whole answer. */
  beginMs: 120_000,
  wholeMs: 20 * 60_000,
} as const;

export type UserNetworkLimits = { readonly [Name in keyof typeof USER_NETWORK_LIMITS]: number };

/**
 * Returns the network for addresses that a user has entered: on a deployed server only the public one. Each request's address is checked
 * before it is sent, including redirects. The address that its name resolves to is checked by the underlying network when it connects.
 */
export function userNetwork(
  connection: Connection,
  environment: UserNetworkEnvironment,
  { plain, runtime, limits = USER_NETWORK_LIMITS }: { plain: Fetch; runtime?: string; limits?: UserNetworkLimits },
): Fetch {
  if (isLocalServer(environment) || environment.ALLOW_PRIVATE_ENDPOINTS === 'on') return withLimits(plain, limits);
  const network = publicNetwork(environment, runtime);
  if (network === null) return nowhereElse(connection, withLimits(plain, limits));
  const limited = withLimits(network.fetch, limits);
  return (input, init) => {
    const refusal = refusalOf(input, network);
    return refusal === null ? limited(input, init) : Promise.reject(refusal);
  };
}

function refusalOf(input: Parameters<Fetch>[0], { ownHosts }: OutboundNetwork): ProviderAddressError | null {
  const text = input instanceof Request ? input.url : String(input);
  const address = readOutboundAddress(text, ownHosts);
  if (address.ok) return null;
  const host = URL.canParse(text) ? new URL(text).host : because('This address');
  return new ProviderAddressError(
    because(
      '{host} is not asked by this server: {why}. Enter an address of the public internet. What runs on your own machine is asked by your browser, or by a server that you run there.',
      { host, why: address.reason },
    ),
  );
}

/** Rejects requests to custom endpoints on a server that cannot detect private addresses behind a name. */
function nowhereElse({ values }: Connection, fetch: Fetch): Fetch {
  const isCustom = [...values.values()].some((value) => /^\s*[a-z]+:/i.test(value) && URL.canParse(value));
  if (!isCustom) return fetch;
  const why = because(
    'This server asks no custom endpoints of its users: nothing here keeps its own network apart from them. Leave the base URL empty, or ask whoever runs it.',
  );
  return () => Promise.reject(new ProviderAddressError(why));
}

/** Uses plain functions throughout: workerd rejects a `fetch` that is called as a method of another object. */
function withLimits(fetch: Fetch, limits: UserNetworkLimits): Fetch {
  return async (input, init) => {
    if (sizeOf(init?.body) > limits.requestBytes) throw new ProviderAddressError(because('The request is too large to be sent.'));
    const end = new AbortController();
    const whole = setTimeout(() => end.abort(timedOut()), limits.wholeMs);
    const begin = setTimeout(() => end.abort(timedOut()), limits.beginMs);
    const signal = init?.signal ? AbortSignal.any([init.signal, end.signal]) : end.signal;
    try {
      const response = await fetch(input, { ...init, signal });
      if (response.body === null) {
        clearTimeout(whole);
        return response;
      }
      const body = limitedBody(response.body, {
        most: limits.answerBytes,
        tooLarge: () => new ProviderAddressError(because('The endpoint sent more than an answer may be.')),
        finish: () => clearTimeout(whole),
      });
      return new Response(body, { status: response.status, statusText: response.statusText, headers: response.headers });
    } catch (error) {
      clearTimeout(whole);
      throw error;
    } finally {
      clearTimeout(begin);
    }
  };
}

function timedOut(): DOMException {
  return new DOMException('The endpoint did not answer in time.', 'TimeoutError');
}

/** Other kinds of bodies are not measured: we only send JSON. */
function sizeOf(body: RequestInit['body']): number {
  return typeof body === 'string' ? body.length : body instanceof Uint8Array ? body.byteLength : 0;
}
