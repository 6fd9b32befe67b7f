import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AgentStatus, agentStatusSchema } from '../../protocol/session-state.ts';
import { ImpossibleTransitionError } from '../contract/errors.ts';
import { callsEvent, MACHINE_EVENTS, nextStatus, transition, wakeEvent } from './machine.ts';

const STATES = agentStatusSchema.options;

/** Every edge of the diagram except `fail` and `stop`. */
const DRAWN = [
  'idle start thinking',
  'thinking tool-calls executing',
  'thinking ask-user waiting_for_user',
  'thinking complete completed',
  'executing all-answered thinking',
  'executing approval-needed waiting_for_approval',
  'waiting_for_approval approved executing',
  'waiting_for_approval denied thinking',
  'waiting_for_user answer thinking',
  'error retry thinking',
  'completed new-task thinking',
];

test('there are the drawn edges and no other', () => {
  const edges = STATES.flatMap((state) =>
    MACHINE_EVENTS.filter((event) => event !== 'fail' && event !== 'stop').flatMap((event) => {
      const next = nextStatus(state, event);
      return next === null ? [] : [`${state} ${event} ${next}`];
    }),
  );
  expect(edges.sort()).toEqual([...DRAWN].sort());
});

test.each(STATES)('from %s every fail leads to error and every stop to idle', (state) => {
  expect(transition(state, 'fail')).toBe('error');
  expect(transition(state, 'stop')).toBe('idle');
});

test('an edge that is not drawn throws an error that names both ends', () => {
  expect(() => transition('idle', 'approved')).toThrow(ImpossibleTransitionError);
  expect(() => transition('completed', 'tool-calls')).toThrow('"tool-calls" while it is "completed"');
});

test('whatever calls do, a session at work stays among the states of work, by drawn edges only', () => {
  const calls = fc.constantFrom('waiting' as const, 'open' as const, 'answered' as const);
  fc.assert(
    fc.property(fc.array(calls), (sequence) => {
      let status: AgentStatus = 'thinking';
      for (const is of sequence) {
        // Two edges may be needed: thinking, executing, waiting.
        for (let edge = callsEvent(status, is); edge !== null; edge = callsEvent(status, is)) status = transition(status, edge);
        expect(status).toBe({ waiting: 'waiting_for_approval', open: 'executing', answered: 'thinking' }[is]);
      }
    }),
  );
});

test('every resting state has one way to wake, every state at work none', () => {
  for (const state of STATES) {
    const event = wakeEvent(state);
    if (event !== null) expect(transition(state, event)).toBe('thinking');
    else expect(['thinking', 'executing', 'waiting_for_approval']).toContain(state);
  }
});
