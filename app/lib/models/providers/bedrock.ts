import type { SharedV3ProviderOptions } from '@ai-sdk/provider';
import { z } from 'zod';
import type { ModelInfo } from '../../protocol/models/models.ts';
import type { ReasoningEffort } from '../../protocol/settings.ts';
import { because } from '../../protocol/texts/reason.ts';
import { claudeThinking, THINKING_BUDGETS } from '../claude-thinking.ts';
import type { ConnectionField, ConnectionValues } from '../connection.ts';
import { fetchModelList } from '../fetch-model-list.ts';
import { fieldName } from '../field-name.ts';
import { modelNamesFrom } from '../model-names.ts';
import { type ChosenModel, type ListingRequest, ModelListError, type ModelProvider, type ModelRequest } from '../model-provider.ts';
import { apiKeyField, modelsField } from '../provider-fields.ts';
import { thinkingWithThoughts } from '../thinking-with-thoughts.ts';

/** Our own variable names: the machine's credentials for other AWS services are never used. */
const FIELDS: readonly ConnectionField[] = [
  { name: 'region', label: 'Region', isSecret: false, variable: 'BEDROCK_REGION', hint: 'Such as us-east-1.' },
  apiKeyField('BEDROCK_API_KEY', { hint: 'A Bedrock API key, or below an access key.' }),
  { name: 'accessKeyId', label: 'Access key ID', isSecret: true, variable: 'BEDROCK_ACCESS_KEY_ID' },
  { name: 'secretAccessKey', label: 'Secret access key', isSecret: true, variable: 'BEDROCK_SECRET_ACCESS_KEY' },
  {
    name: 'sessionToken',
    label: 'Session token',
    isSecret: true,
    variable: 'BEDROCK_SESSION_TOKEN',
    hint: 'Only of temporary credentials.',
  },
  {
    name: 'baseUrl',
    label: 'Base URL',
    isSecret: false,
    variable: 'BEDROCK_BASE_URL',
    hint: 'Only for a private endpoint; empty: the region’s own.',
  },
  modelsField('BEDROCK_MODELS', 'Bedrock'),
];

const modelsSchema = z.object({
  modelSummaries: z.array(
    z.object({
      modelId: z.string().min(1).max(180),
      modelName: z.string().max(200).optional(),
      inputModalities: z.array(z.string()).optional(),
      outputModalities: z.array(z.string()).optional(),
      responseStreamingSupported: z.boolean().nullish(),
      inferenceTypesSupported: z.array(z.string()).optional(),
      modelLifecycle: z.object({ status: z.string() }).nullish(),
    }),
  ),
});
type Listed = z.infer<typeof modelsSchema>['modelSummaries'][number];
const profilesSchema = z.object({
  inferenceProfileSummaries: z.array(z.object({ inferenceProfileId: z.string().min(1).max(180), status: z.string().optional() })),
});

export const bedrockProvider: ModelProvider = {
  id: 'bedrock',
  name: 'Amazon Bedrock',
  fields: FIELDS,
  keyPage: 'https://console.aws.amazon.com/bedrock/home#/api-keys',
  isComplete: (values) => values.has('region') && (values.has('apiKey') || (values.has('accessKeyId') && values.has('secretAccessKey'))),
  listModels,
  createModel,
};

async function listModels(request: ListingRequest): Promise<ModelInfo[]> {
  const { connectionId, values } = request;
  const named = modelNamesFrom(values.get('models'));
  const toInfo = (id: string, listed?: Listed): ModelInfo => ({
    id: `${connectionId}:${id}`,
    provider: 'bedrock',
    name: listed?.modelName ?? id,
    ...(listed?.inputModalities === undefined ? {} : { seesImages: listed.inputModalities.includes('IMAGE') }),
  });
  if (named.length > 0) return named.map((id) => toInfo(id));
  const [{ modelSummaries }, profiles] = await Promise.all([
    ask(request, '/foundation-models?byOutputModality=TEXT', modelsSchema),
    // Users who may list models may not always list profiles.
    ask(request, '/inference-profiles?maxResults=1000&type=SYSTEM_DEFINED', profilesSchema).catch(() => ({
      inferenceProfileSummaries: [],
    })),
  ]);
  const ids = profiles.inferenceProfileSummaries.map(({ inferenceProfileId }) => inferenceProfileId);
  return modelSummaries.filter(isForChat).flatMap((listed) => {
    const onDemand = listed.inferenceTypesSupported?.includes('ON_DEMAND') ?? true;
    // Many models are only reachable through a profile: `us.anthropic.claude-…`.
    const ways = [...(onDemand ? [listed.modelId] : []), ...ids.filter((id) => id.endsWith(`.${listed.modelId}`))];
    return ways.map((id) =>
      id === listed.modelId ? toInfo(id, listed) : { ...toInfo(id, listed), name: `${listed.modelName ?? id} (${id.split('.')[0]})` },
    );
  });
}

