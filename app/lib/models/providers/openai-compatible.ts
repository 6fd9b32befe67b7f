import { z } from 'zod';
import { listedWindowSchema } from '../../protocol/models/listed-window.ts';
import { baseUrlOf } from '../base-url.ts';
import type { ConnectionField } from '../connection.ts';
import { extraHeaderSecrets, extraHeadersFrom } from '../extra-headers.ts';
import { listBearerModels } from '../list-bearer-models.ts';
import type { ChosenModel, ModelProvider, ModelRequest } from '../model-provider.ts';
import { apiKeyField, modelsField } from '../provider-fields.ts';
import { ChatRepair } from '../wire/chat-repair.ts';
import { plainTools } from '../wire/plain-tools.ts';
import { repairedFetch } from '../wire/repaired-fetch.ts';

const OTHER_PURPOSE = /embed|whisper|\btts\b|-tts|transcribe|rerank|moderation|stable-diffusion|\bflux\b|dall-e/i;

const FIELDS: readonly ConnectionField[] = [
  {
    name: 'baseUrl',
    label: 'Base URL',
    isSecret: false,
    variable: 'OPENAI_COMPATIBLE_BASE_URL',
    hint: 'What comes before /chat/completions, such as https://llm.example.com/v1',
  },
  apiKeyField('OPENAI_COMPATIBLE_API_KEY', { hint: 'Empty where the endpoint needs none.' }),
  {
    name: 'headers',
    label: 'Extra headers',
    isSecret: true,
    variable: 'OPENAI_COMPATIBLE_HEADERS',
    hint: 'Name: value, with ; between several.',
    secretsIn: extraHeaderSecrets,
  },
  modelsField('OPENAI_COMPATIBLE_MODELS', 'the endpoint'),
];

const listSchema = z.object({
  data: z.array(
    z.object({
      id: z.string().min(1).max(180),
      ...listedWindowSchema.shape,
    }),
  ),
});

/** Any endpoint with Chat Completions; each has its own connection. */
export const openaiCompatibleProvider: ModelProvider = {
  id: 'openai-compatible',
  name: 'OpenAI-compatible endpoint',
  fields: FIELDS,
  isComplete: (values) => values.has('baseUrl'),
  listModels: async (request) =>
    listBearerModels(request, {
      providerId: 'openai-compatible',
      baseUrl: baseUrlOf(request.values, ''),
      fields: FIELDS,
      headers: new Headers(extraHeadersFrom(request.values.get('headers'))),
      schema: listSchema,
      asksAboutNamed: true,
      chats: ({ id }) => !OTHER_PURPOSE.test(id),
    }),
  createModel,
};

async function createModel({ modelName, values, fetch }: ModelRequest): Promise<ChosenModel> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const apiKey = values.get('apiKey');
  const provider = createOpenAICompatible({
    name: 'openai-compatible',
    baseURL: baseUrlOf(values, ''),
    ...(apiKey === undefined ? {} : { apiKey }),
    headers: extraHeadersFrom(values.get('headers')),
    includeUsage: true,
    transformRequestBody: plainTools,
    fetch: repairedFetch(fetch, () => new ChatRepair()),
  });
  return {
    model: provider(modelName),
    // Sent only if the user has chosen an effort: an endpoint without support ignores it or refuses the request.
    reasoningOptions: (effort) => ({ openaiCompatible: { reasoningEffort: effort } }),
  };
}
