import { beforeEach, expect, test } from 'vitest';
import { $models } from '../stores/workbench.ts';
import { createModelsService } from './models-service.ts';

const LIST = { models: [{ id: 'demo:scripted', provider: 'demo', name: 'Demo' }], defaultModelId: 'demo:scripted', problems: [] };
const away = () => Promise.reject(new TypeError('Failed to fetch'));
const status = (code: number) => async () => new Response('{}', { status: code });
const listed = async () => Response.json(LIST);

beforeEach(() => $models.set({ models: [], defaultModelId: '', problems: [] }));

/** Creates a service whose server gives these answers in order; `isThere` is the result of checking for the server. */
function serviceBefore(answers: (() => Promise<Response>)[], { isThere = false } = {}) {
  const said: string[] = [];
  const service = createModelsService({
    request: () => (answers.shift() ?? expect.unreachable('Asked once more.'))(),
    notices: {
      info: (text) => said.push(text),
      guard: async (what, work) => {
        try {
          return await work();
        } catch (error) {
          said.push(`${what}: ${error instanceof Error ? error.message : ''}`);
          return null;
        }
      },
    },
    local: { list: async () => ({ models: [], problems: [] }) },
    server: { isThere: async () => isThere, whenBack: async () => undefined },
    clock: { sleep: async () => undefined },
  });
  return { service, said };
}

test('a server that is away at first, and then starting, is asked until it has listed its models', async () => {
  const { service, said } = serviceBefore([away, status(502), away, status(503), listed]);
  await service.ready();
  expect([service.isAwaited(), $models.get().defaultModelId]).toEqual([true, '']);
  await service.listed();
  expect([service.isAwaited(), $models.get().defaultModelId]).toEqual([false, 'demo:scripted']);
  expect(said).toEqual([expect.stringMatching(/^The app’s server cannot be reached/)]);
});

test.each([
  ['an error of the server’s own', [status(500)], {}, 'The models could not be listed: the server answered 500'],
  ['a question that a browser blocks', [away], { isThere: true }, 'The models could not be listed: The server cannot be reached'],
])('%s is said, and not waited for', async (_what, answers, found, words) => {
  const { service, said } = serviceBefore(answers, found);
  await service.ready();
  expect(service.isAwaited()).toBe(false);
  await service.listed();
  expect(said).toEqual([words]);
});

test('what goes wrong otherwise once the server is back is said, and ends the waiting', async () => {
  const { service, said } = serviceBefore([away, status(500)]);
  await service.ready();
  await service.listed();
  expect(service.isAwaited()).toBe(false);
  expect(said.at(-1)).toBe('The models could not be listed: the server answered 500');
});
