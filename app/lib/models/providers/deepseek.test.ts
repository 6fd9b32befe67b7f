import { expect, test } from 'vitest';
import { listOf } from '../testing/list-of.ts';
import { sentRequest } from '../testing/sent-request.ts';
import { deepseekProvider } from './deepseek.ts';

test('lists what it offers', async () => {
  const data = [{ id: 'deepseek-chat', object: 'model', owned_by: 'deepseek' }, { id: 'deepseek-reasoner' }];
  const { models, asked } = await listOf(deepseekProvider, { apiKey: 'k' }, { 'api.deepseek.com/models': Response.json({ data }) });
  expect(models.map(({ id }) => id)).toEqual(['mine:deepseek-chat', 'mine:deepseek-reasoner']);
  expect(asked[0]?.headers.get('authorization')).toBe('Bearer k');
});

test('thinks so much, or not at all', async () => {
  const sent = async (effort: 'none' | 'high') =>
    (await sentRequest(deepseekProvider, { modelName: 'deepseek-v4', providerOptions: (chosen) => chosen.reasoningOptions?.(effort) }))
      .body;
  expect(await sent('none')).toMatchObject({ thinking: { type: 'disabled' } });
  expect(await sent('high')).toMatchObject({ thinking: { type: 'enabled' }, reasoning_effort: 'high' });
});
