import type { McpRoute } from '../protocol/mcp/mcp.ts';
import type { Network } from './connection/open-server.ts';

/** Requests beside a connection (a sign-in's): in the way of the server's settings, and where these leave it open, in the one that works. */
export function routedFetch(route: McpRoute, { direct, relay }: Network): typeof fetch {
  if (relay === null || route === 'direct') return direct;
  if (route === 'relay') return relay;
  return async (input, init) => {
    try {
      return await direct(input, init);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      return relay(input, init);
    }
  };
}
