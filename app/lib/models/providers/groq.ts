import type { SharedV3ProviderOptions } from '@ai-sdk/provider';
import { z } from 'zod';
import { toldTokensSchema } from '../../protocol/models/told-number.ts';
import type { ReasoningEffort } from '../../protocol/settings.ts';
import { baseUrlOf } from '../base-url.ts';
import type { ConnectionField } from '../connection.ts';
import { listBearerModels } from '../list-bearer-models.ts';
import type { ChosenModel, ModelProvider, ModelRequest } from '../model-provider.ts';
import { apiKeyField, baseUrlField, modelsField } from '../provider-fields.ts';
import { ChatRepair } from '../wire/chat-repair.ts';
import { repairedFetch } from '../wire/repaired-fetch.ts';

const DEFAULT_BASE_URL = 'https://api.groq.com/openai/v1';
const OTHER_PURPOSE = /whisper|tts|guard|orpheus|distil-/i;
const SMALLER = /\b(?:8b|20b|instant|mini)\b/;

const FIELDS: readonly ConnectionField[] = [
  apiKeyField('GROQ_API_KEY'),
  baseUrlField('GROQ_BASE_URL', DEFAULT_BASE_URL),
  modelsField('GROQ_MODELS', 'Groq'),
];

const listSchema = z.object({
  data: z.array(
    z.object({
      id: z.string().min(1).max(180),
      active: z.boolean().optional(),
      context_window: toldTokensSchema,
      max_completion_tokens: toldTokensSchema,
    }),
  ),
});

export const groqProvider: ModelProvider = {
  id: 'groq',
  name: 'Groq',
  fields: FIELDS,
  keyPage: 'https://console.groq.com/keys',
  isComplete: (values) => values.has('apiKey'),
  listModels: (request) =>
    listBearerModels(request, {
      providerId: 'groq',
      baseUrl: baseUrlOf(request.values, DEFAULT_BASE_URL),
      fields: FIELDS,
      schema: listSchema,
      chats: ({ id, active }) => active !== false && !OTHER_PURPOSE.test(id),
      rankOf: ({ id }) => Number(SMALLER.test(id)),
      factsOf: (_id, listed) => ({
        ...(listed?.context_window === undefined ? {} : { contextWindow: listed.context_window }),
        ...(listed?.max_completion_tokens === undefined ? {} : { maxOutputTokens: listed.max_completion_tokens }),
      }),
    }),
  createModel,
};

async function createModel({ modelName, values, fetch }: ModelRequest): Promise<ChosenModel> {
  const { createGroq } = await import('@ai-sdk/groq');
  const provider = createGroq({
    baseURL: baseUrlOf(values, DEFAULT_BASE_URL),
    apiKey: values.get('apiKey') ?? '',
    fetch: repairedFetch(fetch, () => new ChatRepair()),
  });
  const model = provider(modelName);
  if (/gpt-oss/.test(modelName)) return { model, reasoningOptions: (effort) => effortOf(effort === 'none' ? 'low' : effort) };
  // For these, thinking can only be on or off.
  if (/qwen/.test(modelName)) return { model, reasoningOptions: (effort) => effortOf(effort === 'none' ? 'none' : 'default') };
  return { model };
}

function effortOf(reasoningEffort: ReasoningEffort | 'default'): SharedV3ProviderOptions {
  return { groq: { reasoningEffort } };
}
