import { localKindSchema } from '../../protocol/models/local-endpoint.ts';
import type { LookAnswer, LookPlace } from '../../protocol/models/local-look.ts';
import { listModelsByKind } from './list-models-by-kind.ts';
import type { WhyUnreachable } from './why-unreachable.ts';

/** Milliseconds to wait for a server on this computer, which responds at once or not at all; longer if the browser asks the user first. */
const PATIENCE = 2_500;
const PATIENCE_WITH_USER = 60_000;

export interface LookSurroundings {
  fetch: typeof globalThis.fetch;
  whyUnreachable: WhyUnreachable;
  /** Whether the browser will ask the user if this page may access the local network. */
  mayBeAskedAbout(): Promise<boolean>;
}

/** Looks at all places in parallel. */
export async function lookForEndpoints(
  places: readonly LookPlace[],
  surroundings: LookSurroundings,
  signal: AbortSignal,
): Promise<LookAnswer> {
  const patience = (await surroundings.mayBeAskedAbout()) ? PATIENCE_WITH_USER : PATIENCE;
  return Promise.all(places.map((place) => lookAt(place, surroundings, AbortSignal.any([signal, AbortSignal.timeout(patience)]))));
}

async function lookAt(
  { address, kind }: LookPlace,
  { fetch, whyUnreachable }: LookSurroundings,
  signal: AbortSignal,
): Promise<LookAnswer[number]> {
  const kinds = kind === undefined ? localKindSchema.options : [kind];
  for (const each of kinds) {
    // These kinds have their lists at the root, whatever path was typed.
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

/** Adds `/v1`, unless another path was typed. */
function compatibleAddress(address: string): string {
  return new URL(address).pathname === '/' ? `${new URL(address).origin}/v1` : address;
}
