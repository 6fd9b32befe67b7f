import { describe, expect, test } from 'vitest';
import type { ReasoningEffort } from '../../protocol/settings.ts';
import { listOf } from '../testing/list-of.ts';
import { sentRequest } from '../testing/sent-request.ts';
import { bedrockProvider } from './bedrock.ts';

const accessKey = { region: 'eu-central-1', accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI' };
const MODELS = 'bedrock.eu-central-1.amazonaws.com/foundation-models';
const PROFILES = 'bedrock.eu-central-1.amazonaws.com/inference-profiles';

const text = { inputModalities: ['TEXT'], outputModalities: ['TEXT'], responseStreamingSupported: true };
const modelSummaries = [
  {
    modelId: 'amazon.nova-pro-v1:0',
    modelName: 'Nova Pro',
    ...text,
    inputModalities: ['TEXT', 'IMAGE'],
    inferenceTypesSupported: ['ON_DEMAND'],
  },
  { modelId: 'anthropic.claude-sonnet-4-6', modelName: 'Claude Sonnet 4.6', ...text, inferenceTypesSupported: ['INFERENCE_PROFILE'] },
  { modelId: 'old.model', ...text, modelLifecycle: { status: 'LEGACY' } },
  { modelId: 'amazon.titan-image', outputModalities: ['IMAGE'] },
];
const inferenceProfileSummaries = [
  { inferenceProfileId: 'eu.anthropic.claude-sonnet-4-6', status: 'ACTIVE' },
  { inferenceProfileId: 'eu.other' },
];

describe('the list of models', () => {
  test('has each by the name it can be asked by, and is asked for with a signature that holds no secret', async () => {
    const { models, asked } = await listOf(bedrockProvider, accessKey, {
      [MODELS]: Response.json({ modelSummaries }),
      [PROFILES]: Response.json({ inferenceProfileSummaries }),
    });
    expect(models).toEqual([
      { id: 'mine:amazon.nova-pro-v1:0', provider: 'bedrock', name: 'Nova Pro', seesImages: true },
      { id: 'mine:eu.anthropic.claude-sonnet-4-6', provider: 'bedrock', name: 'Claude Sonnet 4.6 (eu)', seesImages: false },
    ]);
    const authorization = asked[0]?.headers.get('authorization') ?? '';
    expect(authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-central-1\/bedrock\/aws4_request, .*Signature=[0-9a-f]{64}$/,
    );
    expect(JSON.stringify(asked.map(({ url, headers }) => [url, ...headers]))).not.toContain('wJalrXUtnFEMI');
  });

  test('is there without the profiles where those may not be listed', async () => {
    const { models, asked } = await listOf(
      bedrockProvider,
      { region: 'eu-central-1', apiKey: 'bedrock-key' },
      { [MODELS]: Response.json({ modelSummaries }), [PROFILES]: new Response('', { status: 403 }) },
    );
    expect(models.map(({ id }) => id)).toEqual(['mine:amazon.nova-pro-v1:0']);
    expect(asked[0]?.headers.get('authorization')).toBe('Bearer bedrock-key');
  });

  test('is not asked for at a host that is not AWS', async () => {
    await expect(listOf(bedrockProvider, { ...accessKey, region: 'x.evil.example/' })).rejects.toThrow(/Region/);
  });
});

test('a step is signed with the access key, or bears the API key', async () => {
  const modelName = 'amazon.nova-pro-v1:0';
  const signed = await sentRequest(bedrockProvider, { modelName, values: { ...accessKey, sessionToken: 'session-token' } });
  expect(signed.url).toBe('https://bedrock-runtime.eu-central-1.amazonaws.com/model/amazon.nova-pro-v1%3A0/converse-stream');
  expect(signed.headers.get('authorization')).toMatch(/^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-central-1\/bedrock\//);
  expect(signed.headers.get('x-amz-security-token')).toBe('session-token');
  const borne = await sentRequest(bedrockProvider, { modelName, values: { region: 'us-east-1', apiKey: 'bedrock-key' } });
  expect(borne.headers.get('authorization')).toBe('Bearer bedrock-key');
});

describe('how much a model thinks', () => {
  const sent = async (modelName: string, effort: ReasoningEffort) =>
    (
      await sentRequest(bedrockProvider, {
        modelName,
        values: accessKey,
        maxOutputTokens: 4_000,
        providerOptions: (chosen) => chosen.reasoningOptions?.(effort),
      })
    ).body;

  test('is an effort or a number of tokens for Claude, as it knows it', async () => {
    expect(await sent('eu.anthropic.claude-sonnet-4-6', 'low')).toMatchObject({
      additionalModelRequestFields: { thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort: 'low' } },
    });
    expect(await sent('eu.anthropic.claude-sonnet-4-5-20250929-v1:0', 'medium')).toMatchObject({
      inferenceConfig: { maxTokens: 12_192 },
      additionalModelRequestFields: { thinking: { type: 'enabled', budget_tokens: 8_192 } },
    });
    expect(await sent('eu.anthropic.claude-sonnet-4-5-20250929-v1:0', 'none')).not.toHaveProperty('additionalModelRequestFields');
  });

  test('is an effort for GPT-OSS', async () => {
    expect(await sent('openai.gpt-oss-120b-1:0', 'high')).toMatchObject({ additionalModelRequestFields: { reasoning_effort: 'high' } });
  });
});
