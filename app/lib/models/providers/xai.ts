import { z } from 'zod';
import { listedWindowSchema } from '../../protocol/models/listed-window.ts';
import { baseUrlOf } from '../base-url.ts';
import type { ConnectionField } from '../connection.ts';
import { listBearerModels } from '../list-bearer-models.ts';
import type { ChosenModel, ModelProvider, ModelRequest } from '../model-provider.ts';
import { apiKeyField, baseUrlField, modelsField } from '../provider-fields.ts';
import { repairedFetch } from '../wire/repaired-fetch.ts';
import { ResponsesRepair } from '../wire/responses-repair.ts';

const DEFAULT_BASE_URL = 'https://api.x.ai/v1';
const OTHER_PURPOSE = /image|imagine|video|voice|embed|tts|realtime/i;
const SMALLER = /mini|fast|non-reasoning/;
/** The amount of thinking can be chosen for these; the other models refuse such a request. */
const CHOOSABLE = /grok-(?:3-mini|4\.[3-9]|[5-9])/;

const FIELDS: readonly ConnectionField[] = [
  apiKeyField('XAI_API_KEY'),
  baseUrlField('XAI_BASE_URL', DEFAULT_BASE_URL),
  modelsField('XAI_MODELS', 'xAI'),
];

const listSchema = z.object({
  data: z.array(z.object({ id: z.string().min(1).max(180), created: z.number().optional(), ...listedWindowSchema.shape })),
});

/** xAI, through its Responses API: its Chat Completions no longer have web search. */
export const xaiProvider: ModelProvider = {
  id: 'xai',
  name: 'xAI',
  fields: FIELDS,
  keyPage: 'https://console.x.ai',
  isComplete: (values) => values.has('apiKey'),
  listModels: (request) =>
    listBearerModels(request, {
      providerId: 'xai',
      baseUrl: baseUrlOf(request.values, DEFAULT_BASE_URL),
      fields: FIELDS,
      schema: listSchema,
      chats: ({ id }) => !OTHER_PURPOSE.test(id),
      // Newest first, by creation time in seconds; smaller models come last.
      rankOf: ({ id, created = 0 }) => (SMALLER.test(id) ? 1e10 : 0) - created,
      factsOf: () => ({ searchesWeb: true }),
    }),
  createModel,
};

async function createModel({ modelName, values, fetch }: ModelRequest): Promise<ChosenModel> {
  const { createXai } = await import('@ai-sdk/xai');
  const provider = createXai({
    baseURL: baseUrlOf(values, DEFAULT_BASE_URL),
    apiKey: values.get('apiKey') ?? '',
    fetch: repairedFetch(fetch, () => new ResponsesRepair()),
  });
  // xAI stores nothing of the conversation; reasoning is instead sent back and forth, encrypted.
  const kept = { store: false };
  return {
    model: provider.responses(modelName),
    providerOptions: { xai: kept },
    searchTools: { web_search: provider.tools.webSearch() },
    ...(CHOOSABLE.test(modelName) ? { reasoningOptions: (effort) => ({ xai: { ...kept, reasoningEffort: effort } }) } : {}),
  };
}
