import { z } from 'zod';
import { listedWindow, listedWindowSchema } from '../../protocol/models/listed-window.ts';
import type { ModelInfo } from '../../protocol/models/models.ts';
import type { ConnectionField, ConnectionValues } from '../connection.ts';
import { fetchModelList, modelListIfThere } from '../fetch-model-list.ts';
import { modelNamesFrom } from '../model-names.ts';
import type { ChosenModel, ListingRequest, ModelProvider, ModelRequest } from '../model-provider.ts';
import { openaiThinking } from '../openai-thinking.ts';
import { apiKeyField, baseUrlField, modelsField } from '../provider-fields.ts';
import { ChatRepair } from '../wire/chat-repair.ts';
import { plainTools } from '../wire/plain-tools.ts';
import { repairedFetch } from '../wire/repaired-fetch.ts';
import { ResponsesRepair } from '../wire/responses-repair.ts';
import { withoutHeader } from '../without-header.ts';

const DEFAULT_BASE_URL = 'https://api.openai.com/v1';

/** Models in OpenAI's own list that can chat and call tools. */
const CHAT_MODEL = /^(?:gpt-[4-9]|o\d|chatgpt-)/;
/** These names are not chat models, at any endpoint. */
const OTHER_PURPOSE =
  /embed|whisper|\btts\b|-tts|transcribe|audio|realtime|image|dall-e|moderation|rerank|search-|-search|instruct$|sora|deep-research/i;
/** A dated copy (`gpt-5-2025-08-07`) comes after the name without a date. */
const DATED = /\d{4}-\d{2}-\d{2}$|-\d{4}$/;
const SMALLER = /mini|nano|lite|small/;

const FIELDS: readonly ConnectionField[] = [
  apiKeyField('OPENAI_API_KEY'),
  baseUrlField('OPENAI_BASE_URL', DEFAULT_BASE_URL),
  {
    name: 'api',
    label: 'API',
    isSecret: false,
    variable: 'OPENAI_API',
    choices: ['responses', 'chat'],
    hint: 'Empty: Responses at OpenAI itself, Chat Completions elsewhere.',
  },
  modelsField('OPENAI_MODELS', 'the endpoint'),
];

const listSchema = z.object({
  data: z.array(z.object({ id: z.string().min(1).max(180), created: z.number().optional().catch(undefined), ...listedWindowSchema.shape })),
});

/**
 * OpenAI, and every endpoint with its API. `baseUrl` selects another endpoint, which may need no key. `api` is `responses` or
 * `chat`; by default Responses for OpenAI itself and Chat Completions elsewhere, because compatible endpoints support that.
 * `models` (comma-separated) replaces the endpoint's own list.
 */
export const openaiProvider: ModelProvider = {
  id: 'openai',
  name: 'OpenAI',
  fields: FIELDS,
  keyPage: 'https://platform.openai.com/api-keys',
  isComplete: (values) => values.has('apiKey') || values.has('baseUrl'),
  listModels,
  createModel,
};

async function listModels({ connectionId, values, fetch, signal }: ListingRequest): Promise<ModelInfo[]> {
  const isOwn = baseUrlOf(values) === DEFAULT_BASE_URL;
  const headers = new Headers();
  const key = values.get('apiKey');
  if (key !== undefined) headers.set('authorization', `Bearer ${key}`);
  const request = { url: `${baseUrlOf(values)}/models`, headers, schema: listSchema, fetch, signal, fields: FIELDS };
  const named = modelNamesFrom(values.get('models'));
  if (named.length > 0) {
    // OpenAI's own list has no windows, but another endpoint's may: a model whose window is unknown would be sent too much.
    const list = isOwn ? null : await modelListIfThere(request);
    const known = new Map(list?.data.map((listed) => [listed.id, listed]));
    return named.map((name) => toModelInfo(name, { connectionId, values, listed: known.get(name) }));
  }
  const { data } = await fetchModelList(request);
  return data
    .filter(({ id }) => !OTHER_PURPOSE.test(id) && (!isOwn || CHAT_MODEL.test(id)))
    .sort((a, b) => rankOf(a.id) - rankOf(b.id) || (b.created ?? 0) - (a.created ?? 0))
    .map((listed) => toModelInfo(listed.id, { connectionId, values, listed }));
}

