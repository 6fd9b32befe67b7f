import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { costOf } from '../../../../../tests/setup/cost-of.ts';
import { approvalIdSchema, stepIdSchema, toolCallIdSchema } from '../../../protocol/ids.ts';
import type { JournalEvent } from '../../../protocol/journal-event.ts';
import type { MessagePart } from '../../../protocol/message.ts';
import type { ToolEffect } from '../../../protocol/tool-effect.ts';
import { type ConversationState, INITIAL_CONVERSATION } from '../../contract/conversation-state.ts';
import { ImpossibleTransitionError } from '../../contract/errors.ts';
import { applyRecord, projectRecords } from '../projection.ts';
import { inProjection, withEntry, withItem, withItemAt, withMember } from './owned-collections.ts';

const few = <Value>(...values: readonly Value[]) => fc.constantFrom(...values);
const stepId = few('s1', 's2', 's3').map((id) => stepIdSchema.parse(id));
const toolCallId = few('c1', 'c2', 'c3', 'c4').map((id) => toolCallIdSchema.parse(id));
const messageId = few('u1', 'u2', 's1', 's2');
const usage = fc.record({ inputTokens: fc.nat(9), outputTokens: fc.nat(9) });
const part = toolCallId.map((id): MessagePart => {
  return { type: 'dynamic-tool', toolCallId: id, toolName: 'devonz_write_file', state: 'input-available', input: { path: id } };
});
const effects = fc.array(
  fc.oneof(
    few('a', 'b').map((path): ToolEffect => ({ type: 'file-created', path })),
    few('a', 'b', 'c').map((path): ToolEffect => ({ type: 'file-modified', path })),
    fc.constant<ToolEffect>({ type: 'command-ran', command: 'ls', status: 'completed', exitCode: 0, errors: [] }),
  ),
  { maxLength: 2 },
);

/** Any events in any order; most are impossible at their position. */
const event: fc.Arbitrary<JournalEvent> = fc.oneof(
  messageId.map((id): JournalEvent => ({ type: 'user-message', mode: 'agent', message: { id, role: 'user', parts: [] } })),
  fc.record({ type: few('run-started' as const), maxIterations: fc.constant(25) }),
  fc.record({ type: few('step-started' as const), stepId, modelId: fc.constant('m') }),
  fc.record({
    type: few('step-finished' as const),
    stepId,
    finishReason: fc.constant('tool-calls' as const),
    usage,
    parts: fc.array(part, { maxLength: 3 }),
  }),
  fc.record({ type: few('step-failed' as const), stepId, message: fc.constant('no'), parts: fc.array(part, { maxLength: 1 }) }),
  fc.record({ type: few('tool-call-started' as const), toolCallId }),
  fc.record({ type: few('tool-call-cancelled' as const), toolCallId, message: fc.constant('no') }),
  fc.record({ type: few('tool-call-succeeded' as const), toolCallId, output: fc.nat(9), durationMs: fc.nat(9), effects }),
  fc.record({
    type: few('approval-answered' as const),
    approvalId: few('q1', 'q2').map((id) => approvalIdSchema.parse(id)),
    toolCallId,
    answer: few({ decision: 'approve' as const }, { decision: 'deny' as const }),
  }),
  fc.record({ type: few('guard-remark' as const), messageId, text: fc.constant('so') }),
  fc.record({ type: few('outputs-stubbed' as const), toolCallIds: fc.array(toolCallId, { maxLength: 2 }) }),
  fc.record({ type: few('tokens-used' as const), usage, purpose: few('summary' as const) }),
  fc.record({ type: few('answer-kept' as const), messageId }),
  fc.record({ type: few('run-ended' as const), outcome: few('completed' as const, 'stopped' as const, 'error' as const) }),
);
const goingBack: fc.Arbitrary<JournalEvent> = fc.oneof(
  fc.record({ type: few('conversation-rewound' as const), versionId: few('v1', 'v2'), messageId }),
  fc.record({ type: few('version-shown' as const), versionId: few('v1', 'v2'), keptAs: few('v3', 'v4') }),
);
const within = (events: fc.Arbitrary<JournalEvent>) =>
  fc.record({ type: few('delegate-event' as const), toolCallId, event: events }) as fc.Arbitrary<JournalEvent>; // Any event may be nested here.

const anything = fc.oneof({ weight: 8, arbitrary: event }, { weight: 2, arbitrary: goingBack }, { weight: 1, arbitrary: within(event) });

