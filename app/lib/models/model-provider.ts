import type { LanguageModelV3, SharedV3ProviderOptions } from '@ai-sdk/provider';
import type { ToolSet } from 'ai';
import type { ModelInfo } from '../protocol/models/models.ts';
import type { ReasoningEffort } from '../protocol/settings.ts';
import { ReasonError } from '../protocol/texts/reason-error.ts';
import type { ConnectionField, ConnectionValues } from './connection.ts';

export interface ChosenModel {
  model: LanguageModelV3;
  /** Sent along with every step. */
  providerOptions?: SharedV3ProviderOptions;
  /** The provider's own tool that searches the web, which it runs itself. Absent: it has none. */
  searchTools?: ToolSet;
  /** Options that make it think so much. Absent: that cannot be chosen. */
  reasoningOptions?(effort: ReasoningEffort): SharedV3ProviderOptions;
  /** Put on the last part of a stable beginning, where the provider keeps only what is marked. Absent: it keeps by itself, or nothing. */
  cacheOptions?: SharedV3ProviderOptions;
}

export interface ListingRequest {
  /** Of the connection whose models are listed. */
  connectionId: string;
  values: ConnectionValues;
  fetch: typeof globalThis.fetch;
  signal: AbortSignal;
}

export interface ModelRequest {
  modelName: string;
  values: ConnectionValues;
  /** Already held to what may be reached (`streamingProviderFetch` over the network of whoever asks). */
  fetch: typeof globalThis.fetch;
}

/** One kind of source of models. To add one: a file like `providers/openai.ts`, its test, and a line in the list of whoever can run it. */
export interface ModelProvider {
  readonly id: string;
  /** Shown to people. */
  readonly name: string;
  /** What it is given, in the order in which a form asks for it. Empty: it needs nothing. */
  readonly fields: readonly ConnectionField[];
  /** Where its users get a key; an address. */
  readonly keyPage?: string;
  /** Whether these values suffice to ask it. */
  isComplete(values: ConnectionValues): boolean;
  /** The models to choose from, the best default first, with `searchesWeb` where `createModel` gives search tools. Rejects with a `ModelListError` where the endpoint does not tell. */
  listModels(request: ListingRequest): Promise<ModelInfo[]>;
  /** Loads the provider's SDK, which is why it takes a moment the first time. */
  createModel(request: ModelRequest): Promise<ChosenModel>;
}

/** Why a provider's models could not be listed; the message is safe to show and says what to do. */
export class ModelListError extends ReasonError {
  override readonly name = 'ModelListError';
}
