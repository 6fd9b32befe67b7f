import { describe, expect, test } from 'vitest';
import { listOf } from '../testing/list-of.ts';
import { sentRequest } from '../testing/sent-request.ts';
import { azureProvider } from './azure.ts';

const key = { apiKey: 'az-key' };

test('lists the deployments that are named, and says so where none is', async () => {
  const { models, asked } = await listOf(azureProvider, { ...key, resourceName: 'lab', models: 'gpt-5.6, mine' });
  expect(models).toEqual([
    { id: 'mine:gpt-5.6', provider: 'azure', name: 'gpt-5.6' },
    { id: 'mine:mine', provider: 'azure', name: 'mine' },
  ]);
  expect(asked).toEqual([]);
  await expect(listOf(azureProvider, { ...key, resourceName: 'lab' })).rejects.toThrow(/AZURE_DEPLOYMENTS/);
});

describe('the address of a step', () => {
  test.each<[string, Record<string, string>, string]>([
    ['a resource', { resourceName: 'lab' }, 'https://lab.openai.azure.com/openai/v1/responses?api-version=v1'],
    [
      'a resource, by Chat Completions',
      { resourceName: 'lab', api: 'chat' },
      'https://lab.openai.azure.com/openai/v1/chat/completions?api-version=v1',
    ],
    [
      'a dated version',
      { resourceName: 'lab', apiVersion: '2024-10-21' },
      'https://lab.openai.azure.com/openai/deployments/gpt-5.6/chat/completions?api-version=2024-10-21',
    ],
    [
      'the endpoint of the portal',
      { baseUrl: 'https://lab.openai.azure.com/' },
      'https://lab.openai.azure.com/openai/v1/responses?api-version=v1',
    ],
    ['a complete v1 endpoint', { baseUrl: 'https://lab.openai.azure.com/openai/v1/' }, 'https://lab.openai.azure.com/openai/v1/responses'],
    ['a gateway', { baseUrl: 'https://gateway.example/azure' }, 'https://gateway.example/azure/responses'],
  ])('%s', async (_name, values, url) => {
    const sent = await sentRequest(azureProvider, { modelName: 'gpt-5.6', values: { ...key, ...values } });
    expect(sent.url).toBe(url);
    expect(sent.headers.get('api-key')).toBe('az-key');
  });

  test.each(['lab.evil.example/', 'a b', 'x#'])('is none for the resource %s', async (resourceName) => {
    await expect(sentRequest(azureProvider, { modelName: 'm', values: { ...key, resourceName } })).rejects.toThrow(/Resource name/);
  });
});

test('stores nothing, and takes an effort by either API', async () => {
  const sent = async (api: string) => {
    const chosen = { ...key, resourceName: 'lab', api };
    return (
      await sentRequest(azureProvider, {
        modelName: 'gpt-5.6',
        values: chosen,
        providerOptions: (model) => model.reasoningOptions?.('low'),
      })
    ).body;
  };
  expect(await sent('responses')).toMatchObject({ reasoning: { effort: 'low', summary: 'auto' } });
  expect(await sent('chat')).toMatchObject({ reasoning_effort: 'low' });
  const plain = await sentRequest(azureProvider, { modelName: 'gpt-5.6', values: { ...key, resourceName: 'lab' } });
  expect(plain.body).toMatchObject({ store: false });
});
