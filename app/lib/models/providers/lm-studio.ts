import { baseUrlOf } from '../base-url.ts';
import type { ConnectionField, ConnectionValues } from '../connection.ts';
import { listOwnServer } from '../list-own-server.ts';
import { listLmStudioModels } from '../lm-studio/lm-studio-models.ts';
import type { ModelProvider } from '../model-provider.ts';
import { apiKeyField } from '../provider-fields.ts';
import { openaiCompatibleProvider } from './openai-compatible.ts';

const FIELDS: readonly ConnectionField[] = [
  {
    name: 'baseUrl',
    label: 'Base URL',
    isSecret: false,
    variable: 'LM_STUDIO_BASE_URL',
    hint: 'As this server reaches it: http://127.0.0.1:1234 where both run on one machine.',
  },
  apiKeyField('LM_STUDIO_API_KEY', { hint: 'Empty where it needs none.' }),
];

/** LM Studio, reached by this server: it has OpenAI's API, and a more detailed list of models. */
export const lmStudioProvider: ModelProvider = {
  id: 'lm-studio',
  name: 'LM Studio',
  fields: FIELDS,
  isComplete: (values) => values.has('baseUrl'),
  listModels: (request) => listOwnServer(request, { name: 'LM Studio', address: addressOf(request.values), list: listLmStudioModels }),
  createModel: (request) =>
    openaiCompatibleProvider.createModel({
      ...request,
      values: new Map([...request.values, ['baseUrl', `${addressOf(request.values)}/v1`]]),
    }),
};

/** Users often paste the address of the chat API. */
function addressOf(values: ConnectionValues): string {
  return baseUrlOf(values, '').replace(/\/(?:api\/)?v\d+$/, '');
}
