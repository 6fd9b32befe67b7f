import type { z } from 'zod';
import { answerStep } from '../../models/answer-step.ts';
import type { Connection } from '../../models/connection.ts';
import type { ModelAccess } from '../../models/model-access.ts';
import type { LocalEndpoint } from '../../protocol/models/local-endpoint.ts';
import type { localStepSchema } from '../local-request.ts';
import { localProviders } from './local-providers.ts';

/** Answers one model step in this browser as `/api/chat` does, with the user's own endpoints as connections. */
export function answerLocalStep(
  { endpoints, contextTokens, step, offers }: z.infer<typeof localStepSchema>,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): Promise<Response> {
  const access: ModelAccess = {
    providers: localProviders,
    connections: endpoints.map((endpoint) => toConnection(endpoint, contextTokens)),
    fetchFor: () => fetch,
  };
  return answerStep(step, { access, offers: { ok: true, value: offers }, signal });
}

/** Loads the code that a step of this endpoint needs, without a request. */
export async function prepareLocalStep(endpoint: LocalEndpoint, fetch: typeof globalThis.fetch): Promise<void> {
  const { values } = toConnection(endpoint, undefined);
  await localProviders.find(({ id }) => id === endpoint.kind)?.createModel({ modelName: 'none', values, fetch });
}

function toConnection({ id, kind, name, address }: LocalEndpoint, contextTokens: number | undefined): Connection {
  const values = new Map([['address', address]]);
  if (contextTokens !== undefined) values.set('contextTokens', String(contextTokens));
  return { id, providerId: kind, name, values, owner: 'user' };
}
