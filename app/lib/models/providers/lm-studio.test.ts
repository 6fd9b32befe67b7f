import { expect, test } from 'vitest';
import { listOf } from '../testing/list-of.ts';
import { sentRequest } from '../testing/sent-request.ts';
import { lmStudioProvider } from './lm-studio.ts';

const HOST = '127.0.0.1:1234';

test.each(['', '/', '/v1', '/api/v0/'])(
  'lists what it has on its disk, and is asked for answers, at an address that ends with "%s"',
  async (end) => {
    const values = { baseUrl: `http://${HOST}${end}` };
    const data = [
      { id: 'embedder', type: 'embeddings' },
      { id: 'qwen', type: 'llm', state: 'loaded', loaded_context_length: 8_192, max_context_length: 32_768 },
    ];
    const { models } = await listOf(lmStudioProvider, values, { [`${HOST}/api/v0/models`]: Response.json({ data }) });
    expect(models).toMatchObject([{ id: 'mine:qwen', contextWindow: 8_192, local: { mostContext: 32_768, isLoaded: true } }]);
    const { url } = await sentRequest(lmStudioProvider, { modelName: 'qwen', values });
    expect(url).toBe(`http://${HOST}/v1/chat/completions`);
  },
);

test('needs an address', () => {
  expect(lmStudioProvider.isComplete(new Map())).toBe(false);
});
