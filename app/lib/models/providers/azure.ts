import type { ModelInfo } from '../../protocol/models/models.ts';
import { because } from '../../protocol/texts/reason.ts';
import type { ConnectionField, ConnectionValues } from '../connection.ts';
import { fieldName } from '../field-name.ts';
import { modelNamesFrom } from '../model-names.ts';
import { type ChosenModel, type ListingRequest, ModelListError, type ModelProvider, type ModelRequest } from '../model-provider.ts';
import { openaiThinking } from '../openai-thinking.ts';
import { apiKeyField } from '../provider-fields.ts';
import { ChatRepair } from '../wire/chat-repair.ts';
import { repairedFetch } from '../wire/repaired-fetch.ts';
import { ResponsesRepair } from '../wire/responses-repair.ts';

const FIELDS: readonly ConnectionField[] = [
  apiKeyField('AZURE_API_KEY'),
  {
    name: 'resourceName',
    label: 'Resource name',
    isSecret: false,
    variable: 'AZURE_RESOURCE_NAME',
    hint: 'NAME of https://NAME.openai.azure.com. Empty where a base URL is set.',
  },
  {
    name: 'baseUrl',
    label: 'Base URL',
    isSecret: false,
    variable: 'AZURE_BASE_URL',
    hint: 'The endpoint as the portal shows it, in place of the resource name.',
  },
  {
    name: 'apiVersion',
    label: 'API version',
    isSecret: false,
    variable: 'AZURE_API_VERSION',
    hint: 'Empty: v1. A dated one, such as 2024-10-21, uses the addresses of deployments.',
  },
  {
    name: 'api',
    label: 'API',
    isSecret: false,
    variable: 'AZURE_API',
    choices: ['responses', 'chat'],
    hint: 'Empty: Responses; Chat Completions with a dated API version.',
  },
  { name: 'models', label: 'Deployments', isSecret: false, variable: 'AZURE_DEPLOYMENTS', hint: 'Names with commas between them.' },
];

/** Azure OpenAI. Its keys cannot list deployments, so the user names them. */
export const azureProvider: ModelProvider = {
  id: 'azure',
  name: 'Azure OpenAI',
  fields: FIELDS,
  keyPage: 'https://portal.azure.com',
  isComplete: (values) => values.has('apiKey') && (values.has('resourceName') || values.has('baseUrl')),
  listModels,
  createModel,
};

async function listModels({ connectionId, values }: ListingRequest): Promise<ModelInfo[]> {
  baseUrlOf(values);
  const deployments = modelNamesFrom(values.get('models'));
  if (deployments.length === 0)
    throw new ModelListError(because('Name your deployments in {field}: a key cannot list them.', { field: fieldName(FIELDS, 'models') }));
  return deployments.map((name) => ({ id: `${connectionId}:${name}`, provider: 'azure', name }));
}

async function createModel({ modelName, values, fetch }: ModelRequest): Promise<ChosenModel> {
  const { createAzure } = await import('@ai-sdk/azure');
  const api = apiStyleOf(values);
  const apiVersion = values.get('apiVersion');
  const provider = createAzure({
    baseURL: baseUrlOf(values),
    apiKey: values.get('apiKey') ?? '',
    ...(apiVersion === undefined ? {} : { apiVersion }),
    useDeploymentBasedUrls: isDated(apiVersion),
    fetch: repairedFetch(fetch, () => (api === 'chat' ? new ChatRepair() : new ResponsesRepair())),
  });
  const thinking = openaiThinking(modelName, api);
  const reasoning: Pick<ChosenModel, 'reasoningOptions'> =
    thinking === null ? {} : { reasoningOptions: (effort) => ({ [OPTIONS_OF[api]]: thinking(effort) }) };
  if (api === 'chat') return { model: provider.chat(modelName), ...reasoning };
  // Azure stores nothing of the conversation; reasoning is instead sent back and forth, encrypted.
  return { model: provider.responses(modelName), providerOptions: { azure: { store: false } }, ...reasoning };
}

/** The SDK's chat model is OpenAI's and reads options only under that name. */
const OPTIONS_OF = { chat: 'openai', responses: 'azure' } as const;

/** The part of the portal's address before the path that the SDK adds. */
function baseUrlOf(values: ConnectionValues): string {
  const resourceName = values.get('resourceName');
  const baseUrl = values.get('baseUrl');
  if (baseUrl === undefined) {
    if (resourceName === undefined || !/^[a-z0-9][a-z0-9-]{1,63}$/i.test(resourceName)) {
      throw new ModelListError(
        because('{field} is the NAME of https://NAME.openai.azure.com: letters, digits and hyphens.', {
          field: fieldName(FIELDS, 'resourceName'),
        }),
      );
    }
    return `https://${resourceName}.openai.azure.com/openai`;
  }
  if (!URL.canParse(baseUrl))
    throw new ModelListError(because('{field} is not an address. It starts with https://.', { field: fieldName(FIELDS, 'baseUrl') }));
  const url = new URL(baseUrl);
  const path = url.pathname.replace(/\/+$/, '');
  return `${url.origin}${path === '' && url.hostname.endsWith('.azure.com') ? '/openai' : path}`;
}

function apiStyleOf(values: ConnectionValues): 'chat' | 'responses' {
  const asked = values.get('api');
  if (asked === 'chat' || asked === 'responses') return asked;
  return isDated(values.get('apiVersion')) ? 'chat' : 'responses';
}

function isDated(apiVersion: string | undefined): boolean {
  return apiVersion !== undefined && /^\d{4}-\d{2}-\d{2}/.test(apiVersion);
}
