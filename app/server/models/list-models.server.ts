import type { Connection } from '../../lib/models/connection.ts';
import { type ModelAccess, secretsOf } from '../../lib/models/model-access.ts';
import { ModelListError } from '../../lib/models/model-provider.ts';
import { DEMO_MODEL_ID, type ModelInfo, type ModelsResponse } from '../../lib/protocol/models/models.ts';
import { mapReason } from '../../lib/protocol/texts/map-reason.ts';
import { because, type Reason, reasonText } from '../../lib/protocol/texts/reason.ts';
import { SecretMatcher } from '../../lib/step/secret-matcher.ts';
import { redact } from '../../lib/step/to-safe-text.ts';
import { withoutVariables } from '../connections/without-variables.server.ts';
import { loadModelTable, withTableFacts } from './table/with-table-facts.server.ts';

export interface ListModelsDependencies {
  access: ModelAccess;
  signal: AbortSignal;
  /** Milliseconds. A provider that has not answered by then is reported as a problem. */
  timeoutMs: number;
}

type Problem = ModelsResponse['problems'][number];
type Listing = { models: ModelInfo[] } | { problem: Problem };

/** Lists the models of all connections, and the lists that failed. A broken provider never hides the others. */
export async function listModels(dependencies: ListModelsDependencies): Promise<ModelsResponse> {
  const { access } = dependencies;
  const listed = access.connections.map(async (connection) => withFacts(await listingOf(connection, dependencies), connection));
  const listings = await Promise.all(listed);
  const matcher = new SecretMatcher(secretsOf(access));
  const named = listings.flatMap((listing) => ('models' in listing ? listing.models : []));
  const models = named.map((model) => ({ ...model, id: matcher.redact(model.id), name: matcher.redact(model.name) }));
  const { withheld } = access;
  const problems = [
    ...listings.flatMap((listing) => ('problem' in listing ? [listing.problem] : [])),
    ...(withheld === undefined ? [] : withheld.connections.map((connection) => withheldProblem(connection, withheld))),
  ];
  const connections = access.connections.map(({ id, name }) => ({ id, name }));
  return { models, problems, connections, defaultModelId: models[0]?.id ?? DEMO_MODEL_ID };
}

function withheldProblem({ id, name }: Connection, { why, reason }: NonNullable<ModelAccess['withheld']>): Problem {
  return { connectionId: id, provider: name, message: why, ...(reason === undefined ? {} : { reason }) };
}

async function withFacts(listing: Listing, connection: Connection): Promise<Listing> {
  if ('problem' in listing) return { problem: { ...listing.problem, connectionId: connection.id } };
  return { models: withTableFacts(listing.models, connection, await loadModelTable()) };
}

async function listingOf(connection: Connection, { access, signal, timeoutMs }: ListModelsDependencies): Promise<Listing> {
  const provider = access.providers.find(({ id }) => id === connection.providerId);
  const problem = (reason: Reason): Listing => ({ problem: { provider: connection.name, message: reasonText(reason), reason } });
  if (provider === undefined) return problem(because('This server does not know its kind of provider.'));
  // A timer, not `AbortSignal.timeout`: in Node 20, `AbortSignal.any` can lose the last reference to such a signal, and it never fires.
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new DOMException('It took too long.', 'TimeoutError')), timeoutMs);
  const either = AbortSignal.any([signal, late.signal]);
  const { id: connectionId, values } = connection;
  try {
    const models = await provider.listModels({ connectionId, values, fetch: access.fetchFor(connection), signal: either });
    if (models.length > 0) return { models };
    return problem(because('{name} lists no model that can chat.', { name: connection.name }));
  } catch (error) {
    const why = error instanceof ModelListError ? error.reason : because('Its models could not be listed.');
    const named = connection.owner === 'user' ? withoutVariables(why) : why;
    return problem(mapReason(named, (text) => redact(text, secretsOf(access))));
  } finally {
    clearTimeout(timer);
  }
}
