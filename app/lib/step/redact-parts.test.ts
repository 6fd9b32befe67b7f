import type { UIMessageChunk } from 'ai';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { redactParts } from './redact-parts.ts';
import { SecretMatcher } from './secret-matcher.ts';

const KEY = 'not-a-real-key-4f9a';

async function through(parts: readonly UIMessageChunk[]): Promise<UIMessageChunk[]> {
  const source = new ReadableStream<UIMessageChunk>({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
  const out: UIMessageChunk[] = [];
  for await (const part of source.pipeThrough(redactParts(new SecretMatcher([KEY])))) out.push(part);
  return out;
}

const pieces = (text: string, cuts: readonly number[]) => {
  const places = [0, ...cuts.map((cut) => cut % text.length).sort((a, b) => a - b), text.length];
  return places.slice(1).map((place, index) => text.slice(places[index], place));
};

test('a key cut at any places comes out of no text, no thought and no arguments', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(60), { maxLength: 25 }), fc.constantFrom('text', 'reasoning', 'tool'), async (cuts, kind) => {
      const said = `before ${KEY} after ${KEY}`;
      const deltas = pieces(said, cuts);
      const parts: UIMessageChunk[] =
        kind === 'tool'
          ? [
              { type: 'tool-input-start', toolCallId: 'c', toolName: 'x' },
              ...deltas.map((inputTextDelta) => ({ type: 'tool-input-delta' as const, toolCallId: 'c', inputTextDelta })),
              { type: 'tool-input-available', toolCallId: 'c', toolName: 'x', input: { path: said } },
            ]
          : [
              { type: kind === 'text' ? 'text-start' : 'reasoning-start', id: '1' },
              ...deltas.map((delta) => ({
                type: kind === 'text' ? ('text-delta' as const) : ('reasoning-delta' as const),
                id: '1',
                delta,
              })),
              { type: kind === 'text' ? 'text-end' : 'reasoning-end', id: '1' },
            ];
      const out = await through(parts);
      const text = out.map((part) => ('delta' in part ? part.delta : 'inputTextDelta' in part ? part.inputTextDelta : '')).join('');
      expect(text).toBe('before [key] after [key]');
      expect(JSON.stringify(out)).not.toContain(KEY);
      expect(out.at(-1)?.type).toBe(parts.at(-1)?.type);
    }),
  );
});

test('texts side by side are each read on their own, and end with what was held back', async () => {
  const [first = '', second = ''] = pieces(KEY, [7]);
  const text = (id: string, delta: string): UIMessageChunk => ({ type: 'text-delta', id, delta });
  const out = await through([text('a', first), text('b', 'x'), text('a', second), text('b', first), { type: 'text-end', id: 'b' }]);
  expect(out).toEqual([text('b', 'x'), text('a', '[key]'), text('b', first), { type: 'text-end', id: 'b' }]);
});

test('a stream that breaks off gives what was held back', async () => {
  const out = await through([
    { type: 'text-delta', id: 'a', delta: `a${KEY.slice(0, 5)}` },
    { type: 'error', errorText: 'cut' },
  ]);
  expect(out.map((part) => ('delta' in part ? part.delta : part.type))).toEqual(['a', KEY.slice(0, 5), 'error']);
});

test('metadata of a piece stays with it, though its text waits', async () => {
  const signed: UIMessageChunk = {
    type: 'text-delta',
    id: 'a',
    delta: KEY.slice(0, 3),
    providerMetadata: { google: { thoughtSignature: 'S' } },
  };
  const out = await through([signed, { type: 'text-end', id: 'a' }]);
  expect(out).toEqual([
    { ...signed, delta: '' },
    { type: 'text-delta', id: 'a', delta: KEY.slice(0, 3) },
    { type: 'text-end', id: 'a' },
  ]);
});

test('no part has a key in it, whatever kind it is and wherever it is', async () => {
  const parts: UIMessageChunk[] = [
    { type: 'start', messageId: KEY },
    { type: 'tool-input-start', toolCallId: KEY, toolName: KEY, providerMetadata: { [KEY]: { a: [KEY] } } },
    { type: 'tool-input-available', toolCallId: 'c', toolName: `x${KEY}`, input: { [KEY]: { deep: [[KEY]] } } },
    { type: 'tool-input-error', toolCallId: 'd', toolName: 'x', input: KEY, errorText: KEY },
    { type: 'error', errorText: KEY },
    { type: 'message-metadata', messageMetadata: { modelId: KEY } },
    { type: 'source-url', sourceId: '1', url: `https://a.example/?k=${KEY}` },
    { type: 'data-x', data: [KEY] },
    { type: 'finish', messageMetadata: { a: KEY } },
  ];
  const out = await through(parts);
  expect(out.map(({ type }) => type)).toEqual(parts.map(({ type }) => type));
  expect(JSON.stringify(out)).not.toContain(KEY);
});
