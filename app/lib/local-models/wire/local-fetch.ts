import { isLoopback } from '../../protocol/models/local-address.ts';
import { because } from '../../protocol/texts/reason.ts';
import { ProviderRedirectError } from '../../step/provider-address-error.ts';
import { toldRefusal, unansweredRefusal } from './told-refusal.ts';

/** Servers that are not there are noticed sooner. In milliseconds. */
const LONG_WAIT = 20_000;
/** Headers that are forwarded: any other would need the endpoint's permission, by CORS. */
const SENT_HEADERS = ['content-type', 'accept'];

export interface LocalFetchSurroundings {
  fetch: typeof globalThis.fetch;
  /** Whether the page is encrypted: it can then reach other computers of the network only by an explicit request. */
  isSecurePage: boolean;
  /** The secret that the bridge to a real machine takes as a bearer. */
  bridgeKey?: string | undefined;
  /** Explains to the user why there was no response; absent for a general message. */
  explain?(): Promise<string>;
  /** Whether the server is still there; asked when a response has not come for long. Absent where nobody waits for long. */
  isThere?(): Promise<boolean>;
  /** In milliseconds, from any start. */
  now(): number;
}

type LocalInit = RequestInit & { targetAddressSpace?: 'local' };

/**
 * Returns a `fetch` from the browser to a model server: without cookies or unnecessary headers, only to this address, with readable errors, and
 * with what a server refuses as its own words.
 */
export function createLocalFetch({ isSecurePage, bridgeKey, ...surroundings }: LocalFetchSurroundings): typeof globalThis.fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input));
    const given = new Headers(init?.headers);
    const headers = new Headers();
    for (const name of SENT_HEADERS) {
      const value = given.get(name);
      if (value !== null) headers.set(name, value);
    }
    if (bridgeKey !== undefined) headers.set('authorization', `Bearer ${bridgeKey}`);
    const request: LocalInit = {
      ...init,
      headers,
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      // Chrome lets an HTTPS page request an unencrypted device only if the request declares the address as local.
      ...(isSecurePage && url.protocol === 'http:' && !isLoopback(url.hostname) ? { targetAddressSpace: 'local' } : {}),
    };
    const response = await answerOf(surroundings, url, request);
    if (response.type === 'opaqueredirect')
      throw new ProviderRedirectError(
        because('{host} redirects to another address. Give the address that it leads to.', { host: url.host }),
      );
    return response.ok ? response : toldRefusal(response);
  };
}

async function answerOf(
  { fetch, explain, isThere, now }: Omit<LocalFetchSurroundings, 'isSecurePage' | 'bridgeKey'>,
  url: URL,
  request: LocalInit,
): Promise<Response> {
  const startedAt = now();
  try {
    return await fetch(url.href, request);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // A browser reports a response that it has waited for in vain as it does a server that is not there.
    if (now() - startedAt >= LONG_WAIT && (await isThere?.()) === true) return unansweredRefusal();
    const known = `nobody answers at ${url.host}, or it does not let this page read its answers (Settings, Models says which)`;
    // The SDK recognises a network failure by this message and the cause.
    throw new TypeError('fetch failed', { cause: new Error((await explain?.()) ?? known) });
  }
}
