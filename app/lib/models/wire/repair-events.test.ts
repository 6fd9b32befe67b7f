import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { joinEvents } from '../../step/join-events.ts';
import { ChatRepair } from './chat-repair.ts';
import { repairEvents } from './repair-events.ts';

type Chunk = { choices: { delta: Record<string, unknown>; finish_reason: string | null }[] };

function inPieces(text: string, size: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  return new ReadableStream({
    start(controller) {
      for (let from = 0; from < bytes.length; from += size) controller.enqueue(bytes.slice(from, from + size));
      controller.close();
    },
  });
}

function repaired(text: string, size = 1_000): Promise<string> {
  let ids = 0;
  return new Response(inPieces(text, size).pipeThrough(repairEvents(new ChatRepair({ nextId: () => `made-${++ids}` })))).text();
}
const sse = (...events: unknown[]) =>
  events.map((event) => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`).join('');
const chunk = (delta: object, finish: string | null = null) => ({
  id: 'c',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason: finish }],
});

test('a well-formed answer is passed on byte for byte, however it is cut', async () => {
  const answer = sse(
    chunk({ role: 'assistant', content: '' }),
    chunk({ content: 'ä€😀' }),
    chunk({}, 'stop'),
    { ...chunk({}), choices: [], usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 } },
    '[DONE]',
  );
  for (const size of [1, 2, 7, 1_000]) expect(await repaired(answer, size)).toBe(answer);
});

/** Returns the calls in OpenAI's format, with their arguments joined. */
function callsIn(text: string): { id: unknown; name: unknown; input: unknown }[] {
  const calls = new Map<number, { id: unknown; name: unknown; text: string }>();
  const lines = text.split('\n\n').filter((line) => line.startsWith('data: {'));
  for (const line of lines) {
    const { choices }: Chunk = JSON.parse(line.slice(6));
    const list = choices[0]?.delta['tool_calls'];
    for (const entry of Array.isArray(list) ? list : []) {
      const call = calls.get(entry.index) ?? { id: entry.id, name: entry.function.name, text: '' };
      call.text += entry.function.arguments;
      calls.set(entry.index, call);
    }
  }
  return [...calls.values()].map(({ id, name, text: json }) => ({ id, name, input: JSON.parse(json) }));
}

describe('whatever an endpoint leaves out of its entries, the calls are those that were meant', () => {
  const value = fc.record({ path: fc.string(), content: fc.string({ unit: 'binary' }).map((text) => text.toWellFormed()) });
  const manner = fc.record({
    index: fc.constantFrom('right', 'none', 'zero', 'text'),
    id: fc.constantFrom('first', 'always', 'none'),
    name: fc.constantFrom('first', 'always'),
    arguments: fc.constantFrom('pieces', 'whole', 'object', 'counting'),
    end: fc.constantFrom('finish', 'done', 'nothing'),
  });

  test('calls one after the other', async () => {
    const scenario = fc.tuple(
      fc.array(value, { minLength: 1, maxLength: 3 }),
      manner,
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 400 }),
    );
    await fc.assert(
      fc.asyncProperty(scenario, async ([given, how, cut, size]) => {
        // Two identical calls count as one that was sent twice.
        const inputs = given.map((input, call) => ({ ...input, call }));
        const events = inputs.flatMap((input, call) => {
          const json = JSON.stringify(input);
          const ends = how.arguments === 'whole' || how.arguments === 'object' ? [json.length] : [cut, cut + 5, json.length];
          return [...new Set(ends.map((end) => Math.min(end, json.length)))].map((end, piece, all) => {
            const from = how.arguments === 'counting' ? 0 : (all[piece - 1] ?? 0);
            const isFirst = piece === 0;
            // An endpoint that resends the whole call each time also identifies the call each time.
            const named = isFirst || how.name === 'always' || how.arguments === 'counting';
            const entry = {
              ...(how.index === 'none' ? {} : { index: how.index === 'right' ? call : how.index === 'zero' ? 0 : String(call) }),
              ...(how.id === 'none' || (how.id === 'first' && !isFirst) ? {} : { id: `call_${call}` }),
              function: {
                ...(named ? { name: `tool_${call}` } : {}),
                arguments: how.arguments === 'object' ? input : json.slice(from, end),
              },
            };
            return chunk({ tool_calls: [entry] });
          });
        });
        const end = how.end === 'finish' ? [chunk({}, 'tool_calls'), '[DONE]'] : how.end === 'done' ? ['[DONE]'] : [];
        const text = await repaired(sse(...events, ...end), size);
        expect(callsIn(text)).toMatchObject(inputs.map((input, call) => ({ name: `tool_${call}`, input })));
        expect(new Set(callsIn(text).map(({ id }) => id)).size).toBe(inputs.length);
        expect(text).toContain('"finish_reason":"tool_calls"');
      }),
      { numRuns: 400 },
    );
  });
});

test.each(['', '{}', '{ }'])('a call without arguments (%j) comes before those that follow it', async (nothing) => {
  const entry = (index: number, given: object) => chunk({ tool_calls: [{ index, ...given }] });
  const begin = (index: number, name: string) => entry(index, { id: `call-${index}`, type: 'function', function: { name, arguments: '' } });
  const answer = sse(
    begin(0, 'list'),
    entry(0, { function: { arguments: nothing } }),
    begin(1, 'write'),
    entry(1, { function: { arguments: '{"path":' } }),
    entry(1, { function: { arguments: '"a"}' } }),
    begin(2, 'list'),
    entry(2, { function: { arguments: nothing } }),
    chunk({}, 'tool_calls'),
    '[DONE]',
  );
  expect(callsIn(await repaired(answer))).toEqual([
    { id: 'call-0', name: 'list', input: {} },
    { id: 'call-1', name: 'write', input: { path: 'a' } },
    { id: 'call-2', name: 'list', input: {} },
  ]);
});

test('words that only stop, and a call that breaks off, are not made whole', async () => {
  expect(await repaired(sse(chunk({ content: 'I begin' })))).not.toContain('"finish_reason":"');
  const half = chunk({ tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '{"path":"a' } }] });
  expect(await repaired(sse(half, '[DONE]'))).not.toContain('"finish_reason":"');
});

describe('JSON in place of events', () => {
  const events = (text: string, size: number, isLines = false) => new Response(joinEvents(inPieces(text, size), { isLines })).text();

  test.each([1, 2, 3, 7, 1_000])('lines, cut by %i: letters stay whole', async (size) => {
    expect(await events('{"a":"ä€😀"}\n\n\n{"b":2}\n{"c":3}', size)).toBe('data: {"a":"ä€😀"}\n\ndata: {"b":2}\n\ndata: {"c":3}\n\n');
  });

  test.each([1, 5, 1_000])('one that is laid out, and a list, cut by %i', async (size) => {
    expect(await events(JSON.stringify({ a: [1, { b: 2 }] }, null, 2), size)).toBe('data: {"a":[1,{"b":2}]}\n\n');
    expect(await events('[{"a":1},\n{"b":2}]', size)).toBe('data: {"a":1}\n\ndata: {"b":2}\n\n');
  });

  test('events are passed on as they came, lines that are none too, and nothing is nothing', async () => {
    expect(await events('\ufeff: hello\n\ndata: {"a":"ä"}\n\n', 3)).toContain('data: {"a":"ä"}\n\n');
    expect(await events('garbage\n{"a":1}\n', 4, true)).toBe('garbage\n\ndata: {"a":1}\n\n');
    expect((await events('\n\n', 1)).trim()).toBe('');
  });
});
