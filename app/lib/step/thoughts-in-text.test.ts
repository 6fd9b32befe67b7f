import type { LanguageModelV3StreamPart } from '@ai-sdk/provider';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { streamingModel } from '../../server/testing/streaming-model.ts';
import { thoughtsInText } from './thoughts-in-text.ts';

async function splitOf(pieces: readonly string[]): Promise<{ thought: string; said: string; kinds: string[] }> {
  const parts: LanguageModelV3StreamPart[] = [
    { type: 'text-start', id: 't' },
    ...pieces.map((delta): LanguageModelV3StreamPart => ({ type: 'text-delta', id: 't', delta })),
    { type: 'text-end', id: 't' },
  ];
  const model = streamingModel(
    () =>
      new ReadableStream({
        start(controller) {
          for (const part of parts) controller.enqueue(part);
          controller.close();
        },
      }),
  );
  const doStream = () => model.doStream({ prompt: [] });
  const wrapped = await thoughtsInText().wrapStream?.({
    doStream,
    doGenerate: () => model.doGenerate({ prompt: [] }),
    params: { prompt: [] },
    model,
  });
  if (wrapped === undefined) throw new Error('nothing is wrapped');
  const found = { thought: '', said: '', kinds: [] as string[] };
  for await (const part of wrapped.stream) {
    found.kinds.push(part.type);
    if (part.type === 'reasoning-delta') found.thought += part.delta;
    if (part.type === 'text-delta') found.said += part.delta;
  }
  return found;
}

const cutAt = (text: string, places: readonly number[]) => {
  const ends = [...new Set(places.map((place) => place % (text.length + 1)))].sort((a, b) => a - b);
  return [...ends, text.length].map((end, index) => text.slice(index === 0 ? 0 : ends[index - 1], end));
};

test('a thought comes apart from the words, wherever the text is cut', async () => {
  const tags = fc.constantFrom(
    ['<think>', '</think>'],
    ['<thinking>', '</thinking>'],
    ['◁think▷', '◁/think▷'],
    ['<|channel|>analysis<|message|>', '<|end|><|start|>assistant<|channel|>final<|message|>'],
  );
  await fc.assert(
    fc.asyncProperty(tags, fc.array(fc.nat(200), { maxLength: 12 }), async ([open, close], places) => {
      const { thought, said, kinds } = await splitOf(cutAt(`${open}I plan <a> b.${close}\n\nThe <think> answer.`, places));
      expect({ thought, said }).toEqual({ thought: 'I plan <a> b.', said: 'The <think> answer.' });
      expect(kinds.indexOf('reasoning-end')).toBeLessThan(kinds.indexOf('text-start'));
    }),
    { numRuns: 300 },
  );
});

test('a text without a thought at its beginning is the same text, however it is cut', async () => {
  const words = fc
    .array(fc.constantFrom('<', 'th', 'ink>', '</think>', 'a ', '```\n', '<thin', '[THINK', ' x'), { maxLength: 12 })
    .map((all) => `A${all.join('')}`);
  await fc.assert(
    fc.asyncProperty(words, fc.array(fc.nat(60), { maxLength: 8 }), async (text, places) => {
      expect(await splitOf(cutAt(text, places))).toMatchObject({ thought: '', said: text });
    }),
    { numRuns: 300 },
  );
});
