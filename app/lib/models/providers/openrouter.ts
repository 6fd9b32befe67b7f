import { z } from 'zod';
import type { ModelInfo } from '../../protocol/models/models.ts';
import { toldTokensSchema } from '../../protocol/models/told-number.ts';
import { baseUrlOf } from '../base-url.ts';
import type { ConnectionField } from '../connection.ts';
import { listBearerModels } from '../list-bearer-models.ts';
import type { ChosenModel, ModelProvider, ModelRequest } from '../model-provider.ts';
import { apiKeyField, baseUrlField, modelsField } from '../provider-fields.ts';
import { ChatRepair } from '../wire/chat-repair.ts';
import { repairedFetch } from '../wire/repaired-fetch.ts';

const DEFAULT_BASE_URL = 'https://openrouter.ai/api/v1';
/** This router chooses a model for each request. */
const ROUTER = 'openrouter/auto';
/** Results of one search; each costs tokens. */
const MAX_RESULTS = 5;

const FIELDS: readonly ConnectionField[] = [
  apiKeyField('OPENROUTER_API_KEY'),
  baseUrlField('OPENROUTER_BASE_URL', DEFAULT_BASE_URL),
  modelsField('OPENROUTER_MODELS', 'OpenRouter'),
];

const modelSchema = z.object({
  id: z.string().min(1).max(180),
  name: z.string().max(200).optional(),
  context_length: toldTokensSchema,
  /** US dollars per token, as text; `-1` if it varies. */
  pricing: z
    .object({
      prompt: z.string(),
      completion: z.string(),
      input_cache_read: z.string().optional(),
      input_cache_write: z.string().optional(),
    })
    .nullish(),
  architecture: z.object({ input_modalities: z.array(z.string()).optional(), output_modalities: z.array(z.string()).optional() }).nullish(),
  supported_parameters: z.array(z.string()).nullish(),
  top_provider: z.object({ max_completion_tokens: toldTokensSchema }).nullish(),
});
type Listed = z.infer<typeof modelSchema>;

export const openrouterProvider: ModelProvider = {
  id: 'openrouter',
  name: 'OpenRouter',
  fields: FIELDS,
  keyPage: 'https://openrouter.ai/settings/keys',
  isComplete: (values) => values.has('apiKey'),
  listModels: (request) =>
    listBearerModels(request, {
      providerId: 'openrouter',
      baseUrl: baseUrlOf(request.values, DEFAULT_BASE_URL),
      fields: FIELDS,
      schema: z.object({ data: z.array(modelSchema) }),
      chats: ({ architecture }) => architecture?.output_modalities?.includes('text') ?? true,
      rankOf: ({ id, supported_parameters: parameters }) => (id === ROUTER ? 0 : (parameters?.includes('tools') ?? true) ? 1 : 2),
      factsOf: (_id, listed) => (listed === undefined ? {} : factsOf(listed)),
    }),
  createModel,
};

function factsOf({ name, context_length: window, architecture, supported_parameters: parameters, top_provider: top, pricing }: Listed) {
  const price = priceOf(pricing);
  const output = top?.max_completion_tokens;
  const modalities = architecture?.input_modalities;
  return {
    ...(name === undefined ? {} : { name }),
    ...(typeof window === 'number' ? { contextWindow: window } : {}),
    ...(typeof output === 'number' ? { maxOutputTokens: output } : {}),
    ...(Array.isArray(parameters) ? { callsTools: parameters.includes('tools'), reasons: parameters.includes('reasoning') } : {}),
    // OpenRouter itself searches, for every model that calls tools.
    ...(parameters?.includes('tools') ? { searchesWeb: true as const } : {}),
    ...(modalities === undefined ? {} : { seesImages: modalities.includes('image') }),
    ...(price === undefined ? {} : { price }),
  };
}

function priceOf(pricing: Listed['pricing']): ModelInfo['price'] {
  const [input, output] = [perMillion(pricing?.prompt), perMillion(pricing?.completion)];
  if (input === undefined || output === undefined) return undefined;
  const [cacheRead, cacheWrite] = [perMillion(pricing?.input_cache_read), perMillion(pricing?.input_cache_write)];
  return { input, output, ...(cacheRead === undefined ? {} : { cacheRead }), ...(cacheWrite === undefined ? {} : { cacheWrite }) };
}

/** Absent if it is not a price. */
function perMillion(dollarsForOne: string | undefined): number | undefined {
  const price = Number(dollarsForOne ?? Number.NaN);
  // Rounded to remove binary fractions: 0.0000015 becomes 1.5, not 1.4999999999999998.
  return Number.isFinite(price) && price >= 0 ? Number((price * 1_000_000).toPrecision(12)) : undefined;
}

async function createModel({ modelName, values, fetch }: ModelRequest): Promise<ChosenModel> {
  const { createOpenRouter } = await import('@openrouter/ai-sdk-provider');
  const provider = createOpenRouter({
    baseURL: baseUrlOf(values, DEFAULT_BASE_URL),
    apiKey: values.get('apiKey') ?? '',
    // Without it, streams report no usage.
    compatibility: 'strict',
    fetch: repairedFetch(fetch, () => new ChatRepair()),
  });
  return {
    model: provider.chat(modelName),
    searchTools: { web_search: provider.tools.webSearch({ maxResults: MAX_RESULTS }) },
    // Models that cannot think ignore it.
    reasoningOptions: (effort) => ({ openrouter: { reasoning: { effort } } }),
    ...(modelName.startsWith('anthropic/') ? { cacheOptions: { openrouter: { cacheControl: { type: 'ephemeral' } } } } : {}),
  };
}
