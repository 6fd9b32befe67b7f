import type { Connection } from '../../lib/models/connection.ts';
import type { ModelAccess } from '../../lib/models/model-access.ts';
import type { ConnectionsDependencies } from '../connections/answer-connections.server.ts';
import { readUserConnections } from '../connections/user-connections.server.ts';
import { userNetwork } from '../connections/user-network.server.ts';
import type { ServerEnvironment } from '../server-environment.server.ts';
import { readModelEnvironment } from './model-environment.server.ts';
import { providersOf } from './model-providers.server.ts';
import { serverConnections } from './server-connections.server.ts';

interface RequestParts {
  request: Request;
  context: { cloudflare: { env: ServerEnvironment } };
}

// Called as a plain function: workerd refuses a fetch that is called as a method of something else.
const plainFetch: typeof globalThis.fetch = (input, init) => fetch(input, init);

/** What a request may ask: what its user has entered, then the models of the server's own keys. */
export async function modelAccess(parts: RequestParts): Promise<ModelAccess> {
  const { providers, user, server, fetchFor } = await connectionsOf(parts);
  return { providers, connections: merged(user.connections, server), fetchFor };
}

/** The same, with what can be changed about it. */
export async function connectionsOf({ request, context }: RequestParts): Promise<ConnectionsDependencies> {
  const environment = context.cloudflare.env;
  const providers = providersOf(environment);
  return {
    environment,
    providers,
    user: await readUserConnections(request, environment),
    server: serverConnections(readModelEnvironment(context, providers), providers),
    serverKeys: { state: 'granted' },
    fetchFor: (connection) => (connection.owner === 'server' ? plainFetch : userNetwork(connection, environment, { plain: plainFetch })),
  };
}

/** The user's first, and in place of a server's of the same id. */
function merged(user: readonly Connection[], server: readonly Connection[]): Connection[] {
  const own = new Set(user.map(({ id }) => id));
  return [...user, ...server.filter(({ id }) => !own.has(id))];
}
