import { expect, test } from 'vitest';
import type { ChatRequest } from '../../protocol/chat-request.ts';
import { BUILT_IN_MODEL_ID } from '../../protocol/models/built-in-model.ts';
import { answerBuiltInStep } from './answer-built-in-step.ts';
import { FakePromptApi, type FakePromptScript } from './testing/fake-prompt-api.ts';

const STEP: ChatRequest = {
  chatId: 'chat',
  modelId: BUILT_IN_MODEL_ID,
  mode: 'chat',
  system: 'Be brief.',
  messages: [
    { id: 'a', role: 'user', parts: [{ type: 'text', text: 'Hello' }] },
    { id: 'b', role: 'assistant', parts: [{ type: 'text', text: 'Hi.' }] },
    { id: 'c', role: 'user', parts: [{ type: 'text', text: 'Count' }] },
  ],
  toolNames: [],
};

function asked(script: FakePromptScript, step: Partial<ChatRequest> = {}) {
  const api = new FakePromptApi(script);
  const stop = new AbortController();
  const windows: number[] = [];
  const answer = answerBuiltInStep({ step: { ...STEP, ...step }, api, onWindow: (tokens) => windows.push(tokens) }, stop.signal);
  return { api, stop, windows, answer };
}

const text = (value: string) => [{ type: 'text', value }];
const named = (name: string, message = 'no') => new DOMException(message, name);

test('a conversation is a session that begins with what was said, and its answer comes in pieces with its tokens', async () => {
  const { api, windows, answer } = asked({ answers: [['One, ', 'two.']] });
  const body = await (await answer).text();
  expect(api.created[0]).toMatchObject({
    initialPrompts: [
      { role: 'system', content: text('Be brief.') },
      { role: 'user', content: text('Hello') },
      { role: 'assistant', content: text('Hi.') },
    ],
    expectedOutputs: [{ type: 'text', languages: ['en'] }],
  });
  expect(api.prompts).toEqual([[{ role: 'user', content: text('Count') }]]);
  expect(body).toContain('"delta":"One, "');
  expect(body).toMatch(/"inputTokens":22,"outputTokens":9/);
  expect([windows, api.open]).toEqual([[1_000], 0]);
});

test('an image goes as its bytes, to a session that was made for images', async () => {
  const { api, answer } = asked(
    { answers: [['A dot.']] },
    {
      messages: [
        {
          id: 'a',
          role: 'user',
          parts: [
            { type: 'text', text: 'See' },
            { type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,AQID' },
          ],
        },
      ],
    },
  );
  await (await answer).text();
  expect(api.created[0]?.expectedInputs).toContainEqual({ type: 'image' });
  const sent = api.prompts[0]?.[0]?.content.at(1);
  expect(sent?.type === 'image' ? [sent.value.type, ...new Uint8Array(await sent.value.arrayBuffer())] : null).toEqual([
    'image/png',
    1,
    2,
    3,
  ]);
});

test('where the answer is to be cut off it is, also between two pieces', async () => {
  const { api, answer } = asked({ answers: [['call <', '/call> and more', 'wait']] }, { stopSequences: ['</call>'] });
  const body = await (await answer).text();
  expect(body).toContain('"delta":"call "');
  expect(body).not.toContain('more');
  expect(api.open).toBe(0);
});

test('what does not fit is refused before the session forgets its beginning', async () => {
  const { api, answer } = asked({ window: 20, answers: [] });
  const response = await answer;
  expect(await response.json()).toMatchObject({ error: { kind: 'context-too-long', message: expect.stringContaining('is 20 tokens') } });
  expect([api.prompts, api.open]).toEqual([[], 0]);
});

test.each([
  [
    'a session that the browser finds too long',
    Object.assign(named('QuotaExceededError'), { quota: 4_096 }),
    'context-too-long',
    '4096 tokens',
  ],
  ['a page that may not', named('NotAllowedError', 'needs a gesture'), 'refused', 'Settings, Models'],
  ['a session that is gone', named('InvalidStateError'), 'overload', 'ended the session'],
  ['anything else', named('UnknownError', 'GPU lost'), 'overload', 'GPU lost'],
])('%s is a failure of its kind, in words', async (_what, refusal, kind, words) => {
  const { answer } = asked({ refusal });
  expect(await (await answer).json()).toMatchObject({ error: { kind, message: expect.stringContaining(words) } });
});

test('an answer that the browser withholds in its middle is one that was refused', async () => {
  const { api, answer } = asked({ answers: [['It is ', named('NotReadableError')]] });
  const body = await (await answer).text();
  expect(body).toContain('"kind":"content-refused"');
  expect(body).toContain('content filter');
  expect(api.open).toBe(0);
});

test('Stop ends the session', async () => {
  const { api, stop, answer } = asked({ answers: [['It begins', 'wait']] });
  const reader = (await answer).body?.getReader();
  await reader?.read();
  stop.abort();
  await expect.poll(() => api.open).toBe(0);
});

test('tools are not sent as functions: that is refused as by servers that know none', async () => {
  const { answer } = asked({}, { mode: 'agent', toolNames: ['devonz_read_file'] });
  expect(await (await answer).json()).toMatchObject({ error: { message: expect.stringMatching(/does not support tools/) } });
});

test('a temperature is sent where the browser lets a page choose it, within its bounds', async () => {
  const free = asked({ answers: [['a']], params: { defaultTopK: 3, maxTemperature: 1.5 } }, { temperature: 2 });
  await (await free.answer).text();
  expect(free.api.created[0]).toMatchObject({ temperature: 1.5, topK: 3 });
  const bound = asked({ answers: [['a']], params: null }, { temperature: 2 });
  await (await bound.answer).text();
  expect(bound.api.created[0]).not.toHaveProperty('temperature');
});
