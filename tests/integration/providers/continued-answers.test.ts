import { afterEach, expect, test } from 'vitest';
import { testSession } from '../../../app/lib/agent/testing/test-session.ts';
import { MemoryWorkspace } from '../../../app/lib/runtime/memory/memory-workspace.ts';
import { TOOL_REGISTRY as tools } from '../../../app/lib/tools/index.ts';
import { strictAnthropic } from './strict/strict-anthropic.ts';
import { strictChat } from './strict/strict-chat.ts';
import { strictGemini } from './strict/strict-gemini.ts';
import { StrictProviders } from './strict/strict-server.ts';
import type { StrictWire } from './strict/strict-wire.ts';
import { event } from './wires/wire.ts';

/**
 * Responses that end like others but are incomplete, and calls that a provider could not parse: each is continued, or requested again with
 * the error.
 */

let providers: StrictProviders | null = null;
afterEach(async () => {
  await providers?.stop();
  providers = null;
});

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** A response that ends with another reason than the wire's own. */
function endingWith(wire: StrictWire, replacements: readonly (readonly [string, string])[], times: number): StrictWire {
  let left = times;
  return {
    ...wire,
    answer: (script, body) => {
      if (left-- <= 0) return wire.answer(script, body);
      return wire.answer(script, body).map((bytes) => {
        const text = replacements.reduce((all, [from, to]) => all.replaceAll(from, to), decoder.decode(bytes));
        return encoder.encode(text);
      });
    },
  };
}

async function run(wire: StrictWire, answers: readonly string[], refusal: { status: number; body: unknown; times: number } | null = null) {
  const script = [...answers];
  let left = refusal?.times ?? 0;
  providers = await StrictProviders.start(
    [wire],
    () => ({ text: script.shift() ?? 'Nothing was scripted.' }),
    () => (refusal !== null && left-- > 0 ? refusal : null),
  );
  const app = testSession({
    transport: providers.transport([wire]),
    workspace: new MemoryWorkspace(),
    tools,
    modelId: () => wire.modelId,
  });
  await app.say('Write it');
  const sent = providers.exchanges.map(({ body }) => JSON.stringify(body));
  return { ...app, script, sent, state: app.session.state() };
}

const GROQ = {
  status: 400,
  body: {
    error: {
      message: 'Failed to call a function. Please adjust your prompt. See failed_generation for more details.',
      type: 'invalid_request_error',
      code: 'tool_use_failed',
      failed_generation: '<function=devonz_write_file>{"path": "a.txt"}</function>',
    },
  },
};

test('a call that Groq could not read is asked for again, and the model reads what it had written', async () => {
  const { state, sent } = await run(strictChat(), ['Now it is right.'], { ...GROQ, times: 1 });
  expect([state.status, sent.length]).toEqual(['completed', 2]);
  expect(sent[1]).toContain('<function=devonz_write_file>');
  expect(sent[1]).toContain('could not read the call');
  expect(providers?.refusals()).toEqual([]);
});

test('one that is never read ends in words, after two more requests', async () => {
  const { state, sent } = await run(strictChat(), [], { ...GROQ, times: 99 });
  expect(sent).toHaveLength(3);
  expect(state).toMatchObject({
    status: 'error',
    notice: { type: 'step-failed', kind: 'malformed', message: expect.stringMatching(/could not read the call/) },
  });
});

test('the same within a stream', async () => {
  const wire = strictChat();
  const failing = { ...wire, answer: () => [event(GROQ.body)] };
  let isFirst = true;
  const once: StrictWire = {
    ...wire,
    answer: (script, body) => {
      const fails = isFirst;
      isFirst = false;
      return fails ? failing.answer() : wire.answer(script, body);
    },
  };
  const { state, sent } = await run(once, ['Never.', 'Now it is right.']);
  expect([state.status, sent.length]).toEqual(['completed', 2]);
  expect(sent[1]).toContain('could not read the call');
});

test('a call that Gemini could not read is asked for again with what the model had written', async () => {
  const malformed = endingWith(
    strictGemini(),
    [
      [
        '"finishReason":"STOP"',
        '"finishReason":"MALFORMED_FUNCTION_CALL","finishMessage":"Malformed function call: print(default_api.devonz_write_file())"',
      ],
      ['"text":"', '"text":"","thought":true,"was":"'],
    ],
    1,
  );
  const { state, sent } = await run(malformed, ['x', 'Now it is right.']);
  expect([state.status, sent.length]).toEqual(['completed', 2]);
  expect(sent[1]).toContain('print(default_api.devonz_write_file())');
  expect(providers?.refusals()).toEqual([]);
});

test.each([
  ['pause_turn', /has paused|paused your answer/],
  ['model_context_window_exceeded', /filled all of your context window/],
])('an answer that ends with %s is continued', async (reason, told) => {
  const wire = endingWith(strictAnthropic(), [['"stop_reason":"end_turn"', `"stop_reason":"${reason}"`]], 1);
  const { state, sent, script } = await run(wire, ['The first half,', 'and the second.']);
  expect([state.status, sent.length, script]).toEqual(['completed', 2, []]);
  expect(sent[1]).toContain('The first half,');
  expect(sent[1]).toMatch(told);
  expect(providers?.refusals()).toEqual([]);
});

test('an answer that is paused again and again ends after five', async () => {
  const wire = endingWith(strictAnthropic(), [['"stop_reason":"end_turn"', '"stop_reason":"pause_turn"']], 99);
  const { sent } = await run(
    wire,
    Array.from({ length: 20 }, (_, count) => `Part ${count}.`),
  );
  expect(sent).toHaveLength(6);
});

test('a request whose room for the answer is too much is asked for again with less, and no more of it', async () => {
  const body = {
    type: 'error',
    error: {
      type: 'invalid_request_error',
      message:
        'input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000, decrease input length or `max_tokens` and try again',
    },
  };
  const { state, sent } = await run(strictAnthropic(), ['Done.'], { status: 400, body, times: 1 });
  expect([state.status, sent.length]).toEqual(['completed', 2]);
  const [first, second] = sent.map((text) => Number(/"max_tokens":(\d+)/.exec(text)?.[1]));
  expect(second).toBeLessThan(first ?? 0);
});
