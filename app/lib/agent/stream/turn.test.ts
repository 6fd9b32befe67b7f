import { expect, test } from 'vitest';
import { StepTransportError } from '../contract/errors.ts';
import type { StepRequest } from '../contract/ports.ts';
import { callParts, type ScriptedAnswer, ScriptedTransport, say } from '../testing/scripted-transport.ts';
import { Turn, type TurnEvent } from './turn.ts';

const REQUEST: StepRequest = { modelId: 'm', mode: 'agent', system: 's', messages: [], toolNames: ['devonz_read_file'] };

async function eventsOf(answer: ScriptedAnswer, controller = new AbortController(), onEvent: (event: TurnEvent) => void = () => undefined) {
  const turn = new Turn(new ScriptedTransport(answer));
  const events: TurnEvent[] = [];
  for await (const event of turn.run(REQUEST, controller.signal)) {
    events.push(event);
    onEvent(event);
  }
  return { turn, events };
}

const ANSWER: ScriptedAnswer = {
  parts: [
    { type: 'reasoning-start', id: 'r' },
    { type: 'reasoning-delta', id: 'r', delta: 'Which ' },
    { type: 'reasoning-delta', id: 'r', delta: 'file?' },
    { type: 'text-start', id: 't' },
    { type: 'text-delta', id: 't', delta: 'I read ' },
    { type: 'text-delta', id: 't', delta: 'both.' },
    ...callParts({ toolName: 'devonz_read_file', input: { path: 'a' } }, 'one'),
    ...callParts({ toolName: 'devonz_read_file', input: { path: 'b' } }, 'two'),
  ],
  finishReason: 'tool-calls',
  usage: { inputTokens: 7, outputTokens: 3 },
};

test('a turn comes as events: thoughts, content, the calls it asks for, and how it ended; no call is run', async () => {
  const { turn, events } = await eventsOf(ANSWER);
  const calls = [
    { callId: 'one', name: 'devonz_read_file', args: { path: 'a' } },
    { callId: 'two', name: 'devonz_read_file', args: { path: 'b' } },
  ];
  expect(events).toEqual([
    { type: 'Thought', value: 'Which ' },
    { type: 'Thought', value: 'file?' },
    { type: 'Content', value: 'I read ' },
    { type: 'Content', value: 'both.' },
    ...calls.map((value) => ({ type: 'ToolCallRequest', value })),
    { type: 'Finished', value: { reason: 'tool-calls', usage: { inputTokens: 7, outputTokens: 3 } } },
  ]);
  expect(turn.pendingToolCalls).toEqual(calls);
});

test('what the server sent is kept, event by event', async () => {
  const { turn } = await eventsOf(say('Hi.'));
  expect(turn.debugResponses.at(0)).toEqual({ type: 'start' });
  expect(turn.debugResponses).toContainEqual({ type: 'text-delta', id: expect.any(String), delta: 'Hi.' });
  expect(turn.debugResponses.at(-1)).toMatchObject({ type: 'finish', finishReason: 'stop' });
});

test.each([
  ['a request that is refused', new StepTransportError('Bad key.', { status: 401 }), { message: 'Bad key.', isRetryable: false }],
  ['a request that may work later', new StepTransportError('Busy.', { status: 429 }), { message: 'Busy.', isRetryable: true }],
  [
    'an answer that breaks off',
    { ...say('Half'), ending: 'cut' as const },
    { message: 'The answer was cut off before its end.', isRetryable: true },
  ],
  ['a lost connection', { ...say('Half'), ending: 'break' as const }, { message: 'network error', isRetryable: true }],
])('%s ends with an Error and without calls', async (_name, answer, value) => {
  const { turn, events } = await eventsOf(answer);
  expect(events.at(-1)).toEqual({ type: 'Error', value });
  expect(events.filter(({ type }) => type === 'Finished')).toEqual([]);
  expect(turn.pendingToolCalls).toEqual([]);
});

test('a stop ends an answer that says nothing more', async () => {
  const controller = new AbortController();
  const { events } = await eventsOf({ ...say('Well'), ending: 'hang' }, controller, ({ type }) => {
    if (type === 'Content') controller.abort();
  });
  expect(events).toEqual([
    { type: 'Content', value: 'Well' },
    { type: 'Error', value: { message: 'Stopped.', isRetryable: true } },
  ]);
});