function isForChat({ outputModalities, responseStreamingSupported, modelLifecycle }: Listed): boolean {
  return (outputModalities?.includes('TEXT') ?? true) && responseStreamingSupported !== false && modelLifecycle?.status !== 'LEGACY';
}

async function ask<Body>({ values, fetch, signal }: ListingRequest, path: string, schema: z.ZodType<Body>): Promise<Body> {
  const url = `${values.get('baseUrl')?.replace(/\/+$/, '') ?? hostOf('bedrock', values)}${path}`;
  return fetchModelList({ url, headers: await signedHeaders(url, values), schema, fetch, signal, fields: FIELDS });
}

async function signedHeaders(url: string, values: ConnectionValues): Promise<Headers> {
  const apiKey = values.get('apiKey');
  if (apiKey !== undefined) return new Headers({ authorization: `Bearer ${apiKey}` });
  const { AwsV4Signer } = await import('aws4fetch');
  const sessionToken = values.get('sessionToken');
  const signer = new AwsV4Signer({
    url,
    method: 'GET',
    service: 'bedrock',
    region: regionOf(values),
    accessKeyId: values.get('accessKeyId') ?? '',
    secretAccessKey: values.get('secretAccessKey') ?? '',
    ...(sessionToken === undefined ? {} : { sessionToken }),
  });
  return (await signer.sign()).headers;
}

async function createModel({ modelName, values, fetch }: ModelRequest): Promise<ChosenModel> {
  const { createAmazonBedrock } = await import('@ai-sdk/amazon-bedrock');
  const { wrapLanguageModel } = await import('ai');
  const sessionToken = values.get('sessionToken');
  const provider = createAmazonBedrock({
    region: regionOf(values),
    // All are set, even if empty: otherwise the SDK would read them from the environment.
    baseURL: values.get('baseUrl') ?? hostOf('bedrock-runtime', values),
    apiKey: values.get('apiKey') ?? '',
    accessKeyId: values.get('accessKeyId') ?? '',
    secretAccessKey: values.get('secretAccessKey') ?? '',
    ...(sessionToken === undefined ? {} : { sessionToken }),
    fetch: withoutOtherBodies(fetch),
  });
  const thinking = thinkingOf(modelName);
  return {
    model: wrapLanguageModel({ model: provider(modelName), middleware: thinkingWithThoughts(withoutBudget) }),
    ...(thinking === null ? {} : { reasoningOptions: (effort) => ({ bedrock: thinking(effort) }) }),
    ...(/claude|amazon\.nova/.test(modelName) ? { cacheOptions: { bedrock: { cachePoint: { type: 'default' } } } } : {}),
  };
}

/** The SDK would read the first bytes of a web page as the length of a frame, and wait for the rest of it. */
function withoutOtherBodies(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (!response.ok || response.headers.get('content-type')?.includes('vnd.amazon.eventstream')) return response;
    // Not awaited, because nothing depends on when the rest is discarded.
    response.body?.cancel().catch(() => {});
    return new Response('', { status: response.status, headers: response.headers });
  };
}

function thinkingOf(modelName: string): ((effort: ReasoningEffort) => SharedV3ProviderOptions[string]) | null {
  // These models always think; only the amount can be reduced.
  if (/openai\.gpt/.test(modelName)) return (effort) => ({ reasoningConfig: { maxReasoningEffort: effort === 'none' ? 'low' : effort } });
  const way = claudeThinking(modelName);
  if (way === null) return null;
  return (effort) => {
    if (way === 'budget') return effort === 'none' ? {} : { reasoningConfig: { type: 'enabled', budgetTokens: THINKING_BUDGETS[effort] } };
    if (effort === 'none') return { reasoningConfig: { maxReasoningEffort: 'low' } };
    return { reasoningConfig: { type: 'adaptive', display: 'summarized', maxReasoningEffort: effort } };
  };
}

/** The options without a thinking budget; null if there is none. */
function withoutBudget(options: SharedV3ProviderOptions): SharedV3ProviderOptions | null {
  const { reasoningConfig, ...rest } = options['bedrock'] ?? {};
  const isBudgeted = typeof reasoningConfig === 'object' && reasoningConfig !== null && 'budgetTokens' in reasoningConfig;
  return isBudgeted ? { ...options, bedrock: rest } : null;
}

function hostOf(service: 'bedrock' | 'bedrock-runtime', values: ConnectionValues): string {
  const region = regionOf(values);
  const suffix = region.startsWith('cn-') ? 'amazonaws.com.cn' : region.startsWith('eusc-') ? 'amazonaws.eu' : 'amazonaws.com';
  return `https://${service}.${region}.${suffix}`;
}

/** The region becomes part of the address to which the key is sent. */
function regionOf(values: ConnectionValues): string {
  const region = values.get('region') ?? '';
  if (!/^[a-z]{2,4}(?:-[a-z]+)+-\d+$/.test(region))
    throw new ModelListError(because('{field} is one of AWS, such as us-east-1.', { field: fieldName(FIELDS, 'region') }));
  return region;
}
