import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { StepFailedError, StoppedError } from '../contract/errors.ts';
import { callParts, textParts } from '../testing/scripted-transport.ts';
import { readTurn } from './read-turn.ts';
import { TurnReader } from './turn-reader.ts';

const bytesOf = (parts: readonly unknown[]) => new TextEncoder().encode(parts.map((part) => `data: ${JSON.stringify(part)}\n\n`).join(''));

function read(parts: readonly unknown[], reader = new TurnReader()) {
  reader.push(bytesOf(parts));
  return reader.end();
}

const finish = { type: 'finish', finishReason: 'stop' };

test('the same bytes give the same parts wherever the network cuts them', () => {
  const parts = [
    { type: 'start' },
    ...textParts('Grüße 👋\r\n'),
    ...callParts({ toolName: 'devonz_write_file', input: { path: 'ä.txt', content: 'line\n"x" 👋' } }),
    finish,
  ];
  const bytes = bytesOf(parts);
  const whole = read(parts);
  fc.assert(
    fc.property(fc.array(fc.nat(bytes.length)), (cuts) => {
      const reader = new TurnReader();
      let from = 0;
      for (const cut of [...cuts.sort((a, b) => a - b), bytes.length]) {
        reader.push(bytes.subarray(from, cut));
        from = cut;
      }
      expect(reader.end()).toEqual(whole);
    }),
  );
});

test('a file can be seen while it is written', () => {
  const reader = new TurnReader();
  reader.push(
    bytesOf([
      { type: 'tool-input-start', toolCallId: 'c', toolName: 'devonz_write_file' },
      { type: 'tool-input-delta', toolCallId: 'c', inputTextDelta: '{"path":"a.ts","content":"const a' },
    ]),
  );
  expect(reader.liveParts()).toEqual([
    { type: 'tool-input', toolCallId: 'c', toolName: 'devonz_write_file', fields: { path: 'a.ts', content: 'const a' }, isComplete: false },
  ]);
});

test("the provider's metadata stays as it came", () => {
  const providerMetadata = { google: { thoughtSignature: 'AbC=' } };
  const turn = read([
    { type: 'reasoning-start', id: 'r' },
    { type: 'reasoning-end', id: 'r', providerMetadata },
    { type: 'tool-input-available', toolCallId: 'c', toolName: 't', input: {}, providerMetadata },
    { ...finish, finishReason: 'tool-calls' },
  ]);
  expect(turn.parts).toEqual([
    { type: 'reasoning', text: '', providerMetadata },
    { type: 'dynamic-tool', toolCallId: 'c', toolName: 't', state: 'input-available', input: {}, callProviderMetadata: providerMetadata },
  ]);
});

test('usage comes from the metadata of the message', () => {
  const turn = read([
    ...textParts('x'),
    {
      type: 'message-metadata',
      messageMetadata: { usage: { inputTokens: 7, outputTokens: 3, cachedInputTokens: 5, cacheWriteTokens: 1, reasoningTokens: 2 } },
    },
    finish,
  ]);
  expect(turn.usage).toEqual({ inputTokens: 7, outputTokens: 3, cachedInputTokens: 5, cacheWriteTokens: 1, reasoningTokens: 2 });
});

test('types of a newer server, comments and [DONE] are passed over', () => {
  const reader = new TurnReader();
  reader.push(new TextEncoder().encode(': ping\n\nevent: x\ndata: {"type":"from-the-future"}\n\n'));
  reader.push(bytesOf([...textParts('x'), finish]));
  reader.push(new TextEncoder().encode('data: [DONE]\n\n'));
  expect(reader.end().parts).toEqual([{ type: 'text', text: 'x' }]);
});

test('bad arguments and unknown names become calls that somebody has to answer', () => {
  const bad = {
    type: 'tool-input-error',
    toolCallId: 'c',
    toolName: 'constructor',
    input: '{"x',
    errorText: 'no such tool',
    dynamic: true,
  };
  const turn = read([
    bad,
    { type: 'tool-output-error', toolCallId: 'c', errorText: 'no such tool' },
    { ...finish, finishReason: 'tool-calls' },
  ]);
  expect(turn.parts).toEqual([{ type: 'dynamic-tool', toolCallId: 'c', toolName: 'constructor', state: 'input-available', input: '{"x' }]);
});

