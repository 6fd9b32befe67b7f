import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { costOfAsync } from '../../../tests/setup/cost-of.ts';
import { ANSWER_LIMITS } from './answer-limits.ts';
import { readEventDelta } from './event-delta.ts';
import { joinEvents } from './join-events.ts';
import type { JoinEventsOptions } from './joining/join-events-options.ts';
import type { StartTimer } from './start-timer.ts';

const chat = (delta: object, rest: object = {}) => ({ id: 'c', model: 'm', choices: [{ index: 0, delta, finish_reason: null }], ...rest });
const google = (part: object, rest: object = {}) => ({
  candidates: [{ content: { role: 'model', parts: [part] } }],
  usageMetadata: { totalTokenCount: 1 },
  ...rest,
});
const responses = (delta: string, sequence_number: number) => ({
  type: 'response.output_text.delta',
  item_id: 'i',
  output_index: 0,
  content_index: 0,
  delta,
  sequence_number,
});
const toolArguments = (text: string, index = 0) => chat({ tool_calls: [{ index, function: { arguments: text } }] });

const sse = (event: unknown) => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`;

function* bytesOf(text: string, size: number): Generator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let from = 0; from < bytes.length; from += size) yield bytes.slice(from, from + size);
}

/** Returns the output for these bytes, split into reads of `size`. */
async function through(text: string, size = 1_000, options: JoinEventsOptions = {}): Promise<string> {
  const chunks = bytesOf(text, size);
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const { done, value } = chunks.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
  });
  return new Response(joinEvents(body, options)).text();
}

const dataOf = (text: string): unknown[] =>
  text
    .split('\n\n')
    .filter((block) => block.includes('data:'))
    .map((block) => {
      const data = block.slice(block.indexOf('data:') + 5);
      return data.trim() === '[DONE]' ? '[DONE]' : JSON.parse(data);
    });

/** Returns the meaning of a response: each delta's text joined with the adjacent ones that it belongs to, and all other events in place. */
function meaningOf(events: readonly unknown[]): unknown[] {
  const meaning: unknown[] = [];
  for (const event of events) {
    const delta = readEventDelta(event);
    const last = meaning.at(-1);
    if (delta === null) meaning.push(event);
    else if (Array.isArray(last) && last[0] === delta.key) last[1] += delta.text;
    else meaning.push([delta.key, delta.text]);
  }
  return meaning;
}

const text = fc.string({
  minLength: 1,
  unit: fc.constantFrom('a', 'b', '"', '\\', '\n', '\u2028', 'é', '漢', '😀', '\u0000', '{', '}', ':', ',', 'c', 'data: ', '\r\n\r\n'),
});
const event = fc.oneof(
  { weight: 6, arbitrary: text.map((content) => chat({ content })) },
  { weight: 2, arbitrary: text.map((content) => chat({ role: 'assistant', content, reasoning_content: null })) },
  { weight: 2, arbitrary: text.map((reasoning_content) => chat({ reasoning_content })) },
  { weight: 3, arbitrary: fc.tuple(text, fc.nat(1)).map(([piece, index]) => toolArguments(piece, index)) },
  { weight: 4, arbitrary: fc.tuple(text, fc.nat(99)).map(([piece, number]) => responses(piece, number)) },
  {
    weight: 4,
    arbitrary: fc.tuple(text, fc.boolean()).map(([piece, thought]) => google(thought ? { text: piece, thought } : { text: piece })),
  },
  { weight: 1, arbitrary: text.map((content) => chat({ content }, { usage: { total_tokens: 3 } })) },
  { weight: 1, arbitrary: text.map((piece) => google({ text: piece, thoughtSignature: 'S' })) },
  { weight: 1, arbitrary: fc.constant(chat({ tool_calls: [{ index: 0, id: 'call', function: { name: 'x', arguments: '' } }] })) },
  { weight: 1, arbitrary: fc.constant({ ...chat({}), choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }) },
  { weight: 1, arbitrary: fc.jsonValue() },
);

test('what an answer says is the same, however its events are cut into reads', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { maxLength: 30 }),
      fc.integer({ min: 1, max: 300 }),
      fc.constantFrom('\n', '\r\n'),
      fc.constantFrom(0, 64 * 1_024),
      async (events, size, end, patientAfterBytes) => {
        const wire = events.map((one) => `data: ${JSON.stringify(one)}${end}${end}`).join('');
        const joined = dataOf(await through(wire, size, { patientAfterBytes }));
        expect(meaningOf(joined)).toEqual(meaningOf(events.map((one) => JSON.parse(JSON.stringify(one)))));
        expect(joined.length).toBeLessThanOrEqual(events.length);
      },
    ),
    { numRuns: 300 },
  );
});

describe('events that only continue a text become one', () => {
  test.each<[string, unknown[]]>([
    ['of Chat Completions', [chat({ content: 'a' }), chat({ content: 'b' }), chat({ content: 'c' })]],
    ['of a call’s arguments', [toolArguments('{"a'), toolArguments('":'), toolArguments('1}')]],
    ['of the Responses API', [responses('a', 1), responses('b', 2), responses('c', 3)]],
    ['of Gemini', [google({ text: 'a' }), google({ text: 'b' }), google({ text: 'c' }, { usageMetadata: { totalTokenCount: 9 } })]],
  ])('%s', async (_format, events) => {
    const joined = dataOf(await through(events.map(sse).join('')));
    // The first event is sent at once; all others are merged into one.
    expect(joined).toHaveLength(2);
    expect(meaningOf(joined)).toEqual(meaningOf(events));
  });

  test('a hundred thousand of one character, as they come in reads of 4 kB, in a few', async () => {
    const wire = Array.from({ length: 100_000 }, (_none, place) => sse(chat({ content: String.fromCharCode(97 + (place % 26)) }))).join('');
    const joined = dataOf(await through(wire, 4_096));
    expect(joined.length).toBeLessThan(400);
    expect(meaningOf(joined)).toEqual([
      ['content', Array.from({ length: 100_000 }, (_none, place) => String.fromCharCode(97 + (place % 26))).join('')],
    ]);
  });

  test('the name of an event stays with it', async () => {
    const wire = [1, 2, 3]
      .map((number) => `event: response.output_text.delta\ndata: ${JSON.stringify(responses('a', number))}\n\n`)
      .join('');
    const named = (event: unknown) => `event: response.output_text.delta\n${sse(event)}`;
    expect(await through(wire)).toBe(named(responses('a', 1)) + named(responses('aa', 3)));
  });
});

test('what is no event of a model passes unchanged', async () => {
  for (const wire of [
    '<html>Welcome</html>',
    ': comment\n\ndata: [DONE]\n\n',
    'data: {"a":\ndata: 1}\n\n',
    'retry: 5\n\ndata: not json\n\n',
    'data: {"half',
  ])
    expect(await through(wire, 3)).toBe(wire);
});

/** Returns a body that the test writes to, its output, and timers controlled by the test. */
function open() {
  let due = () => {};
  const startTimer: StartTimer = (callback, ms) => {
    if (ms > 0) due = callback;
    return () => {};
  };
  let send: (bytes: Uint8Array) => void = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      send = (bytes) => controller.enqueue(bytes);
    },
  });
  const reader = joinEvents(body, { startTimer }).getReader();
  return {
    read: async () => new TextDecoder().decode((await reader.read()).value),
    send: (content: string) => send(new TextEncoder().encode(sse(chat({ content })))),
    fire: () => due(),
  };
}

test('what follows a text at once waits its time and no longer, though nothing else comes', async () => {
  const { read, send, fire } = open();
  send('a');
  expect(await read()).toBe(sse(chat({ content: 'a' })));
  const next = read();
  const isWaiting = Promise.race([next.then(() => 'came'), new Promise((resolve) => setTimeout(() => resolve('waits'), 20))]);
  for (const piece of ['b', 'c']) send(piece);
  expect(await isWaiting).toBe('waits');
  fire();
  expect(await next).toBe(sse(chat({ content: 'bc' })));
});

test('what comes after a pause waits for nothing: the first word of an answer, and the first after a silence', async () => {
  const { read, send, fire } = open();
  for (const word of ['one', 'two', 'three']) {
    const next = read();
    send(word);
    expect(await next).toBe(sse(chat({ content: word })));
    fire();
  }
});

test('of a long answer nothing is read while something is held, and then all that has come', async () => {
  const timers = new Map<number, () => void>();
  const startTimer: StartTimer = (callback, ms) => {
    timers.set(ms, callback);
    return () => timers.delete(ms);
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const sent: string[] = [];
  let ask = () => {};
  let reads = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        reads += 1;
        if (sent.length === 0) await new Promise<void>((resolve) => (ask = resolve));
        controller.enqueue(new TextEncoder().encode(sse(chat({ content: sent.shift() }))));
      },
    },
    { highWaterMark: 0 },
  );
  const send = (...contents: string[]) => {
    sent.push(...contents);
    ask();
  };
  const reader = joinEvents(body, { startTimer, patientAfterBytes: 0, maxDelayMs: 80 }).getReader();
  const read = async () => new TextDecoder().decode((await reader.read()).value);
  send('a');
  expect(await read()).toBe(sse(chat({ content: 'a' })));
  const second = read();
  send('b');
  await settled();
  timers.get(1)?.();
  send('c');
  send('d', 'e');
  await settled();
  const readsMeanwhile = reads;
  timers.get(80)?.();
  expect(await second).toBe(sse(chat({ content: 'b' })));
  expect(readsMeanwhile).toBe(3);
  const third = read();
  await settled();
  timers.get(1)?.();
  await settled();
  timers.get(80)?.();
  expect(await third).toBe(sse(chat({ content: 'cde' })));
});

test('the provider is hung up on as soon as nobody reads', async () => {
  let reason: unknown = null;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode(sse({ other: 1 }))),
    cancel: (given) => {
      reason = given;
    },
  });
  const reader = joinEvents(body).getReader();
  await reader.read();
  await reader.cancel('gone');
  expect(reason).toBe('gone');
});

describe('an answer without end is ended in words', () => {
  const small = { eventCharacters: 500, events: 1_000, characters: 20_000, joinedEvents: 100, errorBytes: 100 };

  /** A stream that does not end until it is cancelled. */
  function endless(next: (place: number) => string): ReadableStream<Uint8Array> {
    let place = 0;
    return new ReadableStream({ pull: (controller) => controller.enqueue(new TextEncoder().encode(next(place++))) });
  }

  test.each<[string, (place: number) => string, RegExp]>([
    ['of one character each', () => sse(chat({ content: 'a' })), /more than 1,000 pieces/],
    ['of empty lines', () => '\n\n', /more than 1,000 pieces/],
    ['of blanks', () => ' ', /more than 1,000 pieces/],
    ['of comments', () => ': a\n\n', /more than 100 times/],
    [
      'that jumps between its parts',
      (place) => sse(place % 2 === 0 ? chat({ content: 'a' }) : chat({ reasoning_content: 'b' })),
      /more than 100 times/,
    ],
    ['of large pieces', (place) => sse({ large: 'a'.repeat(300), place }), /longer than 0 MB/],
    ['of one event', () => 'aaaaaaaaaa', /one piece of it is too large/],
  ])('%s', async (_what, next, words) => {
    const answer = new Response(joinEvents(endless(next), { limits: small })).text();
    await expect(answer).rejects.toThrow(words);
  });

  test('blanks before the first character are read once, however small the pieces are', async () => {
    const read = async (count: number) => {
      const blanks = endless((place) => (place < count ? ' ' : place === count ? sse(chat({ content: 'a' })) : '\n\n'));
      const answer = new Response(joinEvents(blanks, { limits: { ...small, events: 2 * count } })).text();
      return costOfAsync(() => expect(answer).rejects.toThrow('pieces'));
    };
    await read(1_000);
    // Quadratic time would be sixteen times as much.
    expect(await read(40_000)).toBeLessThan(8 * Math.max(1, await read(10_000)));
  });

  test('the bounds leave room for what providers do send', () => {
    expect(ANSWER_LIMITS.events).toBeGreaterThan(2_000_000);
    expect(ANSWER_LIMITS.joinedEvents).toBeGreaterThan(4 * 25 * 900);
    expect(ANSWER_LIMITS.characters).toBeGreaterThan(2 * 2_000_000);
  });
});
