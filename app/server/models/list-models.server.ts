import type { Connection } from '../../lib/models/connection.ts';
import { type ModelAccess, secretsOf } from '../../lib/models/model-access.ts';
import { ModelListError } from '../../lib/models/model-provider.ts';
import { DEMO_MODEL_ID, type ModelInfo, type ModelsResponse } from '../../lib/protocol/models/models.ts';
import { SecretMatcher } from '../../lib/step/secret-matcher.ts';
import { redact } from '../../lib/step/to-safe-text.ts';
import { withoutVariables } from '../connections/without-variables.server.ts';
import { loadModelTable, withTableFacts } from './table/with-table-facts.server.ts';

export interface ListModelsDependencies {
  access: ModelAccess;
  signal: AbortSignal;
  /** A provider that has not answered by then is named a problem. Milliseconds. */
  timeoutMs: number;
}

type Listing = { models: ModelInfo[] } | { problem: ModelsResponse['problems'][number] };

/** What every connection offers, and what could not be listed. A broken provider never hides the others. */
export async function listModels(dependencies: ListModelsDependencies): Promise<ModelsResponse> {
  const { access } = dependencies;
  const listed = access.connections.map(async (connection) => withFacts(await listingOf(connection, dependencies), connection));
  const listings = await Promise.all(listed);
  const matcher = new SecretMatcher(secretsOf(access));
  const named = listings.flatMap((listing) => ('models' in listing ? listing.models : []));
  const models = named.map((model) => ({ ...model, id: matcher.redact(model.id), name: matcher.redact(model.name) }));
  const { connections: held = [], why: message = '' } = access.withheld ?? {};
  const problems = [
    ...listings.flatMap((listing) => ('problem' in listing ? [listing.problem] : [])),
    ...held.map(({ id: connectionId, name: provider }) => ({ connectionId, provider, message })),
  ];
  const connections = access.connections.map(({ id, name }) => ({ id, name }));
  return { models, problems, connections, defaultModelId: models[0]?.id ?? DEMO_MODEL_ID };
}

async function withFacts(listing: Listing, connection: Connection): Promise<Listing> {
  if ('problem' in listing) return { problem: { ...listing.problem, connectionId: connection.id } };
  return { models: withTableFacts(listing.models, connection, await loadModelTable()) };
}

async function listingOf(connection: Connection, { access, signal, timeoutMs }: ListModelsDependencies): Promise<Listing> {
  const provider = access.providers.find(({ id }) => id === connection.providerId);
  if (provider === undefined) return { problem: { provider: connection.name, message: 'This server does not know its kind of provider.' } };
  // Held by its timer: of a signal made by `AbortSignal.timeout` Node 20 can lose the last hold in `AbortSignal.any`, and it never fires.
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new DOMException('It took too long.', 'TimeoutError')), timeoutMs);
  const either = AbortSignal.any([signal, late.signal]);
  const { id: connectionId, values } = connection;
  try {
    const models = await provider.listModels({ connectionId, values, fetch: access.fetchFor(connection), signal: either });
    if (models.length > 0) return { models };
    return { problem: { provider: connection.name, message: `${connection.name} lists no model that can chat.` } };
  } catch (error) {
    const said = error instanceof ModelListError ? error.message : 'Its models could not be listed.';
    const message = connection.owner === 'user' ? withoutVariables(said, provider) : said;
    return { problem: { provider: connection.name, message: redact(message, secretsOf(access)) } };
  } finally {
    clearTimeout(timer);
  }
}