test('a call cut by the length limit is answered at once and never handed on', () => {
  const start = callParts({ toolName: 'devonz_write_file', input: { path: 'a', content: 'half' } });
  for (const parts of [start.slice(0, 2), start]) {
    const turn = read([...parts, { ...finish, finishReason: 'length' }]);
    expect(turn.parts).toMatchObject([{ state: 'output-error', errorText: expect.stringContaining('length limit') }]);
  }
});

describe('what looks like an end and is none', () => {
  const cases: [string, readonly unknown[], RegExp][] = [
    ['an abort we did not ask for', [...textParts('x'), { type: 'abort', reason: 'timeout' }], /gave up.*timeout/],
    ['an error part', [...textParts('x'), { type: 'error', errorText: 'Overloaded' }], /Overloaded/],
    ['a stream without finish', textParts('x'), /cut off/],
    ['nothing, with the reason "other"', [{ type: 'finish', finishReason: 'other' }], /no answer/],
    ['blank text, with the reason "unknown"', [...textParts(' '), { type: 'finish', finishReason: 'unknown' }], /no answer/],
    ['the reason "error"', [...textParts('x'), { type: 'finish', finishReason: 'error' }], /error/],
  ];
  test.each(cases)('%s is a failure', (_name, parts, message) => {
    expect(() => read(parts)).toThrow(message);
    expect(() => read(parts)).toThrow(StepFailedError);
  });

  test('a body that is no stream of ours is a failure', () => {
    const reader = new TurnReader();
    expect(() => reader.push(new TextEncoder().encode('data: <html>\n\n'))).toThrow(StepFailedError);
  });
});

test('a lost connection keeps what had come, for the eye', async () => {
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(bytesOf(textParts('half'))),
    pull: (controller) => controller.error(new TypeError('network error')),
  });
  const options = { signal: new AbortController().signal, onProgress: () => undefined };
  await expect(readTurn(stream, new TurnReader(), options)).rejects.toMatchObject({ parts: [{ type: 'text', text: 'half' }] });
});

test('a stop ends a stream that says nothing more, at once', async () => {
  const controller = new AbortController();
  let wasCancelled = false;
  const stream = new ReadableStream<Uint8Array>({
    cancel: () => {
      wasCancelled = true;
    },
  });
  const reading = readTurn(stream, new TurnReader(), { signal: controller.signal, onProgress: () => undefined });
  controller.abort();
  await expect(reading).rejects.toThrow(StoppedError);
  expect(wasCancelled).toBe(true);
});

test('how long each thought took is kept with it, and the last one is not over before something follows', () => {
  let now = 1_000;
  const reader = new TurnReader(() => now);
  const push = (at: number, part: unknown) => {
    now = at;
    reader.push(bytesOf([part]));
  };
  push(1_000, { type: 'reasoning-start', id: 'r' });
  push(9_000, { type: 'reasoning-delta', id: 'r', delta: 'Hm.' });
  expect(reader.liveParts()[0]).not.toHaveProperty('thoughtMs');
  push(13_000, { type: 'text-delta', id: 't', delta: 'So ' });
  expect(reader.liveParts()[0]).toMatchObject({ type: 'reasoning', thoughtMs: 12_000 });
  push(14_000, { type: 'reasoning-start', id: 's' });
  push(15_500, { type: 'reasoning-delta', id: 's', delta: 'Or?' });
  push(16_500, { type: 'reasoning-end', id: 's' });
  push(20_000, finish);
  expect(reader.end().parts).toEqual([
    { type: 'reasoning', text: 'Hm.', thoughtMs: 12_000 },
    { type: 'text', text: 'So ' },
    { type: 'reasoning', text: 'Or?', thoughtMs: 2_500 },
  ]);
});
