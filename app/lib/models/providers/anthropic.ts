import type { SharedV3ProviderOptions } from '@ai-sdk/provider';
import { z } from 'zod';
import type { ModelInfo } from '../../protocol/models/models.ts';
import type { ReasoningEffort } from '../../protocol/settings.ts';
import { claudeThinking, THINKING_BUDGETS } from '../claude-thinking.ts';
import type { ConnectionField, ConnectionValues } from '../connection.ts';
import { fetchModelList } from '../fetch-model-list.ts';
import { modelNamesFrom } from '../model-names.ts';
import type { ChosenModel, ListingRequest, ModelProvider, ModelRequest } from '../model-provider.ts';
import { apiKeyField, baseUrlField, modelsField } from '../provider-fields.ts';
import { thinkingWithThoughts } from '../thinking-with-thoughts.ts';
import { AnthropicRepair } from '../wire/anthropic-repair.ts';
import { repairedFetch } from '../wire/repaired-fetch.ts';
import { withoutHeader } from '../without-header.ts';

const DEFAULT_BASE_URL = 'https://api.anthropic.com/v1';
/** A page has at most 1000 models; a server with more pages than this is considered endless. */
const MAX_PAGES = 5;
/** The most searches per request, because each costs money. */
const MAX_SEARCHES = 5;

const FIELDS: readonly ConnectionField[] = [
  apiKeyField('ANTHROPIC_API_KEY'),
  baseUrlField('ANTHROPIC_BASE_URL', DEFAULT_BASE_URL),
  modelsField('ANTHROPIC_MODELS', 'Anthropic'),
];

const SMALLER = /haiku/;
const supportSchema = z.object({ supported: z.boolean() });
const modelSchema = z.object({
  id: z.string().min(1).max(180),
  display_name: z.string().max(200).optional(),
  max_input_tokens: z.number().int().positive().nullish(),
  max_tokens: z.number().int().positive().nullish(),
  capabilities: z.object({ image_input: supportSchema.optional(), thinking: supportSchema.optional() }).nullish(),
});
const pageSchema = z.object({ data: z.array(modelSchema), has_more: z.boolean().optional(), last_id: z.string().max(180).nullish() });
type ListedModel = z.infer<typeof modelSchema>;

/** Anthropic, and every endpoint with its Messages API. `baseUrl` is accepted with and without `/v1`, because other tools leave it out. */
export const anthropicProvider: ModelProvider = {
  id: 'anthropic',
  name: 'Anthropic',
  fields: FIELDS,
  keyPage: 'https://console.anthropic.com/settings/keys',
  isComplete: (values) => values.has('apiKey') || values.has('baseUrl'),
  listModels,
  createModel,
};

async function listModels(request: ListingRequest): Promise<ModelInfo[]> {
  const { connectionId, values } = request;
  const named = modelNamesFrom(values.get('models'));
  const models = named.length > 0 ? named.map((id): ListedModel => ({ id })) : await askForModels(request);
  return models.map((model) => toModelInfo(model, connectionId));
}

async function askForModels({ values, fetch, signal }: ListingRequest): Promise<ListedModel[]> {
  const headers = new Headers({ 'anthropic-version': '2023-06-01' });
  const key = values.get('apiKey');
  if (key !== undefined) headers.set('x-api-key', key);
  const models: ListedModel[] = [];
  let after = '';
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const url = `${baseUrlOf(values)}/models?limit=1000${after}`;
    const {
      data,
      has_more: hasMore,
      last_id: last,
    } = await fetchModelList({ url, headers, schema: pageSchema, fetch, signal, fields: FIELDS });
    models.push(...data);
    if (hasMore !== true || typeof last !== 'string') break;
    after = `&after_id=${encodeURIComponent(last)}`;
  }
  // In the listed order, newest first.
  return models.sort((a, b) => Number(SMALLER.test(a.id)) - Number(SMALLER.test(b.id)));
}

function toModelInfo(
  { id, display_name: name, max_input_tokens: input, max_tokens: output, capabilities }: ListedModel,
  connectionId: string,
): ModelInfo {
  return {
    id: `${connectionId}:${id}`,
    provider: 'anthropic',
    name: name ?? id,
    ...(typeof input === 'number' ? { contextWindow: input } : {}),
    ...(typeof output === 'number' ? { maxOutputTokens: output } : {}),
    ...(capabilities?.image_input === undefined ? {} : { seesImages: capabilities.image_input.supported }),
    ...(capabilities?.thinking === undefined ? {} : { reasons: capabilities.thinking.supported }),
    ...(searchesWeb(id) ? { searchesWeb: true } : {}),
  };
}

async function createModel({ modelName, values, fetch }: ModelRequest): Promise<ChosenModel> {
  const { createAnthropic } = await import('@ai-sdk/anthropic');
  const { wrapLanguageModel } = await import('ai');
  const apiKey = values.get('apiKey');
  const provider = createAnthropic({
    baseURL: baseUrlOf(values),
    apiKey: apiKey ?? 'none',
    fetch: repairedFetch(apiKey === undefined ? withoutHeader('x-api-key', fetch) : fetch, () => new AnthropicRepair()),
  });
  return {
    model: wrapLanguageModel({ model: provider(modelName), middleware: thinkingWithThoughts(withoutBudget) }),
    cacheOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
    ...(searchesWeb(modelName) ? { searchTools: { web_search: provider.tools.webSearch_20250305({ maxUses: MAX_SEARCHES }) } } : {}),
    ...(claudeThinking(modelName) !== null ? { reasoningOptions: (effort: ReasoningEffort) => reasoningOptions(modelName, effort) } : {}),
  };
}

/** The SDK adds the budget to `max_tokens`, keeps both within the model's limits, and knows which models always think. */
function reasoningOptions(modelName: string, effort: ReasoningEffort): SharedV3ProviderOptions {
  const isAdaptive = claudeThinking(modelName) === 'adaptive';
  if (effort === 'none') return { anthropic: { thinking: { type: 'disabled' }, ...(isAdaptive ? { effort: 'low' } : {}) } };
  // Without `display` the newer models do not return their thoughts.
  if (isAdaptive) return { anthropic: { thinking: { type: 'adaptive', display: 'summarized' }, effort } };
  return { anthropic: { thinking: { type: 'enabled', budgetTokens: THINKING_BUDGETS[effort] } } };
}

/** The options without a thinking budget; null if there is none. Models that choose their own amount accept any history. */
function withoutBudget(options: SharedV3ProviderOptions): SharedV3ProviderOptions | null {
  const { thinking } = options['anthropic'] ?? {};
  const isBudgeted = typeof thinking === 'object' && thinking !== null && 'type' in thinking && thinking.type === 'enabled';
  return isBudgeted ? { ...options, anthropic: { ...options['anthropic'], thinking: { type: 'disabled' } } } : null;
}

function searchesWeb(modelName: string): boolean {
  return modelName.includes('claude');
}

function baseUrlOf(values: ConnectionValues): string {
  const url = (values.get('baseUrl') ?? DEFAULT_BASE_URL).replace(/\/+$/, '');
  return url.endsWith('/v1') ? url : `${url}/v1`;
}
