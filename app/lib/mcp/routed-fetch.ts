import type { McpRoute } from '../protocol/mcp/mcp.ts';
import type { Network } from './connection/open-server.ts';

/** Requests outside of a connection (for a sign-in): by the configured route, or if that is open, by the one that works. */
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
