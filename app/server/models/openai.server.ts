import { createOpenAI } from '@ai-sdk/openai';
import { z } from 'zod';
import type { ModelInfo } from '../../lib/protocol/models.ts';
import { fetchModelList } from './fetch-model-list.server.ts';
import type { ModelEnvironment } from './model-environment.server.ts';
import { modelNamesFrom } from './model-names.server.ts';
import type { ChosenModel, ListingRequest, ModelProvider } from './model-provider.server.ts';
import { streamingProviderFetch } from './provider-fetch.server.ts';

const DEFAULT_BASE_URL = 'https://api.openai.com/v1';

/** Of OpenAI's own list: what answers a chat and can call tools. */
const CHAT_MODEL = /^(?:gpt-[4-9]|o\d|chatgpt-)/;
/** Never a chat model, at any endpoint. */
const OTHER_PURPOSE =
  /embed|whisper|\btts\b|-tts|transcribe|audio|realtime|image|dall-e|moderation|rerank|search-|-search|instruct$|sora|deep-research/i;
/** A dated copy (`gpt-5-2025-08-07`) is after the name it belongs to. */
const DATED = /\d{4}-\d{2}-\d{2}$|-\d{4}$/;
const SMALLER = /mini|nano|lite|small/;

const SETTINGS = { key: 'OPENAI_API_KEY', baseUrl: 'OPENAI_BASE_URL', models: 'OPENAI_MODELS' };

const listSchema = z.object({ data: z.array(z.object({ id: z.string().min(1).max(180), created: z.number().optional() })) });

/**
 * OpenAI, and every endpoint that speaks its API. `OPENAI_BASE_URL` names another endpoint, which may need no key.
 * `OPENAI_API` is `responses` or `chat`; unset: Responses at OpenAI itself, Chat Completions elsewhere, for that is what
 * compatible endpoints have. `OPENAI_MODELS` (comma-separated) replaces the endpoint's own list.
 */
export const openaiProvider: ModelProvider = {
  id: 'openai',
  name: 'OpenAI',
  isConfigured: (environment) => environment.has('OPENAI_API_KEY') || environment.has('OPENAI_BASE_URL'),
  listModels,
  createModel,
};

async function listModels({ environment, fetch, signal }: ListingRequest): Promise<ModelInfo[]> {
  const named = modelNamesFrom(environment.get('OPENAI_MODELS'));
  if (named.length > 0) return named.map(toModelInfo);
  const headers = new Headers();
  const key = environment.get('OPENAI_API_KEY');
  if (key !== undefined) headers.set('authorization', `Bearer ${key}`);
  const url = `${baseUrlOf(environment)}/models`;
  const { data } = await fetchModelList({ url, headers, schema: listSchema, fetch, signal, settings: SETTINGS });
  const isOwn = baseUrlOf(environment) === DEFAULT_BASE_URL;
  return data
    .filter(({ id }) => !OTHER_PURPOSE.test(id) && (!isOwn || CHAT_MODEL.test(id)))
    .sort((a, b) => rankOf(a.id) - rankOf(b.id) || (b.created ?? 0) - (a.created ?? 0))
    .map(({ id }) => toModelInfo(id));
}

function createModel(modelName: string, environment: ModelEnvironment): ChosenModel {
  const apiKey = environment.get('OPENAI_API_KEY');
  const provider = createOpenAI({
    baseURL: baseUrlOf(environment),
    apiKey: apiKey ?? 'none',
    fetch: streamingProviderFetch(apiKey === undefined ? fetchWithoutKey : undefined),
  });
  if (apiStyleOf(environment) === 'chat') return { model: provider.chat(modelName) };
  // Nothing of the conversation is stored at OpenAI; reasoning then travels in the messages, encrypted.
  return {
    model: provider.responses(modelName),
    providerOptions: { openai: { store: false } },
    searchTools: { web_search: provider.tools.webSearch({}) },
  };
}

/** The SDK insists on a key; an endpoint without keys must not be sent a made-up one. */
const fetchWithoutKey: typeof globalThis.fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  headers.delete('authorization');
  return globalThis.fetch(input, { ...init, headers });
};

function baseUrlOf(environment: ModelEnvironment): string {
  return (environment.get('OPENAI_BASE_URL') ?? DEFAULT_BASE_URL).replace(/\/+$/, '');
}

function apiStyleOf(environment: ModelEnvironment): 'chat' | 'responses' {
  const asked = environment.get('OPENAI_API');
  if (asked === 'chat' || asked === 'responses') return asked;
  return baseUrlOf(environment) === DEFAULT_BASE_URL ? 'responses' : 'chat';
}

function rankOf(id: string): number {
  return (DATED.test(id) ? 2 : 0) + (SMALLER.test(id) ? 1 : 0);
}

function toModelInfo(id: string): ModelInfo {
  return { id: `openai:${id}`, provider: 'openai', name: id };
}
