import { afterEach, expect, test } from 'vitest';
import type { ChatRequest } from '../../protocol/chat-request.ts';
import { BUILT_IN_MODEL_ID } from '../../protocol/models/built-in-model.ts';
import { $builtInModel, type BuiltInModelState } from '../../stores/local-models.ts';
import { createBuiltInModels } from './create-built-in-models.ts';
import type { OlderPromptApi } from './older-prompt-api.ts';
import { FakePromptApi, type FakePromptScript } from './testing/fake-prompt-api.ts';

const STEP: ChatRequest = {
  chatId: 'c',
  modelId: BUILT_IN_MODEL_ID,
  mode: 'chat',
  system: 'Be brief.',
  messages: [{ id: 'a', role: 'user', parts: [{ type: 'text', text: 'Hello' }] }],
  toolNames: [],
};
const signal = new AbortController().signal;

afterEach(() => $builtInModel.set({ status: 'not-yet' }));

function withApi(script: FakePromptScript) {
  const api = new FakePromptApi(script);
  return { api, models: createBuiltInModels({ LanguageModel: api }) };
}

test('a browser without one lists none and says so', async () => {
  const models = createBuiltInModels({});
  expect(await models.list()).toEqual([]);
  expect($builtInModel.get()).toEqual({ status: 'none' });
  await expect(models.step(STEP, signal)).rejects.toThrow('no model of its own');
});

test.each([
  ['unavailable', 'unsuitable'],
  ['downloadable', 'downloadable'],
  ['downloading', 'downloadable'],
] as const)('one that is %s is not listed: it is %s', async (text, status) => {
  const { api, models } = withApi({ text });
  expect(await models.list()).toEqual([]);
  expect($builtInModel.get()).toEqual({ status });
  expect(api.created, 'nothing is downloaded unasked').toEqual([]);
});

test('one that is there is listed, with images where it takes them, and with its window once that is known', async () => {
  const { models } = withApi({ text: 'available', image: 'available', window: 9_216, answers: [['Hi.']] });
  let changes = 0;
  models.onChange(() => {
    changes += 1;
  });
  expect(await models.list()).toMatchObject([{ id: BUILT_IN_MODEL_ID, seesImages: true, callsTools: false }]);
  expect(await (await models.step(STEP, signal)).text()).toContain('Hi.');
  expect(changes).toBe(1);
  expect(await models.list()).toMatchObject([{ contextWindow: 9_216 }]);
});

test('a download is shown as it goes, and then the model is there', async () => {
  const { api, models } = withApi({ text: 'downloadable', progress: [0.25, 1] });
  const seen: BuiltInModelState[] = [];
  const end = $builtInModel.listen((state) => seen.push(state));
  await models.download();
  end();
  expect(seen).toEqual([
    { status: 'downloading', share: 0 },
    { status: 'downloading', share: 0.25 },
    { status: 'downloading', share: 1 },
    { status: 'ready' },
  ]);
  expect(api.open).toBe(0);
});

test('a download that fails says why, also when the browser is asked again', async () => {
  const { models } = withApi({ text: 'downloadable', refusal: new DOMException('not enough space', 'NotAllowedError') });
  await models.download();
  await models.list();
  expect($builtInModel.get()).toEqual({ status: 'failed', why: 'not enough space' });
});

test.each([
  ['each piece', ['Good ', 'day']],
  ['the whole text so far', ['Good ', 'Good day']],
])('the API of before is asked in its own words, whether it sends %s', async (_what, pieces) => {
  const asked: unknown[] = [];
  const languageModel: OlderPromptApi = {
    capabilities: async () => ({ available: 'readily' }),
    create: async (creation) => {
      asked.push(creation);
      return {
        maxTokens: 4_096,
        tokensSoFar: 10,
        promptStreaming: (input) => {
          asked.push(input);
          return new ReadableStream<string>({
            start(controller) {
              for (const piece of pieces) controller.enqueue(piece);
              controller.close();
            },
          });
        },
        destroy: () => undefined,
      };
    },
  };
  const models = createBuiltInModels({ ai: { languageModel } });
  expect(await models.list()).toMatchObject([{ seesImages: false }]);
  const body = await (await models.step(STEP, signal)).text();
  expect(asked).toMatchObject([{ systemPrompt: 'Be brief.', initialPrompts: [] }, 'Hello']);
  expect([...body.matchAll(/"delta":"([^"]*)"/g)].map(([, delta]) => delta).join('')).toBe('Good day');
});
