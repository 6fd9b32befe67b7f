import type { UIMessageChunk } from 'ai';
import { describe, expect, test } from 'vitest';
import { TurnReader } from '../agent/stream/turn-reader.ts';
import { leaveOutInputs } from './leave-out-inputs.ts';

async function through(parts: readonly UIMessageChunk[]): Promise<UIMessageChunk[]> {
  const source = new ReadableStream<UIMessageChunk>({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
  const all: UIMessageChunk[] = [];
  for await (const part of source.pipeThrough(leaveOutInputs())) all.push(part);
  return all;
}

const start = (toolCallId = 'a'): UIMessageChunk => ({ type: 'tool-input-start', toolCallId, toolName: 'x' });
const delta = (inputTextDelta: string, toolCallId = 'a'): UIMessageChunk => ({ type: 'tool-input-delta', toolCallId, inputTextDelta });
const available = (input: unknown, toolCallId = 'a'): UIMessageChunk => ({
  type: 'tool-input-available',
  toolCallId,
  toolName: 'x',
  input,
});

/** Returns the calls that the app's reader makes from the parts, in their wire format. */
function callsOf(parts: readonly UIMessageChunk[]): unknown[] {
  const reader = new TurnReader();
  for (const part of [...parts, { type: 'finish', finishReason: 'tool-calls' }]) {
    reader.push(new TextEncoder().encode(`data: ${JSON.stringify(part)}\n\n`));
  }
  return reader.end().parts.map((part) => ('input' in part ? part.input : null));
}

describe('the arguments of a call', () => {
  test('are not sent twice, and the reader has them all the same', async () => {
    const input = { path: 'a.ts', content: 'x "quoted" \n 😀', deep: { list: [1, null, true] } };
    const text = JSON.stringify(input, null, 1);
    const parts = [start(), ...[...text].map((piece) => delta(piece)), available(input)];
    const sent = await through(parts);
    expect(JSON.stringify(sent.at(-1))).not.toContain('quoted');
    expect(callsOf(sent)).toEqual([input]);
  });

  test('of two calls side by side stay apart', async () => {
    const sent = await through([
      start('a'),
      start('b'),
      delta('{"n":', 'a'),
      delta('{"n":2}', 'b'),
      delta('1}', 'a'),
      available({ n: 1 }, 'a'),
      available({ n: 2 }, 'b'),
    ]);
    expect(callsOf(sent)).toEqual([{ n: 1 }, { n: 2 }]);
  });

  test.each<[string, readonly UIMessageChunk[], unknown]>([
    ['that came in no pieces', [start()], { path: 'a.ts' }],
    ['whose pieces say something else', [start(), delta('{"path":"b.ts"}')], { path: 'a.ts' }],
    ['whose pieces are no JSON', [start(), delta('{"path":')], { path: 'a.ts' }],
    ['whose call never began', [], { path: 'a.ts' }],
  ])('%s are sent whole', async (_what, before, input) => {
    const sent = await through([...before, available(input)]);
    expect(sent.at(-1)).toEqual(available(input));
    expect(callsOf(sent)).toEqual([input]);
  });

  test('that are said twice, the second time without pieces, are sent whole the second time', async () => {
    const sent = await through([start(), delta('{"n":1}'), available({ n: 1 }), available({ n: 1 })]);
    expect(sent.at(-1)).toEqual(available({ n: 1 }));
    expect(callsOf(sent)).toEqual([{ n: 1 }]);
  });
});
