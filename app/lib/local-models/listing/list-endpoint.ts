import type { LocalEndpoint } from '../../protocol/models/local-endpoint.ts';
import type { LocalModelsAnswer } from '../local-request.ts';
import { listModelsByKind } from './list-models-by-kind.ts';
import type { WhyUnreachable } from './why-unreachable.ts';

/** Lists the models of an endpoint, or returns one of the usual reasons why that failed. */
export async function listEndpoint(
  endpoint: LocalEndpoint,
  { fetch, whyUnreachable }: { fetch: typeof globalThis.fetch; whyUnreachable: WhyUnreachable },
  signal: AbortSignal,
): Promise<LocalModelsAnswer> {
  const { id: connectionId, kind, address } = endpoint;
  try {
    const models = await listModelsByKind[kind]({ connectionId, address, fetch, signal });
    if (models === null) return { state: 'failed', problem: 'other-kind' };
    return models.length === 0 ? { state: 'failed', problem: 'empty' } : { state: 'listed', models };
  } catch {
    return { state: 'failed', problem: signal.aborted ? 'silent' : await whyUnreachable(address) };
  }
}
