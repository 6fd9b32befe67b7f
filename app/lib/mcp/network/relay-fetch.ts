import { HostError } from '../../outbound/host-error.ts';
import type { SendOutbound } from '../../outbound/open-outbound.ts';
import { OutboundFailure } from '../../outbound/open-outbound.ts';
import { readOutboundAddress } from '../../outbound/outbound-address.ts';

const BODYLESS = new Set([204, 205, 304]);

/**
 * `fetch` through the app's server, to public hosts only. The caller has the user's consent for the host, which is the address of
 * a server that the user has added. Rejects with a TypeError that describes the problem, like `fetch`.
 */
export function createRelayFetch(send: SendOutbound, ownHosts: readonly string[]): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const address = readOutboundAddress(request.url, ownHosts);
    if (!address.ok) throw new HostError(new URL(request.url).host, address.reason);
    const body = new Uint8Array(await request.arrayBuffer());
    const head = { url: address.url.href, method: request.method, headers: [...request.headers] as [string, string][] };
    try {
      const opened = await send(head, body, request.signal);
      const { status, reason, headers } = opened.head;
      const stream = new ReadableStream<Uint8Array>({
        async pull(controller) {
          const chunk = await opened.read();
          if (chunk === null) controller.close();
          else controller.enqueue(chunk);
        },
      });
      return new Response(BODYLESS.has(status) ? null : stream, {
        status,
        statusText: reason,
        headers: [...headers] as [string, string][],
      });
    } catch (error) {
      if (error instanceof OutboundFailure) throw new HostError(address.host, error.reason ?? { text: error.message });
      throw error;
    }
  };
}
