import { because } from '../protocol/texts/reason.ts';
import { ANSWER_LIMITS } from '../step/answer-limits.ts';
import { joinEvents } from '../step/join-events.ts';
import { joinFrames } from '../step/joining/join-frames.ts';
import { ProviderRedirectError } from '../step/provider-address-error.ts';

type Fetch = typeof globalThis.fetch;

/** More redirects than this are treated as a loop. */
const MAX_REDIRECTS = 3;

/**
 * `fetch` for all requests to providers. The key and the conversation go only to the origin that the server's operator
 * configured: a redirect to another origin is refused, one within it is followed. workerd's `fetch` cannot be called as a method.
 */
export function providerFetch(fetch: Fetch = (input, init) => globalThis.fetch(input, init)): Fetch {
  return async (input, init) => {
    const first = new URL(input instanceof Request ? input.url : String(input));
    let address = first;
    for (let step = 0; step <= MAX_REDIRECTS; step += 1) {
      const response = await fetch(address.href, { ...init, redirect: 'manual' });
      const location = response.headers.get('location');
      if (response.status < 300 || response.status > 399 || response.status === 304 || location === null) return response;
      // Not awaited, because nothing depends on when the rest is discarded.
      response.body?.cancel().catch(() => {});
      address = nextAddress(location, { from: address, first }, response.status, init?.method ?? 'GET');
    }
    throw new ProviderRedirectError(because('{host} redirects in a circle.', { host: first.host }));
  };
}

function nextAddress(location: string, { from, first }: { from: URL; first: URL }, status: number, method: string): URL {
  if (!URL.canParse(location, from))
    throw new ProviderRedirectError(because('{host} redirects to something that is no address.', { host: first.host }));
  const next = new URL(location, from);
  if (next.origin !== first.origin) {
    throw new ProviderRedirectError(
      because(
        '{host} redirects to {other}, which is not followed: the key and the conversation go to the address that was set and to no other. If the new one is right, set it as the base URL.',
        { host: first.host, other: next.host },
      ),
    );
  }
  // Any other status turns a POST into a GET.
  if (method.toUpperCase() !== 'GET' && status !== 307 && status !== 308) {
    throw new ProviderRedirectError(
      because('{host} answers {status} to a request that it should answer itself. Check the base URL.', {
        host: first.host,
        status: String(status),
      }),
    );
  }
  return next;
}

/** `providerFetch` for event streams: events are joined and limited before the SDK sees them. */
export function streamingProviderFetch(fetch?: Fetch): Fetch {
  const ask = providerFetch(fetch);
  return async (input, init) => {
    const response = await ask(input, init);
    if (response.body === null) return response;
    const body = response.ok ? boundedAnswer(response, response.body) : response.body.pipeThrough(cutAfter(ANSWER_LIMITS.errorBytes));
    return new Response(body, { status: response.status, statusText: response.statusText, headers: response.headers });
  };
}

/** Bedrock's streams are binary. */
function boundedAnswer(response: Response, body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const contentType = response.headers.get('content-type') ?? '';
  if (contentType.includes('vnd.amazon.eventstream')) return joinFrames(body);
  return joinEvents(body, { isLines: contentType.includes('ndjson') });
}

/** Passes the first bytes of a body that may be endless. */
export function cutAfter(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let left = maxBytes;
  return new TransformStream({
    transform(chunk, controller) {
      controller.enqueue(chunk.byteLength > left ? chunk.subarray(0, left) : chunk);
      left -= chunk.byteLength;
      if (left <= 0) controller.terminate();
    },
  });
}
