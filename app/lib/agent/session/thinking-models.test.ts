import { expect, test } from 'vitest';
import { mayThink } from './thinking-models.ts';

test.each([
  ['openai:o3-mini', true],
  ['openai:gpt-5.6', true],
  ['google:gemini-2.5-pro', true],
  ['openai:deepseek-r1', true],
  ['openai:qwq-32b', true],
  ['openai:kimi-k2-thinking', true],
  ['openai:grok-4-fast-reasoning', true],
  ['openai:gpt-4o', false],
  ['openai:llama-3.1-8b', false],
  ['google:gemini-1.5-flash', false],
  ['demo:scripted', false],
])('%s may think before it speaks: %s', (modelId, thinks) => {
  expect(mayThink(modelId, [])).toBe(thinks);
});

test('a model of whose thoughts the conversation holds some may think again', () => {
  const thought = { type: 'reasoning' as const, text: 'Hm.' };
  expect(mayThink('m', [{ id: 'a', role: 'assistant', parts: [thought] }])).toBe(true);
  expect(mayThink('m', [{ id: 'a', role: 'assistant', parts: [{ ...thought, text: '' }] }])).toBe(false);
});
