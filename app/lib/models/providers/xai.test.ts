import { expect, test } from 'vitest';
import { listOf } from '../testing/list-of.ts';
import { sentRequest } from '../testing/sent-request.ts';
import { xaiProvider } from './xai.ts';

test('lists what chats, the newest first and the small ones last', async () => {
  const data = [
    { id: 'grok-3', created: 1_743_724_800 },
    { id: 'grok-4-fast-reasoning', created: 1_757_000_000 },
    { id: 'grok-2-image-1212', created: 1_736_000_000 },
    { id: 'grok-4.6', created: 1_790_000_000 },
  ];
  const { models } = await listOf(xaiProvider, { apiKey: 'k' }, { 'api.x.ai/v1/models': Response.json({ data }) });
  expect(models.map(({ id }) => id)).toEqual(['mine:grok-4.6', 'mine:grok-3', 'mine:grok-4-fast-reasoning']);
  expect(models[0]?.searchesWeb).toBe(true);
});

test('stores nothing, and is asked for an effort only where that can be chosen', async () => {
  const sent = async (modelName: string) =>
    (await sentRequest(xaiProvider, { modelName, providerOptions: (chosen) => chosen.reasoningOptions?.('low') })).body;
  expect(await sent('grok-4.6')).toMatchObject({ store: false, reasoning: { effort: 'low' } });
  const fixed = await sent('grok-4');
  expect(fixed).toMatchObject({ store: false });
  expect(fixed).not.toHaveProperty('reasoning');
});
