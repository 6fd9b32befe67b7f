import type { LanguageModelV3, SharedV3ProviderOptions } from '@ai-sdk/provider';
import type { ToolSet } from 'ai';
import type { ModelInfo } from '../protocol/models/models.ts';
import type { ReasoningEffort } from '../protocol/settings.ts';
import { ReasonError } from '../protocol/texts/reason-error.ts';
import type { ConnectionField, ConnectionValues } from './connection.ts';

export interface ChosenModel {
  model: LanguageModelV3;
  /** Sent with every step. */
  providerOptions?: SharedV3ProviderOptions;
  /** The provider's own web search tool, which the provider runs; absent if it has none. */
  searchTools?: ToolSet;
  /** Options for this amount of thinking; absent if it cannot be chosen. */
  reasoningOptions?(effort: ReasoningEffort): SharedV3ProviderOptions;
  /**
   * Set on the last part of a stable beginning, for providers that cache only marked parts; absent if caching is automatic or not
   * available.
   */
  cacheOptions?: SharedV3ProviderOptions;
}

export interface ListingRequest {
  /** The connection whose models are listed. */
  connectionId: string;
  values: ConnectionValues;
  fetch: typeof globalThis.fetch;
  signal: AbortSignal;
}

export interface ModelRequest {
  modelName: string;
  values: ConnectionValues;
  /** Already limited to allowed addresses (`streamingProviderFetch` over the requester's network). */
  fetch: typeof globalThis.fetch;
}

/** One kind of model source. To add one: a file like `providers/openai.ts`, its test, and a line in the list of wherever it can run. */
export interface ModelProvider {
  readonly id: string;
  /** Shown to users. */
  readonly name: string;
  /** Its fields, in form order; empty if it needs none. */
  readonly fields: readonly ConnectionField[];
  /** Address where users get a key. */
  readonly keyPage?: string;
  /** Whether these values are enough to send a request. */
  isComplete(values: ConnectionValues): boolean;
  /**
   * The available models, best default first, with `searchesWeb` if `createModel` provides search tools. Rejects with a
   * `ModelListError` if the endpoint does not list them.
   */
  listModels(request: ListingRequest): Promise<ModelInfo[]>;
  /** Loads the provider's SDK, so the first call takes a moment. */
  createModel(request: ModelRequest): Promise<ChosenModel>;
}

/** Why a provider's models could not be listed; the message is safe to show and says what to do. */
export class ModelListError extends ReasonError {
  override readonly name = 'ModelListError';
}
