import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { z } from 'zod';
import type { ModelInfo } from '../../lib/protocol/models.ts';
import { fetchModelList } from './fetch-model-list.server.ts';
import type { ModelEnvironment } from './model-environment.server.ts';
import { modelNamesFrom } from './model-names.server.ts';
import type { ChosenModel, ListingRequest, ModelProvider } from './model-provider.server.ts';
import { streamingProviderFetch } from './provider-fetch.server.ts';

const DEFAULT_BASE_URL = 'https://generativelanguage.googleapis.com/v1beta';

/** Models that take `generateContent` but are not made for a chat with tools. */
const OTHER_PURPOSE = /embed|imagen|image|tts|audio|live|veo|aqa|robotics|computer-use/i;
const SMALLER = /flash|lite|nano|gemma/;
const PREVIEW = /preview|exp|latest|-\d{3}$/;

const SETTINGS = { key: 'GOOGLE_GENERATIVE_AI_API_KEY', baseUrl: 'GOOGLE_BASE_URL', models: 'GOOGLE_MODELS' };

const listSchema = z.object({
  models: z.array(
    z.object({
      name: z.string().min(1).max(180),
      displayName: z.string().max(200).optional(),
      inputTokenLimit: z.number().int().positive().optional(),
      supportedGenerationMethods: z.array(z.string()).optional(),
    }),
  ),
});

/**
 * Google's Gemini API. `GOOGLE_BASE_URL` names a compatible endpoint (its `/v1beta`); `GOOGLE_MODELS` (comma-separated)
 * replaces the endpoint's own list.
 */
export const googleProvider: ModelProvider = {
  id: 'google',
  name: 'Google',
  isConfigured: (environment) => environment.has('GOOGLE_GENERATIVE_AI_API_KEY') || environment.has('GOOGLE_BASE_URL'),
  listModels,
  createModel,
};

async function listModels({ environment, fetch, signal }: ListingRequest): Promise<ModelInfo[]> {
  const named = modelNamesFrom(environment.get('GOOGLE_MODELS'));
  if (named.length > 0) return named.map((name) => ({ id: `google:${name}`, provider: 'google', name }));
  const headers = new Headers();
  const key = environment.get('GOOGLE_GENERATIVE_AI_API_KEY');
  // In a header and not in the address: addresses end up in logs.
  if (key !== undefined) headers.set('x-goog-api-key', key);
  const url = `${baseUrlOf(environment)}/models?pageSize=1000`;
  const { models } = await fetchModelList({ url, headers, schema: listSchema, fetch, signal, settings: SETTINGS });
  return models
    .filter((model) => model.supportedGenerationMethods?.includes('generateContent') ?? true)
    .map((model) => ({ ...model, name: model.name.replace(/^models\//, '') }))
    .filter((model) => !OTHER_PURPOSE.test(model.name))
    .sort((a, b) => rankOf(a.name) - rankOf(b.name) || b.name.localeCompare(a.name, 'en', { numeric: true }))
    .map((model) => ({
      id: `google:${model.name}`,
      provider: 'google',
      name: model.displayName ?? model.name,
      ...(model.inputTokenLimit === undefined ? {} : { contextWindow: model.inputTokenLimit }),
    }));
}

function createModel(modelName: string, environment: ModelEnvironment): ChosenModel {
  const provider = createGoogleGenerativeAI({
    baseURL: baseUrlOf(environment),
    apiKey: environment.get('GOOGLE_GENERATIVE_AI_API_KEY') ?? 'none',
    fetch: streamingProviderFetch(),
  });
  return { model: provider(modelName), searchTools: { google_search: provider.tools.googleSearch({}) } };
}

function baseUrlOf(environment: ModelEnvironment): string {
  return (environment.get('GOOGLE_BASE_URL') ?? DEFAULT_BASE_URL).replace(/\/+$/, '');
}

function rankOf(name: string): number {
  return (PREVIEW.test(name) ? 2 : 0) + (SMALLER.test(name) ? 1 : 0);
}
