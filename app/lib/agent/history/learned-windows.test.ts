import { expect, test } from 'vitest';
import { contextRoomOf, TOO_LONG } from '../../protocol/models/too-long.ts';
import { LearnedWindows } from './learned-windows.ts';
import { answerLimit } from './window-budget.ts';

test.each([
  ["This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens.", 8_192],
  ['The input token count (1234567) exceeds the maximum number of tokens allowed (1,048,576).', 1_048_576],
  ['the request exceeds the available context size (4096 tokens), try increasing it', 4_096],
  ['prompt is too long', 60_000],
])('%s teaches a window of %d tokens', (refusal, window) => {
  const learned = new LearnedWindows();
  expect(learned.learn('m', refusal, { sentTokens: 100_000, known: null })).toBe(true);
  expect(learned.of('m', null)).toBe(window);
  expect(learned.of('other', null)).toBeNull();
});

test('only a smaller window than was counted with is worth another try, and each one is smaller than the last', () => {
  const learned = new LearnedWindows();
  expect(learned.learn('m', 'maximum context length is 8192 tokens', { sentTokens: 9_000, known: 8_192 })).toBe(true);
  expect(learned.of('m', 8_192)).toBeLessThan(8_192);
  expect(learned.learn('m', 'the model is overloaded, wait 5000 ms', { sentTokens: 9_000, known: null })).toBe(false);
  expect(learned.learn('n', 'prompt is too long', { sentTokens: 1_200, known: null })).toBe(false);
});

/** From providers' documentation and public threads: the refusal, its window, the input sent, and the output requested. */
const REFUSALS: readonly [string, number | undefined, number?, number?][] = [
  [
    'input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000, decrease input length or `max_tokens` and try again',
    200_000,
    188_240,
    21_333,
  ],
  ['prompt is too long: 213462 tokens > 200000 maximum', 200_000, 213_462],
  ["This model's maximum prompt length is 131072 but the request contains 537812 tokens.", 131_072, 537_812],
  [
    "This endpoint's maximum context length is 32768 tokens. However, you requested about 42832 tokens (34709 of text input, 4027 of tool input, 4096 in the output). Please reduce the length of either one.",
    32_768,
  ],
  [
    "This model's maximum context length is 8192 tokens. However, you requested 8598 tokens (3478 in the messages, 5120 in the completion). Please reduce the length of the messages or completion.",
    8_192,
    3_478,
    5_120,
  ],
  [
    "This model's maximum context length is 16385 tokens. However, your messages resulted in 23273 tokens (22394 in the messages, 879 in the functions).",
    16_385,
    23_273,
  ],
  [
    "'max_tokens' or 'max_completion_tokens' is too large: 8192. This model's maximum context length is 65536 tokens and your request has 57879 input tokens (8192 > 65536 - 57879).",
    65_536,
    57_879,
    8_192,
  ],
  [
    "This model's maximum context length is 262144 tokens. However, you requested 128000 output tokens and your prompt contains at least 134145 input tokens, for a total of at least 262145 tokens.",
    262_144,
    134_145,
    128_000,
  ],
  ['Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 300123 tokens.', 272_000, 300_123],
  ['Your input exceeds the context window of this model. Please adjust your input and try again.', undefined],
  ['The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).', 1_048_575, 1_196_265],
  ['The input token count exceeds the maximum number of tokens allowed 1048576.', 1_048_576],
  ['Prompt contains 40960 tokens and 0 draft tokens, too large for model with 32768 maximum context length', 32_768, 40_960],
  ['Please reduce the length of the messages or completion.', undefined],
  ['Input is too long for requested model.', undefined],
  [
    '{"error":{"code":400,"message":"the request exceeds the available context size. try increasing the context size or enable context shift","type":"exceed_context_size_error","n_prompt_tokens":14429,"n_ctx":8192}}',
    8_192,
    14_429,
  ],
  ['{"error":{"message":"too many tokens","n_prompt_tokens":"14429","n_ctx":"8192"}}', 8_192, 14_429],
  [String.raw`{"error":"{\"message\":\"too many tokens\",\"n_ctx\": 8192}"}`, 8_192],
  ['request (5120 tokens) exceeds the available context size (4096 tokens), try increasing it', 4_096],
  [
    'Trying to keep the first 15857 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough.',
    4_096,
  ],
  ['the input length exceeds the context length', undefined],
  [
    'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 32769. Given: 31000 `inputs` tokens and 4096 `max_new_tokens`',
    32_769,
    31_000,
    4_096,
  ],
  ['The prompt is too long: 40000, model maximum context length: 32768', 32_768],
  ["The input (9000 tokens) is longer than the model's context length (8192 tokens).", 8_192],
  ['too many tokens: total number of tokens in the prompt cannot exceed 4081 - received 5000. Try using a shorter prompt.', 4_081],
  ['Your request exceeded model token limit: 131072', 131_072],
  ['invalid params, context window exceeds limit (2013)', undefined],
  ['The estimated number of input and maximum output tokens (9000) exceeded this model context window limit (8192).', 8_192],
  ['prompt token count of 130123 exceeds the limit of 128000', 128_000, 130_123],
  ['Requested tokens (5160) exceed context window of 4096', 4_096],
  ['Prompt tokens (14429) exceeds context size (8192)', 8_192],
];

test.each(REFUSALS)('%s: it is the length, and the window is %s', (refusal, window, input, output) => {
  expect(TOO_LONG.test(refusal)).toBe(true);
  const room = contextRoomOf(refusal);
  expect(room.window).toBe(window);
  if (input !== undefined) expect(room.input).toBe(input);
  expect(room.output).toBe(output);
});

test.each(REFUSALS.filter(([, window]) => window !== undefined))('%s never teaches another figure of it', (refusal, window = 0) => {
  const learned = new LearnedWindows();
  expect(learned.learn('m', refusal, { sentTokens: 500_000, known: null })).toBe(true);
  expect(learned.of('m', null)).toBe(window);
});

test('where only the room for the answer was too much, the answer gets what is left, and no more than once', () => {
  const refusal = REFUSALS[0]?.[0] ?? '';
  const learned = new LearnedWindows();
  expect(learned.isTight('m')).toBe(false);
  expect(learned.learn('m', refusal, { sentTokens: 180_000, known: 200_000 })).toBe(true);
  expect([learned.isTight('m'), learned.of('m', 200_000)]).toEqual([true, 200_000]);
  expect(answerLimit(200_000, 188_240, true)).toBeLessThanOrEqual(11_760);
  expect(answerLimit(200_000, 188_240, true)).toBeGreaterThan(10_000);
  // On a second refusal, the conversation must become shorter.
  expect(learned.learn('m', refusal, { sentTokens: 180_000, known: 200_000 })).toBe(true);
  expect(learned.of('m', 200_000)).toBeLessThan(180_000);
});
