import type { LanguageModelV3StreamPart } from '@ai-sdk/provider';
import { simulateReadableStream } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { describe, expect, test } from 'vitest';
import { type LinearDeltasOptions, linearDeltas } from './linear-deltas.ts';
import type { StartTimer } from './start-timer.ts';

/** A timer that fires when the test triggers it. */
class ManualTimer {
  #callback: (() => void) | null = null;
  readonly start: StartTimer = (callback) => {
    this.#callback = callback;
    return () => {
      this.#callback = null;
    };
  };
  get isRunning(): boolean {
    return this.#callback !== null;
  }
  fire(): void {
    const callback = this.#callback;
    this.#callback = null;
    callback?.();
  }
}

async function streamOf(source: ReadableStream<LanguageModelV3StreamPart>, options: LinearDeltasOptions = {}) {
  const model = new MockLanguageModelV3();
  const wrapped = await linearDeltas({ startTimer: new ManualTimer().start, ...options }).wrapStream?.({
    doStream: async () => ({ stream: source }),
    doGenerate: () => Promise.reject(new Error('not asked for')),
    params: { prompt: [] },
    model,
  });
  if (wrapped === undefined) throw new Error('The middleware wraps no stream.');
  return wrapped.stream;
}

async function through(parts: LanguageModelV3StreamPart[], options: LinearDeltasOptions = {}): Promise<LanguageModelV3StreamPart[]> {
  const all: LanguageModelV3StreamPart[] = [];
  for await (const part of await streamOf(simulateReadableStream({ chunks: parts }), options)) all.push(part);
  return all;
}

const text = (delta: string, id = '1'): LanguageModelV3StreamPart => ({ type: 'text-delta', id, delta });
const input = (delta: string, id = 'a'): LanguageModelV3StreamPart => ({ type: 'tool-input-delta', id, delta });

describe('deltas of one kind and id are joined', () => {
  test('until anything else comes, in the order of the parts', async () => {
    const end: LanguageModelV3StreamPart = { type: 'text-end', id: '1' };
    const parts = [text('a'), text('b'), text('c'), end, input('{'), input('}')];
    expect(await through(parts)).toEqual([text('a'), text('bc'), end, input('{}')]);
  });

  test('until they reach the size', async () => {
    expect(await through([input('0'), input('12'), input('34'), input('5')], { maxCharacters: 4 })).toEqual([
      input('0'),
      input('1234'),
      input('5'),
    ]);
  });

  test('apart by id: two calls side by side keep their own input', async () => {
    const parts = [input('a0', 'a'), input('a1', 'a'), input('b1', 'b'), input('a2', 'a')];
    expect(await through(parts)).toEqual([input('a0', 'a'), input('a1a2', 'a'), input('b1', 'b')]);
  });

  test('never across metadata, which passes unchanged', async () => {
    const signed: LanguageModelV3StreamPart = {
      type: 'text-delta',
      id: '1',
      delta: '',
      providerMetadata: { google: { thoughtSignature: 'S' } },
    };
    expect(await through([text('a'), signed, text('b')])).toEqual([text('a'), signed, text('b')]);
  });

  test('and let go when the time is over, though nothing else comes', async () => {
    const timer = new ManualTimer();
    const { readable, writable } = new TransformStream<LanguageModelV3StreamPart>();
    const reader = (await streamOf(readable, { startTimer: timer.start })).getReader();
    const writer = writable.getWriter();
    const first = reader.read();
    await writer.write(text('a'));
    expect((await first).value).toEqual(text('a'));
    const second = reader.read();
    await writer.write(text('b'));
    await writer.write(text('c'));
    expect(timer.isRunning).toBe(true);
    timer.fire();
    expect((await second).value).toEqual(text('bc'));
    expect(timer.isRunning).toBe(true);
    await writer.write(text('d'));
    await writer.close();
    expect((await reader.read()).value).toEqual(text('d'));
    expect((await reader.read()).done).toBe(true);
    expect(timer.isRunning).toBe(false);
  });
});

test('what comes after a pause waits for nothing: the first word of an answer, and the first after a silence', async () => {
  const timer = new ManualTimer();
  const { readable, writable } = new TransformStream<LanguageModelV3StreamPart>();
  const reader = (await streamOf(readable, { startTimer: timer.start })).getReader();
  const writer = writable.getWriter();
  for (const word of ['one', 'two', 'three']) {
    const next = reader.read();
    await writer.write(text(word));
    expect((await next).value).toEqual(text(word));
    timer.fire();
    expect(timer.isRunning).toBe(false);
  }
});

test('tool input is marked as text, so that nobody parses it at every delta', async () => {
  expect(await through([{ type: 'tool-input-start', id: 'a', toolName: 'x' }])).toEqual([
    { type: 'tool-input-start', id: 'a', toolName: 'x', inputEncoding: 'text' },
  ]);
});

test('a timer that fires after the reader has gone does no harm', async () => {
  const timer = new ManualTimer();
  const { readable, writable } = new TransformStream<LanguageModelV3StreamPart>();
  const reader = (await streamOf(readable, { startTimer: timer.start })).getReader();
  const first = reader.read();
  const writer = writable.getWriter();
  await writer.write(text('a'));
  await first;
  const writing = writer.write(text('b'));
  await reader.cancel();
  await writing.catch(() => undefined);
  expect(() => timer.fire()).not.toThrow();
});
