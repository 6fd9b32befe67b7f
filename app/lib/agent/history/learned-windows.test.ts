import { expect, test } from 'vitest';
import { LearnedWindows } from './learned-windows.ts';

test.each([
  ["This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens.", 8_192],
  ['The input token count (1234567) exceeds the maximum number of tokens allowed (1,048,576).', 1_048_576],
  ['the request exceeds the available context size (4096 tokens), try increasing it', 4_096],
  ['prompt is too long', 60_000],
])('%s teaches a window of %d tokens', (refusal, window) => {
  const learned = new LearnedWindows();
  expect(learned.learn('m', refusal, 100_000, null)).toBe(true);
  expect(learned.of('m', null)).toBe(window);
  expect(learned.of('other', null)).toBeNull();
});

test('only a smaller window than was counted with is worth another try, and each one is smaller than the last', () => {
  const learned = new LearnedWindows();
  expect(learned.learn('m', 'maximum context length is 8192 tokens', 9_000, 8_192)).toBe(true);
  expect(learned.of('m', 8_192)).toBeLessThan(8_192);
  expect(learned.learn('m', 'the model is overloaded, wait 5000 ms', 9_000, null)).toBe(false);
  expect(learned.learn('n', 'prompt is too long', 1_200, null)).toBe(false);
});
