import { z } from 'zod';
import { toldTokensSchema } from '../../protocol/models/told-number.ts';
import { baseUrlOf } from '../base-url.ts';
import type { ConnectionField } from '../connection.ts';
import { listBearerModels } from '../list-bearer-models.ts';
import type { ChosenModel, ModelProvider, ModelRequest } from '../model-provider.ts';
import { apiKeyField, baseUrlField, modelsField } from '../provider-fields.ts';
import { ChatRepair } from '../wire/chat-repair.ts';
import { repairedFetch } from '../wire/repaired-fetch.ts';

const DEFAULT_BASE_URL = 'https://api.mistral.ai/v1';
/** Models are known by their `-latest` names; dated copies come after them. */
const DATED = /-\d{4}$/;
const SMALLER = /small|tiny|ministral|\bnemo\b|open-|voxtral/;
/** Models whose thinking can be switched. Magistral always thinks. */
const SWITCHABLE = /mistral-(?:small|medium)-(?:latest|2[6-9]\d\d)/;

const FIELDS: readonly ConnectionField[] = [
  apiKeyField('MISTRAL_API_KEY'),
  baseUrlField('MISTRAL_BASE_URL', DEFAULT_BASE_URL),
  modelsField('MISTRAL_MODELS', 'Mistral'),
];

const listSchema = z.object({
  data: z.array(
    z.object({
      id: z.string().min(1).max(180),
      max_context_length: toldTokensSchema,
      capabilities: z
        .object({
          completion_chat: z.boolean().optional(),
          function_calling: z.boolean().optional(),
          vision: z.boolean().optional(),
          reasoning: z.boolean().optional(),
        })
        .optional(),
    }),
  ),
});
type Listed = z.infer<typeof listSchema>['data'][number];

export const mistralProvider: ModelProvider = {
  id: 'mistral',
  name: 'Mistral',
  fields: FIELDS,
  keyPage: 'https://console.mistral.ai/api-keys',
  isComplete: (values) => values.has('apiKey'),
  listModels: async (request) => {
    const models = await listBearerModels(request, {
      providerId: 'mistral',
      baseUrl: baseUrlOf(request.values, DEFAULT_BASE_URL),
      fields: FIELDS,
      schema: listSchema,
      chats: ({ capabilities }) => capabilities?.completion_chat !== false,
      rankOf: ({ id }) => (DATED.test(id) ? 2 : 0) + (SMALLER.test(id) ? 1 : 0),
      factsOf: (_id, listed) => factsOf(listed),
    });
    // The list repeats a model under each of its aliases.
    return [...new Map(models.map((model) => [model.id, model])).values()];
  },
  createModel,
};

function factsOf(listed: Listed | undefined) {
  const { capabilities, max_context_length: window } = listed ?? {};
  return {
    ...(window === undefined ? {} : { contextWindow: window }),
    ...(capabilities?.function_calling === undefined ? {} : { callsTools: capabilities.function_calling }),
    ...(capabilities?.vision === undefined ? {} : { seesImages: capabilities.vision }),
    ...(capabilities?.reasoning === undefined ? {} : { reasons: capabilities.reasoning }),
  };
}

async function createModel({ modelName, values, fetch }: ModelRequest): Promise<ChosenModel> {
  const { createMistral } = await import('@ai-sdk/mistral');
  const provider = createMistral({
    baseURL: baseUrlOf(values, DEFAULT_BASE_URL),
    apiKey: values.get('apiKey') ?? '',
    fetch: repairedFetch(fetch, () => new ChatRepair({ thinksInParts: true })),
  });
  const model = provider(modelName);
  if (!SWITCHABLE.test(modelName)) return { model };
  return { model, reasoningOptions: (effort) => ({ mistral: { reasoningEffort: effort === 'none' ? 'none' : 'high' } }) };
}
