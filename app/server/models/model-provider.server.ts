import type { LanguageModelV3, SharedV3ProviderOptions } from '@ai-sdk/provider';
import type { ToolSet } from 'ai';
import type { ModelInfo } from '../../lib/protocol/models.ts';
import type { ModelEnvironment } from './model-environment.server.ts';

export interface ChosenModel {
  model: LanguageModelV3;
  /** Sent along with every step. */
  providerOptions?: SharedV3ProviderOptions;
  /** The provider's own tool that searches the web, which it runs itself. Absent: it has none. */
  searchTools?: ToolSet;
}

export interface ListingRequest {
  environment: ModelEnvironment;
  fetch: typeof globalThis.fetch;
  signal: AbortSignal;
}

/** One source of models. To add one: a file like `openai.server.ts`, its test, and a line in `model-providers.server.ts`. */
export interface ModelProvider {
  /** The part of a model's id before the colon. */
  readonly id: string;
  /** Shown to people. */
  readonly name: string;
  isConfigured(environment: ModelEnvironment): boolean;
  /** The models to choose from, the best default first. Rejects with a `ModelListError` where the endpoint does not tell. */
  listModels(request: ListingRequest): Promise<ModelInfo[]>;
  createModel(modelName: string, environment: ModelEnvironment): ChosenModel;
}

/** Why a provider's models could not be listed; the message is safe to show and says what to do. */
export class ModelListError extends Error {
  override readonly name = 'ModelListError';
}
