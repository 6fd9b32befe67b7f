import { describe, expect, test } from 'vitest';
import { secretsOf } from '../model-access.ts';
import { listOf } from '../testing/list-of.ts';
import { sentRequest } from '../testing/sent-request.ts';
import { openaiCompatibleProvider } from './openai-compatible.ts';

const baseUrl = 'https://llm.example.com/v1/';
const LIST = 'llm.example.com/v1/models';

describe('the list of models', () => {
  test('is what can chat there, with windows in the words of several servers', async () => {
    const data = [
      { id: 'qwen3-coder:30b', max_model_len: 65_536 },
      { id: 'llama', context_length: 8_192, created: 'yesterday' },
      { id: 'odd', context_window: 'much' },
      { id: 'nomic-embed-text' },
    ];
    const { models, asked } = await listOf(openaiCompatibleProvider, { baseUrl }, { [LIST]: Response.json({ data }) });
    expect(models).toEqual([
      { id: 'mine:qwen3-coder:30b', provider: 'openai-compatible', name: 'qwen3-coder:30b', contextWindow: 65_536 },
      { id: 'mine:llama', provider: 'openai-compatible', name: 'llama', contextWindow: 8_192 },
      { id: 'mine:odd', provider: 'openai-compatible', name: 'odd' },
    ]);
    expect(asked[0]?.headers.has('authorization')).toBe(false);
  });

  test('what the user has named has the window that the list tells, and is there without a list, too', async () => {
    const data = [
      { id: 'a', meta: { n_ctx: 16_384, n_ctx_train: 131_072 } },
      { id: 'b', context_length: 9_000 },
    ];
    const values = { baseUrl, models: 'a, c' };
    const { models } = await listOf(openaiCompatibleProvider, values, { [LIST]: Response.json({ data }) });
    expect(models.map(({ name, contextWindow }) => [name, contextWindow])).toEqual([
      ['a', 16_384],
      ['c', undefined],
    ]);
    const without = await listOf(openaiCompatibleProvider, values, { [LIST]: new Response('', { status: 404 }) });
    expect(without.models.map(({ name }) => name)).toEqual(['a', 'c']);
  });

  test('is asked for with the key and the extra headers', async () => {
    const { asked } = await listOf(
      openaiCompatibleProvider,
      { baseUrl, apiKey: 'k', headers: 'X-Team: blue; CF-Access-Client-Secret: s=1;2' },
      { [LIST]: Response.json({ data: [{ id: 'a' }] }) },
    );
    expect(asked[0]?.headers.get('authorization')).toBe('Bearer k');
    expect(asked[0]?.headers.get('x-team')).toBe('blue');
    expect(asked[0]?.headers.get('cf-access-client-secret')).toBe('s=1;2');
  });

  test.each([
    ['no colon', 'X-Team blue'],
    ['a name with a space', 'X Team: blue'],
    ['no value', 'X-Team:'],
    ['letters that no header carries', 'X-Team: blåu'],
    ['a header of the connection itself', 'Host: other.example'],
  ])('says what is wrong with extra headers that have %s', async (_name, headers) => {
    await expect(listOf(openaiCompatibleProvider, { baseUrl, headers })).rejects.toThrow(/Extra headers/);
  });
});

test('a step has the key, the extra headers and an effort where one is chosen, and asks for the usage', async () => {
  const { url, headers, body } = await sentRequest(openaiCompatibleProvider, {
    modelName: 'qwen3-coder:30b',
    values: { baseUrl, apiKey: 'k', headers: 'X-Team: blue' },
    providerOptions: (chosen) => chosen.reasoningOptions?.('low'),
  });
  expect(url).toBe('https://llm.example.com/v1/chat/completions');
  expect([headers.get('authorization'), headers.get('x-team')]).toEqual(['Bearer k', 'blue']);
  expect(body).toMatchObject({ model: 'qwen3-coder:30b', reasoning_effort: 'low', stream_options: { include_usage: true } });
});

test('the value of an extra header is as secret as the whole field', () => {
  const values = new Map([
    ['baseUrl', baseUrl],
    ['headers', 'X-Key: Bearer canary-1; X-Other: canary-2'],
  ]);
  const connection = { id: 'mine', providerId: 'openai-compatible', name: 'Mine', values, owner: 'user' as const };
  const secrets = secretsOf({ providers: [openaiCompatibleProvider], connections: [connection] });
  expect(secrets).toEqual(expect.arrayContaining(['canary-1', 'Bearer canary-1', 'canary-2']));
});
