import type { ModelInfo } from '../protocol/models/models.ts';

export interface LocalListing {
  /** The connection's id: the part of its models' ids before the colon. */
  connectionId: string;
  address: string;
  fetch: typeof globalThis.fetch;
  signal: AbortSignal;
}

/** Lists the models of one kind of endpoint; null if the endpoint is of another kind. Rejects if it cannot be reached. */
export type ListLocalModels = (listing: LocalListing) => Promise<ModelInfo[] | null>;
