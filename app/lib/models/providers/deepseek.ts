import type { SharedV3ProviderOptions } from '@ai-sdk/provider';
import { z } from 'zod';
import { listedWindowSchema } from '../../protocol/models/listed-window.ts';
import type { ReasoningEffort } from '../../protocol/settings.ts';
import { baseUrlOf } from '../base-url.ts';
import type { ConnectionField } from '../connection.ts';
import { listBearerModels } from '../list-bearer-models.ts';
import type { ChosenModel, ModelProvider, ModelRequest } from '../model-provider.ts';
import { apiKeyField, baseUrlField, modelsField } from '../provider-fields.ts';
import { ChatRepair } from '../wire/chat-repair.ts';
import { repairedFetch } from '../wire/repaired-fetch.ts';

const DEFAULT_BASE_URL = 'https://api.deepseek.com';

const FIELDS: readonly ConnectionField[] = [
  apiKeyField('DEEPSEEK_API_KEY'),
  baseUrlField('DEEPSEEK_BASE_URL', DEFAULT_BASE_URL),
  modelsField('DEEPSEEK_MODELS', 'DeepSeek'),
];

const listSchema = z.object({ data: z.array(z.object({ id: z.string().min(1).max(180), ...listedWindowSchema.shape })) });

/** DeepSeek. It caches the beginning of a conversation automatically. */
export const deepseekProvider: ModelProvider = {
  id: 'deepseek',
  name: 'DeepSeek',
  fields: FIELDS,
  keyPage: 'https://platform.deepseek.com/api_keys',
  isComplete: (values) => values.has('apiKey'),
  listModels: (request) =>
    listBearerModels(request, {
      providerId: 'deepseek',
      baseUrl: baseUrlOf(request.values, DEFAULT_BASE_URL),
      fields: FIELDS,
      schema: listSchema,
    }),
  createModel,
};

async function createModel({ modelName, values, fetch }: ModelRequest): Promise<ChosenModel> {
  const { createDeepSeek } = await import('@ai-sdk/deepseek');
  const provider = createDeepSeek({
    baseURL: baseUrlOf(values, DEFAULT_BASE_URL),
    apiKey: values.get('apiKey') ?? '',
    fetch: repairedFetch(fetch, () => new ChatRepair()),
  });
  return { model: provider(modelName), reasoningOptions };
}

function reasoningOptions(effort: ReasoningEffort): SharedV3ProviderOptions {
  if (effort === 'none') return { deepseek: { thinking: { type: 'disabled' } } };
  return { deepseek: { thinking: { type: 'enabled' }, reasoningEffort: effort } };
}
