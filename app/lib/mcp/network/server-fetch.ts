import type { McpHttpServer } from '../../protocol/mcp/mcp.ts';
import { limitedBody } from './limited-body.ts';
import { assertSignInAddress } from './sign-in-address.ts';

/**
 * Requests of a server's transport: the user's headers are sent only to the server's own origin (its sign-in may be elsewhere,
 * but not in the user's network), and answers are limited in size.
 */
export function serverFetch(
  server: McpHttpServer,
  { route, headers, now }: { route: typeof fetch; headers: Readonly<Record<string, string>>; now: () => number },
): typeof fetch {
  const { origin } = new URL(server.url);
  return async (input, init) => {
    const request = new Request(input, init);
    assertSignInAddress(server, request.url);
    if (new URL(request.url).origin === origin) {
      for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
    }
    const response = await route(request, init?.signal == null ? {} : { signal: init.signal });
    if (response.body === null) return response;
    const isStream = (response.headers.get('content-type') ?? '').startsWith('text/event-stream');
    return new Response(limitedBody(response.body, { isStream, now }), response);
  };
}
