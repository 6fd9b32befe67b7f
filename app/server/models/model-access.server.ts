import type { Connection } from '../../lib/models/connection.ts';
import type { ModelAccess } from '../../lib/models/model-access.ts';
import type { ServerKeys } from '../../lib/protocol/models/connections.ts';
import { accessMode } from '../access/access-environment.server.ts';
import { admitRequest } from '../access/admit-request.server.ts';
import { clientOf } from '../access/client-address.server.ts';
import { type ServerAccess, serverAccess } from '../access/server-access.server.ts';
import { createUsageLedger, type UsageLedger } from '../access/usage-ledger.server.ts';
import { ownKeyShares, serverKeyShares } from '../access/usage-shares.server.ts';
import type { ConnectionsDependencies } from '../connections/answer-connections.server.ts';
import { readUserConnections } from '../connections/user-connections.server.ts';
import { userNetwork } from '../connections/user-network.server.ts';
import { isLocalServer } from '../hosts/host-names.server.ts';
import type { ServerEnvironment } from '../server-environment.server.ts';
import { demoProvider } from './demo.server.ts';
import { readModelEnvironment } from './model-environment.server.ts';
import { providersOf } from './model-providers.server.ts';
import { serverConnections } from './server-connections.server.ts';

interface RequestParts {
  request: Request;
  context: { cloudflare: { env: ServerEnvironment; ctx?: { waitUntil(work: Promise<unknown>): void } } };
}

// Called as a plain function: workerd rejects a fetch that is called as a method of another object.
const plainFetch: typeof globalThis.fetch = (input, init) => fetch(input, init);

/** Created with the first request and kept for the lifetime of this isolate. */
let ledger: UsageLedger | null = null;

/** Returns the models that a request may use: those that its user has connected, then those of the server's own keys. */
export async function modelAccess(parts: RequestParts): Promise<ModelAccess> {
  const { environment, providers, user, server, withheld, serverUser, fetchFor } = await connectionsOf(parts);
  const connections = merged(user.connections, server);
  const access = { providers, connections, fetchFor, ...(withheld.connections.length === 0 ? {} : { withheld }) };
  // Usage is not counted on the user's own machine.
  if (isLocalServer(environment) && serverUser === null) return access;
  ledger ??= createUsageLedger(() => Date.now(), environment.KEY_STORE);
  return {
    ...access,
    ...counted(ledger, {
      environment,
      serverUser,
      client: clientOf(parts.request, environment),
      keep: (work) => parts.context.cloudflare.ctx?.waitUntil(work),
    }),
  };
}

interface Counting {
  environment: ServerEnvironment;
  /** The user of the server's keys; null for the user of a local server. */
  serverUser: string | null;
  client: string;
  /** Completes work in the background after the response. */
  keep(work: Promise<unknown>): void;
}

function counted(counts: UsageLedger, { environment, serverUser, client, keep }: Counting): Required<Pick<ModelAccess, 'admit' | 'used'>> {
  const shares = ({ owner }: Connection) =>
    owner === 'server' && serverUser !== null ? serverKeyShares(environment, serverUser, client) : ownKeyShares(client);
  return {
    async admit(connection) {
      return connection.providerId === demoProvider.id ? { ok: true, value: null } : admitRequest(counts, shares(connection));
    },
    used(connection, tokens) {
      if (connection.owner === 'server' && serverUser !== null && connection.providerId !== demoProvider.id)
        keep(counts.used(shares(connection), tokens));
    },
  };
}

/** Returns the connections, together with everything needed to change them. */
export async function connectionsOf({ request, context }: RequestParts): Promise<ConnectionsDependencies & ServerPart> {
  const environment = context.cloudflare.env;
  const providers = providersOf(environment);
  const all = serverConnections(readModelEnvironment(context, providers), providers);
  const access = await serverAccess(request, environment, { fetch: plainFetch, now: Date.now() });
  // The demo is free, so all users may use it.
  const server = access.isGranted ? all : all.filter(({ providerId }) => providerId === demoProvider.id);
  return {
    environment,
    providers,
    user: await readUserConnections(request, environment),
    server,
    serverUser: access.isGranted ? access.user : null,
    withheld: {
      connections: all.filter((each) => !server.includes(each)),
      ...(access.isGranted ? { why: '' } : { why: access.serverKeys.why, reason: access.serverKeys.reason }),
    },
    // If no key is withheld, no passphrase is needed.
    serverKeys: access.isGranted || all.length === server.length ? granted(access, environment) : access.serverKeys,
    fetchFor: (connection) => (connection.owner === 'server' ? plainFetch : userNetwork(connection, environment, { plain: plainFetch })),
  };
}

function granted(access: ServerAccess, environment: ServerEnvironment): ServerKeys {
  const hasSignedIn = access.isGranted && access.user !== null && accessMode(environment).kind === 'passphrase';
  return { state: 'granted', ...(hasSignedIn ? { canLeave: true as const } : {}) };
}

interface ServerPart {
  environment: ServerEnvironment;
  withheld: NonNullable<ModelAccess['withheld']>;
  serverUser: string | null;
}

/** Merges the connections. The user's come first and replace a server's connection with the same id. */
function merged(user: readonly Connection[], server: readonly Connection[]): Connection[] {
  const own = new Set(user.map(({ id }) => id));
  return [...user, ...server.filter(({ id }) => !own.has(id))];
}
