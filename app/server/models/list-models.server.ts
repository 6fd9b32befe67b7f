import { DEMO_MODEL_ID, type ModelInfo, type ModelsResponse } from '../../lib/protocol/models.ts';
import { SecretMatcher } from '../step/secret-matcher.server.ts';
import { redact } from '../step/to-safe-text.server.ts';
import { type ModelEnvironment, secretsOf } from './model-environment.server.ts';
import { ModelListError, type ModelProvider } from './model-provider.server.ts';

export interface ListModelsDependencies {
  providers: readonly ModelProvider[];
  environment: ModelEnvironment;
  fetch: typeof globalThis.fetch;
  signal: AbortSignal;
  /** A provider that has not answered by then is named a problem. Milliseconds. */
  timeoutMs: number;
}

type Listing = { models: ModelInfo[] } | { problem: { provider: string; message: string } };

/** What every configured provider offers, and what could not be listed. A broken provider never hides the others. */
export async function listModels(dependencies: ListModelsDependencies): Promise<ModelsResponse> {
  const { providers, environment } = dependencies;
  const configured = providers.filter((provider) => provider.isConfigured(environment));
  const listings = await Promise.all(configured.map((provider) => listingOf(provider, dependencies)));
  const matcher = new SecretMatcher(secretsOf(environment));
  const named = listings.flatMap((listing) => ('models' in listing ? listing.models : []));
  const models = named.map((model) => ({ ...model, id: matcher.redact(model.id), name: matcher.redact(model.name) }));
  const problems = listings.flatMap((listing) => ('problem' in listing ? [listing.problem] : []));
  return { models, problems, defaultModelId: models[0]?.id ?? DEMO_MODEL_ID };
}

async function listingOf(provider: ModelProvider, dependencies: ListModelsDependencies): Promise<Listing> {
  const { environment, fetch, timeoutMs } = dependencies;
  const signal = AbortSignal.any([dependencies.signal, AbortSignal.timeout(timeoutMs)]);
  try {
    const models = await provider.listModels({ environment, fetch, signal });
    if (models.length > 0) return { models: models.map((model) => withSearch(model, provider, environment)) };
    return { problem: { provider: provider.name, message: `${provider.name} lists no model that can chat.` } };
  } catch (error) {
    const message = error instanceof ModelListError ? error.message : 'Its models could not be listed.';
    return { problem: { provider: provider.name, message: redact(message, secretsOf(environment)) } };
  }
}

function withSearch(model: ModelInfo, provider: ModelProvider, environment: ModelEnvironment): ModelInfo {
  const name = model.id.slice(provider.id.length + 1);
  return provider.createModel(name, environment).searchTools === undefined ? model : { ...model, searchesWeb: true };
}
