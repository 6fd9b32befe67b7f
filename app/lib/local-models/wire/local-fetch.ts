import { isLoopback } from '../../protocol/models/local-address.ts';
import { because } from '../../protocol/texts/reason.ts';
import { ProviderRedirectError } from '../../step/provider-address-error.ts';

/** All that goes along: a header more would need the endpoint's permission, by CORS. */
const SENT_HEADERS = ['content-type', 'accept'];

export interface LocalFetchSurroundings {
  fetch: typeof globalThis.fetch;
  /** Of the page: one that is encrypted reaches other computers of the network only by asking for it. */
  isSecurePage: boolean;
  /** Why nobody answered, in words for the user; absent: what is known without asking. */
  explain?(): Promise<string>;
}

type LocalInit = RequestInit & { targetAddressSpace?: 'local' };

/** `fetch` from the browser to a server of models: no cookies, no header that is not needed, no other address, failures in words. */
export function createLocalFetch({ fetch, isSecurePage, explain }: LocalFetchSurroundings): typeof globalThis.fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input));
    const given = new Headers(init?.headers);
    const headers = new Headers();
    for (const name of SENT_HEADERS) {
      const value = given.get(name);
      if (value !== null) headers.set(name, value);
    }
    const request: LocalInit = {
      ...init,
      headers,
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      // Chrome lets an encrypted page ask a device without encryption only where the page says that it is one.
      ...(isSecurePage && url.protocol === 'http:' && !isLoopback(url.hostname) ? { targetAddressSpace: 'local' } : {}),
    };
    const response = await answerOf(fetch, { url, request, explain });
    if (response.type === 'opaqueredirect')
      throw new ProviderRedirectError(
        because('{host} redirects to another address. Give the address that it leads to.', { host: url.host }),
      );
    return response;
  };
}

interface Asked {
  url: URL;
  request: LocalInit;
  explain: LocalFetchSurroundings['explain'];
}

async function answerOf(fetch: typeof globalThis.fetch, { url, request, explain }: Asked): Promise<Response> {
  try {
    return await fetch(url.href, request);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const known = `nobody answers at ${url.host}, or it does not let this page read its answers (Settings, Models says which)`;
    // The SDK knows by these words, and by the cause, that the network failed.
    throw new TypeError('fetch failed', { cause: new Error((await explain?.()) ?? known) });
  }
}