async function createModel({ modelName, values, fetch }: ModelRequest): Promise<ChosenModel> {
  const api = apiStyleOf(values);
  if (api === 'chat' && baseUrlOf(values) !== DEFAULT_BASE_URL) return createCompatibleModel({ modelName, values, fetch });
  const { createOpenAI } = await import('@ai-sdk/openai');
  const apiKey = values.get('apiKey');
  const allowed = apiKey === undefined ? withoutHeader('authorization', fetch) : fetch;
  const provider = createOpenAI({
    baseURL: baseUrlOf(values),
    apiKey: apiKey ?? 'none',
    fetch: repairedFetch(allowed, () => (api === 'chat' ? new ChatRepair() : new ResponsesRepair())),
  });
  const thinking = openaiThinking(modelName, api);
  const reasoning: Pick<ChosenModel, 'reasoningOptions'> =
    thinking === null ? {} : { reasoningOptions: (effort) => ({ openai: thinking(effort) }) };
  if (api === 'chat') return { model: provider.chat(modelName), ...reasoning };
  // OpenAI stores nothing of the conversation; reasoning is instead sent back and forth, encrypted.
  return {
    model: provider.responses(modelName),
    providerOptions: { openai: { store: false } },
    searchTools: { web_search: provider.tools.webSearch({}) },
    ...reasoning,
  };
}

/** Another endpoint with Chat Completions: it may return thoughts, which OpenAI's own API never does and its SDK ignores. */
async function createCompatibleModel({ modelName, values, fetch }: ModelRequest): Promise<ChosenModel> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const apiKey = values.get('apiKey');
  const thinking = openaiThinking(modelName, 'chat');
  const provider = createOpenAICompatible({
    name: 'openai',
    baseURL: baseUrlOf(values),
    ...(apiKey === undefined ? {} : { apiKey }),
    includeUsage: true,
    fetch: repairedFetch(fetch, () => new ChatRepair()),
    transformRequestBody: (body) => plainTools(thinking === null ? body : asThinkingModelsTakeIt(body)),
  });
  return {
    model: provider(modelName),
    ...(thinking === null ? {} : { reasoningOptions: (effort) => ({ openai: thinking(effort) }) }),
  };
}

/** OpenAI's thinking models have another name for the token limit, and no temperature. */
function asThinkingModelsTakeIt({ max_tokens: most, temperature: _, ...body }: Record<string, unknown>): Record<string, unknown> {
  return { ...body, ...(most === undefined ? {} : { max_completion_tokens: most }) };
}

function baseUrlOf(values: ConnectionValues): string {
  return (values.get('baseUrl') ?? DEFAULT_BASE_URL).replace(/\/+$/, '');
}

function apiStyleOf(values: ConnectionValues): 'chat' | 'responses' {
  const asked = values.get('api');
  if (asked === 'chat' || asked === 'responses') return asked;
  return baseUrlOf(values) === DEFAULT_BASE_URL ? 'responses' : 'chat';
}

function rankOf(id: string): number {
  return (DATED.test(id) ? 2 : 0) + (SMALLER.test(id) ? 1 : 0);
}

interface ListedModel {
  connectionId: string;
  values: ConnectionValues;
  /** Absent if the model is only named in the settings. */
  listed: z.infer<typeof listSchema>['data'][number] | undefined;
}

function toModelInfo(id: string, { connectionId, values, listed }: ListedModel): ModelInfo {
  const searches = apiStyleOf(values) === 'responses' ? { searchesWeb: true as const } : {};
  const window = listedWindow(listed);
  return {
    id: `${connectionId}:${id}`,
    provider: 'openai',
    name: id,
    ...(window === undefined ? {} : { contextWindow: window }),
    ...searches,
  };
}