/** A conversation in which the user can go back. */
const BEGUN: readonly JournalEvent[] = [
  { type: 'user-message', mode: 'agent', message: { id: 'u1', role: 'user', parts: [] } },
  { type: 'run-started', maxIterations: 25 },
  { type: 'step-started', stepId: stepIdSchema.parse('s1'), modelId: 'm' },
  { type: 'step-finished', stepId: stepIdSchema.parse('s1'), finishReason: 'stop', usage: {}, parts: [] },
  { type: 'run-ended', outcome: 'completed' },
  { type: 'user-message', mode: 'agent', message: { id: 'u2', role: 'user', parts: [] } },
];

/** Applies record by record, with each state as a separate value. */
function oneByOne(events: readonly JournalEvent[]): ConversationState[] {
  const states = [INITIAL_CONVERSATION];
  for (const [at, each] of events.entries()) {
    const before = states.at(-1) ?? INITIAL_CONVERSATION;
    try {
      states.push(applyRecord(before, { event: each, at }));
    } catch (error) {
      if (!(error instanceof ImpossibleTransitionError)) throw error;
    }
  }
  return states;
}

describe('a projection that changes its own collections in their place', () => {
  it('tells what one record after the other tells, whatever a journal says', () => {
    const initial = structuredClone(INITIAL_CONVERSATION);
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 60 }), (random) => {
        const events = [...BEGUN, ...random];
        const told = projectRecords(events.map((each, at) => ({ event: each, at })));
        expect(told).toEqual(oneByOne(events).at(-1));
        expect(INITIAL_CONVERSATION).toEqual(initial);
      }),
      { numRuns: 400 },
    );
  });

  it('takes a record back that turns out impossible, and leaves alone what others hold', () => {
    const map = new Map([['a', 1]]);
    const list = ['a'];
    const result = inProjection(({ record, share }) => {
      let state = record(() => ({ map: withEntry(map, 'b', 2), list: withItem(list, 'b'), set: withMember(new Set<string>(), 'a') }));
      const copies = state;
      expect(() =>
        record(() => {
          withEntry(state.map, 'b', 3);
          withEntry(state.map, 'c', 3);
          withItemAt(withItem(state.list, 'c'), 0, 'z');
          withMember(state.set, 'b');
          throw new Error('impossible');
        }),
      ).toThrow('impossible');
      state = record(() => ({ ...state, map: withEntry(state.map, 'd', 4) }));
      expect(state.map).toBe(copies.map);
      share();
      expect(record(() => withEntry(state.map, 'e', 5))).not.toBe(state.map);
      return state;
    });
    expect([...result.map]).toEqual([
      ['a', 1],
      ['b', 2],
      ['d', 4],
    ]);
    expect([result.list, [...result.set]]).toEqual([['a', 'b'], ['a']]);
    expect([[...map], list]).toEqual([[['a', 1]], ['a']]);
  });

  it('copies outside of it', () => {
    const map = new Map([['a', 1]]);
    expect(withEntry(map, 'b', 2)).not.toBe(map);
    expect([...map]).toEqual([['a', 1]]);
  });

  it('takes no longer for each record of a long session than of a short one', () => {
    /** Returns the events of a session with this many steps of one call each. */
    const session = (steps: number): JournalEvent[] => [
      { type: 'user-message', mode: 'agent', message: { id: 'u', role: 'user', parts: [] } },
      { type: 'run-started', maxIterations: 25 },
      ...Array.from({ length: steps }, (_, index): JournalEvent[] => {
        const [id, call] = [stepIdSchema.parse(`s${index}`), toolCallIdSchema.parse(`c${index}`)];
        const parts: MessagePart[] = [
          { type: 'dynamic-tool', toolCallId: call, toolName: 'devonz_write_file', state: 'input-available', input: {} },
        ];
        return [
          { type: 'step-started', stepId: id, modelId: 'm' },
          { type: 'step-finished', stepId: id, finishReason: 'tool-calls', usage: {}, parts },
          { type: 'tool-call-started', toolCallId: call },
          { type: 'tool-call-succeeded', toolCallId: call, output: null, durationMs: 1, effects: [] },
        ];
      }).flat(),
    ];
    /** Returns the lowest cost per record of three measurements. */
    const cost = (steps: number): number => {
      const records = session(steps).map((each, at) => ({ event: each, at }));
      const costs = Array.from({ length: 3 }, () => costOf(() => expect(projectRecords(records).toolCalls.size).toBe(steps)));
      return Math.min(...costs) / records.length;
    };
    cost(500);
    // Quadratic cost would give a ratio of 20.
    expect(cost(10_000) / cost(500)).toBeLessThan(8);
  });
});
