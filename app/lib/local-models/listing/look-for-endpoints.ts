import { localKindSchema } from '../../protocol/models/local-endpoint.ts';
import type { LookAnswer, LookPlace } from '../local-request.ts';
import { listModelsByKind } from './list-models-by-kind.ts';
import { whyUnreachable } from './why-unreachable.ts';

/** A server on this computer answers at once, or not at all. Milliseconds. */
const PATIENCE = 2_500;

/** Asks each place what it is; all at once. */
export function lookForEndpoints(places: readonly LookPlace[], fetch: typeof globalThis.fetch, signal: AbortSignal): Promise<LookAnswer> {
  return Promise.all(places.map((place) => lookAt(place, fetch, AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]))));
}

async function lookAt({ address, kind }: LookPlace, fetch: typeof globalThis.fetch, signal: AbortSignal): Promise<LookAnswer[number]> {
  const kinds = kind === undefined ? localKindSchema.options : [kind];
  for (const each of kinds) {
    // Their own lists are at the root, whatever was typed behind the host.
    const at = each === 'openai-compatible' ? compatibleAddress(address) : new URL(address).origin;
    try {
      const models = await listModelsByKind[each]({ connectionId: 'local-look', address: at, fetch, signal });
      if (models !== null) return { state: 'answers', address: at, kind: each, models: models.length };
    } catch {
      const problem = signal.aborted ? 'silent' : await whyUnreachable(address);
      return { state: 'failed', problem, address };
    }
  }
  return { state: 'failed', problem: 'other-kind', address };
}

/** Its models are below `/v1` unless something else was typed. */
function compatibleAddress(address: string): string {
  return new URL(address).pathname === '/' ? `${new URL(address).origin}/v1` : address;
}
