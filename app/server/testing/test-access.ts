import type { ModelAccess } from '../../lib/models/model-access.ts';
import { modelProviders } from '../models/model-providers.server.ts';
import { serverConnections } from '../models/server-connections.server.ts';

/** Returns the model access that a server with these variables gives every request. */
export function testAccess(environment: Record<string, string>, fetch: typeof globalThis.fetch = globalThis.fetch): ModelAccess {
  return {
    providers: modelProviders,
    connections: serverConnections(new Map(Object.entries(environment)), modelProviders),
    fetchFor: () => fetch,
  };
}
