import type { ModelInfo } from '../protocol/models/models.ts';

export interface LocalListing {
  /** Of the endpoint: before the colon in its models' ids. */
  connectionId: string;
  address: string;
  fetch: typeof globalThis.fetch;
  signal: AbortSignal;
}

/** The models of an endpoint of one kind; null where the endpoint is not of that kind. Rejects where nobody answers. */
export type ListLocalModels = (listing: LocalListing) => Promise<ModelInfo[] | null>;
