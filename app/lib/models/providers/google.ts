import type { SharedV3ProviderOptions } from '@ai-sdk/provider';
import { z } from 'zod';
import type { ModelInfo } from '../../protocol/models/models.ts';
import { toldTokensSchema } from '../../protocol/models/told-number.ts';
import type { ReasoningEffort } from '../../protocol/settings.ts';
import type { ConnectionField, ConnectionValues } from '../connection.ts';
import { fetchModelList } from '../fetch-model-list.ts';
import { modelNamesFrom } from '../model-names.ts';
import type { ChosenModel, ListingRequest, ModelProvider, ModelRequest } from '../model-provider.ts';
import { apiKeyField, baseUrlField, modelsField } from '../provider-fields.ts';
import { GeminiRepair } from '../wire/gemini-repair.ts';
import { repairedFetch } from '../wire/repaired-fetch.ts';

const DEFAULT_BASE_URL = 'https://generativelanguage.googleapis.com/v1beta';

/** Models that support `generateContent` but are not made for a chat with tools. */
const OTHER_PURPOSE = /embed|imagen|image|tts|audio|live|veo|aqa|robotics|computer-use/i;
const SMALLER = /flash|lite|nano|gemma/;
const PREVIEW = /preview|exp|latest|-\d{3}$/;

const THINKS = /^gemini-(?:2\.5|[3-9])/;
/** Models that take a budget of thinking tokens. */
const BUDGETED = /^gemini-2\.5/;
const BUDGETS: Readonly<Record<ReasoningEffort, number>> = { none: 0, low: 1_024, medium: 8_192, high: 24_576 };
/** For the larger models. */
const SMALLEST_BUDGET = 128;

const FIELDS: readonly ConnectionField[] = [
  apiKeyField('GOOGLE_GENERATIVE_AI_API_KEY'),
  baseUrlField('GOOGLE_BASE_URL', DEFAULT_BASE_URL),
  modelsField('GOOGLE_MODELS', 'Google'),
];

const listSchema = z.object({
  models: z.array(
    z.object({
      name: z.string().min(1).max(180),
      displayName: z.string().max(200).optional(),
      inputTokenLimit: toldTokensSchema,
      outputTokenLimit: toldTokensSchema,
      thinking: z.boolean().optional(),
      supportedGenerationMethods: z.array(z.string()).optional(),
    }),
  ),
});

/** Google's Gemini API. `baseUrl` is the `/v1beta` address of a compatible endpoint; `models` (comma-separated) replaces the endpoint's own list. */
export const googleProvider: ModelProvider = {
  id: 'google',
  name: 'Google',
  fields: FIELDS,
  keyPage: 'https://aistudio.google.com/apikey',
  isComplete: (values) => values.has('apiKey') || values.has('baseUrl'),
  listModels,
  createModel,
};

async function listModels({ connectionId, values, fetch, signal }: ListingRequest): Promise<ModelInfo[]> {
  const named = modelNamesFrom(values.get('models'));
  if (named.length > 0) return named.map((name) => ({ id: `${connectionId}:${name}`, provider: 'google', name, searchesWeb: true }));
  const headers = new Headers();
  const key = values.get('apiKey');
  // In a header, because addresses end up in logs.
  if (key !== undefined) headers.set('x-goog-api-key', key);
  const url = `${baseUrlOf(values)}/models?pageSize=1000`;
  const { models } = await fetchModelList({ url, headers, schema: listSchema, fetch, signal, fields: FIELDS });
  return models
    .filter((model) => model.supportedGenerationMethods?.includes('generateContent') ?? true)
    .map((model) => ({ ...model, name: model.name.replace(/^models\//, '') }))
    .filter((model) => !OTHER_PURPOSE.test(model.name))
    .sort((a, b) => rankOf(a.name) - rankOf(b.name) || b.name.localeCompare(a.name, 'en', { numeric: true }))
    .map((model) => ({
      id: `${connectionId}:${model.name}`,
      provider: 'google',
      name: model.displayName ?? model.name,
      ...(model.inputTokenLimit === undefined ? {} : { contextWindow: model.inputTokenLimit }),
      ...(model.outputTokenLimit === undefined ? {} : { maxOutputTokens: model.outputTokenLimit }),
      ...(model.thinking === undefined ? {} : { reasons: model.thinking }),
      searchesWeb: true as const,
    }));
}

async function createModel({ modelName, values, fetch }: ModelRequest): Promise<ChosenModel> {
  const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
  const provider = createGoogleGenerativeAI({
    baseURL: baseUrlOf(values),
    apiKey: values.get('apiKey') ?? 'none',
    fetch: repairedFetch(fetch, () => new GeminiRepair()),
  });
  return {
    model: provider(modelName),
    searchTools: { google_search: provider.tools.googleSearch({}) },
    ...(THINKS.test(modelName) ? { reasoningOptions: (effort: ReasoningEffort) => reasoningOptions(modelName, effort) } : {}),
  };
}

/** Gemini 2.5 takes a token budget, later models a level; the larger models always think. */
function reasoningOptions(modelName: string, effort: ReasoningEffort): SharedV3ProviderOptions {
  const isLarge = modelName.includes('pro');
  const includeThoughts = effort !== 'none';
  if (BUDGETED.test(modelName)) {
    const thinkingBudget = effort === 'none' && isLarge ? SMALLEST_BUDGET : BUDGETS[effort];
    return { google: { thinkingConfig: { thinkingBudget, includeThoughts } } };
  }
  const least = isLarge ? 'low' : 'minimal';
  return { google: { thinkingConfig: { thinkingLevel: effort === 'none' ? least : effort, includeThoughts } } };
}

function baseUrlOf(values: ConnectionValues): string {
  return (values.get('baseUrl') ?? DEFAULT_BASE_URL).replace(/\/+$/, '');
}

function rankOf(name: string): number {
  return (PREVIEW.test(name) ? 2 : 0) + (SMALLER.test(name) ? 1 : 0);
}
