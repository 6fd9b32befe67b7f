import type { Connection } from '../../lib/models/connection.ts';
import type { ModelProvider } from '../../lib/models/model-provider.ts';
import {
  type ConnectionInfo,
  type ConnectionRequest,
  type ConnectionsResponse,
  connectionRequestSchema,
  type GivenConnection,
  type ProviderInfo,
  type ServerKeys,
} from '../../lib/protocol/models/connections.ts';
import { because, reasonText } from '../../lib/protocol/texts/reason.ts';
import { type Checked, refusalResponse } from '../../lib/step/refusal.ts';
import { readJsonBody } from '../read-json-body.server.ts';
import { type ConnectionEnvironment, secretRefusal } from './connection-environment.server.ts';
import { readGivenConnection } from './read-given-connection.server.ts';
import { createSeal } from './seal.server.ts';
import { testConnection } from './test-connection.server.ts';
import type { UserConnections } from './user-connections.server.ts';

/** 20 fields with the longest values, plus JSON overhead. */
const LONGEST_BODY = 200_000;
/** Milliseconds, for each request of a test. */
const TEST_TIMEOUT_MS = 20_000;

export interface ConnectionsDependencies {
  environment: ConnectionEnvironment;
  providers: readonly ModelProvider[];
  user: UserConnections;
  /** The server's own keys: the connections that may be used, and whether more could be. */
  server: readonly Connection[];
  serverKeys: ServerKeys;
  fetchFor(connection: Connection): typeof globalThis.fetch;
}

/** `GET /api/connections`: lists what can be connected and what is connected, without secret values. */
export function listConnections(dependencies: ConnectionsDependencies): Response {
  const dropped = dependencies.user.broken.map((id) => {
    const reason = because(
      'What was kept of the connection “{id}” could not be read any more and was deleted: it was altered, or this server’s secret has changed. Enter the key again.',
      { id },
    );
    return { id, message: reasonText(reason), reason };
  });
  return answer({ ...overviewOf(dependencies, dependencies.user.connections), dropped }, dependencies.user.cleaning);
}

/** `POST /api/connections`: saves, tests or removes a connection. */
export async function changeConnections(request: Request, dependencies: ConnectionsDependencies): Promise<Response> {
  const body = await readJsonBody(request, LONGEST_BODY);
  if (!body.ok) return refusalResponse(body.refusal);
  const parsed = connectionRequestSchema.safeParse(body.value);
  if (!parsed.success) {
    // The message omits the sent value, which may be a key.
    const field = parsed.error.issues[0]?.path.join('.') ?? '';
    return refusalResponse({
      status: 400,
      code: 'invalid_request',
      message: `The field ${field || '(the body itself)'} is not as it must be.`,
    });
  }
  return change(parsed.data, request, dependencies);
}

async function change(asked: ConnectionRequest, request: Request, dependencies: ConnectionsDependencies): Promise<Response> {
  const { user, providers, fetchFor } = dependencies;
  if (asked.action === 'remove') {
    const cookies = await user.remove(asked.id);
    const left = user.connections.filter(({ id }) => id !== asked.id);
    return answer({ ...overviewOf(dependencies, left), dropped: [] }, cookies);
  }
  const connection = readGiven(asked.connection, dependencies);
  if (!connection.ok) return refusalResponse(connection.refusal);
  if (asked.action === 'save') return save(connection.value, dependencies);
  const provider = providers.find(({ id }) => id === connection.value.providerId);
  if (provider === undefined) return refusalResponse({ status: 400, code: 'invalid_connection', message: 'There is no such provider.' });
  const fetch = fetchFor(connection.value);
  const result = await testConnection({
    connection: connection.value,
    provider,
    fetch,
    signal: request.signal,
    timeoutMs: TEST_TIMEOUT_MS,
  });
  return answer(result, []);
}

function readGiven(given: GivenConnection, { providers, user }: ConnectionsDependencies): Checked<Connection> {
  const reserved = providers.map(({ id }) => id);
  return readGivenConnection(given, { providers: providers.filter(isEntered), reserved, connections: user.connections });
}

async function save(connection: Connection, dependencies: ConnectionsDependencies): Promise<Response> {
  const { user } = dependencies;
  const saved = await user.save(connection);
  if (!saved.ok) return refusalResponse(saved.refusal);
  const isNew = !user.connections.some(({ id }) => id === connection.id);
  const now = isNew ? [...user.connections, connection] : user.connections.map((each) => (each.id === connection.id ? connection : each));
  return answer({ ...overviewOf(dependencies, now), dropped: [], savedId: connection.id }, saved.value);
}

function overviewOf(dependencies: ConnectionsDependencies, own: readonly Connection[]): Omit<ConnectionsResponse, 'dropped'> {
  const { providers, server, serverKeys, user, environment } = dependencies;
  const hidden = new Set(own.map(({ id }) => id));
  const all = [...own, ...server.filter(({ id }) => !hidden.has(id))];
  const infos = all.flatMap((connection) => {
    const provider = providers.find(({ id }) => id === connection.providerId);
    return provider === undefined || !isEntered(provider) ? [] : [infoOf(connection, provider)];
  });
  const canKeep = createSeal(environment.SESSION_SECRET) !== null;
  return {
    providers: providers.filter(isEntered).map(providerInfo),
    connections: infos,
    keeping: canKeep
      ? { isOn: true, where: user.where }
      : { isOn: false, why: reasonText(secretRefusal(environment)), reason: secretRefusal(environment) },
    serverKeys,
  };
}

/** Returns a connection as the page may see it; a connection of the server is returned without its values. */
function infoOf({ id, providerId, name, owner, values }: Connection, { fields }: ModelProvider): ConnectionInfo {
  const own = owner === 'user' ? fields : [];
  const shown = own.flatMap((field) => (field.isSecret ? [] : [[field.name, values.get(field.name) ?? ''] as const]));
  const secretsSet = own.flatMap((field) => (field.isSecret && values.has(field.name) ? [field.name] : []));
  return { id, providerId, name, owner, values: Object.fromEntries(shown.filter(([, value]) => value !== '')), secretsSet };
}

function providerInfo({ id, name, keyPage, fields }: ModelProvider): ProviderInfo {
  const shown = fields.map(({ name: field, label, isSecret, hint, choices }) => ({
    name: field,
    label,
    isSecret,
    ...(hint === undefined ? {} : { hint }),
    ...(choices === undefined ? {} : { choices: [...choices] }),
  }));
  return { id, name, ...(keyPage === undefined ? {} : { keyPage }), fields: shown };
}

/**
 * Whether users enter a key or an address to connect this provider. The demo needs neither, and bindings belong to the server's operator.
 */
function isEntered({ fields }: ModelProvider): boolean {
  return fields.some(({ isSecret, name }) => isSecret || name === 'baseUrl');
}

function answer(body: unknown, cookies: readonly string[]): Response {
  const headers = new Headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return new Response(JSON.stringify(body), { headers });
}
