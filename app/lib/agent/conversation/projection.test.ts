import { expect, test } from 'vitest';
import { approvalIdSchema, stepIdSchema, toolCallIdSchema } from '../../protocol/ids.ts';
import type { JournalEvent } from '../../protocol/journal-event.ts';
import { INITIAL_CONVERSATION } from '../contract/conversation-state.ts';
import { ImpossibleTransitionError } from '../contract/errors.ts';
import { applyRecord, projectRecords } from './projection.ts';

const stepId = stepIdSchema.parse('s1');
const toolCallId = toolCallIdSchema.parse('c1');

const user = (id: string): JournalEvent => ({
  type: 'user-message',
  mode: 'agent',
  message: { id, role: 'user', parts: [{ type: 'text', text: id }] },
});
const RUN: JournalEvent[] = [user('u1'), { type: 'run-started', maxIterations: 25 }, { type: 'step-started', stepId, modelId: 'm' }];
const CALL: JournalEvent = {
  type: 'step-finished',
  stepId,
  finishReason: 'tool-calls',
  usage: { inputTokens: 3, outputTokens: 2 },
  parts: [{ type: 'dynamic-tool', toolCallId, toolName: 'devonz_write_file', state: 'input-available', input: { path: 'a' } }],
};

const project = (...events: JournalEvent[]) => projectRecords(events.map((event, index) => ({ event, at: index })));

test('a call goes through its states and its answer is in the message', () => {
  const started: JournalEvent[] = [...RUN, CALL, { type: 'tool-call-started', toolCallId }];
  expect(project(...RUN, CALL)).toMatchObject({ status: 'executing', tokens: { input: 3, output: 2 }, iteration: 1 });
  expect(project(...started).toolCalls.get('c1')).toMatchObject({ status: 'executing', startedAt: 4 });
  const done = project(...started, {
    type: 'tool-call-succeeded',
    toolCallId,
    output: { path: 'a', created: true },
    durationMs: 5,
    effects: [{ type: 'file-created', path: 'a' }],
  });
  expect(done).toMatchObject({ status: 'thinking', filesCreated: ['a'] });
  expect(done.messages[1]?.parts).toMatchObject([{ state: 'output-available', output: { path: 'a', created: true } }]);
});

test('a message sent during a step is in the queue until the next step begins', () => {
  const queued = project(...RUN, user('u2'));
  expect(queued).toMatchObject({ queued: [{ message: { id: 'u2' }, when: 'after-step' }] });
  expect(queued.messages.map((message) => message.id)).toEqual(['u1']);
  const next = project(
    ...RUN,
    CALL,
    user('u2'),
    { type: 'tool-call-cancelled', toolCallId, message: '' },
    { type: 'step-started', stepId: stepIdSchema.parse('s2'), modelId: 'm' },
  );
  expect(next.queued).toEqual([]);
  expect(next.messages.map((message) => message.id)).toEqual(['u1', 's1', 'u2']);
});

test('queued messages still wait when the run is stopped, and go in before what is said next', () => {
  const state = project(...RUN, user('u2'), { type: 'run-ended', outcome: 'stopped' });
  expect(state).toMatchObject({ status: 'idle', queued: [{ message: { id: 'u2' } }], notice: { type: 'stopped' } });
  expect(state.messages.map((message) => message.id)).toEqual(['u1']);
  const next = project(...RUN, user('u2'), { type: 'run-ended', outcome: 'stopped' }, user('u3'));
  expect(next.queued).toEqual([]);
  expect(next.messages.map((message) => message.id)).toEqual(['u1', 'u2', 'u3']);
});

test('a failed step does not count and what had come is kept for the eye', () => {
  const state = project(...RUN, { type: 'step-failed', stepId, message: 'x', parts: [{ type: 'text', text: 'half' }] });
  expect(state.iteration).toBe(0);
  expect(state.failedMessages.has('s1')).toBe(true);
  expect(state.messages).toHaveLength(2);
});

test('each outcome of a run leads to its status and notice', () => {
  expect(project(...RUN, { type: 'run-ended', outcome: 'completed' })).toMatchObject({ status: 'completed', notice: null });
  expect(project(...RUN, { type: 'run-ended', outcome: 'waiting_for_user' })).toMatchObject({ status: 'waiting_for_user' });
  expect(project(...RUN, { type: 'run-ended', outcome: 'iteration-limit' })).toMatchObject({
    status: 'idle',
    notice: { type: 'iteration-limit', limit: 25 },
  });
  const notice = { type: 'error' as const, message: 'x', isRetryable: true };
  expect(project(...RUN, { type: 'run-ended', outcome: 'error', notice })).toMatchObject({ status: 'error', notice });
});

test('an event that cannot occur where it does throws live, and is passed over when an old journal is read', () => {
  const impossible: JournalEvent = { type: 'run-ended', outcome: 'completed' };
  expect(() => applyRecord(INITIAL_CONVERSATION, { event: impossible, at: 0 })).toThrow(ImpossibleTransitionError);
  expect(project(impossible, ...RUN).status).toBe('thinking');
});

test('events about calls and approvals nobody knows change nothing', () => {
  const before = project(...RUN);
  const unknown: JournalEvent[] = [
    { type: 'tool-call-started', toolCallId },
    { type: 'approval-answered', approvalId: approvalIdSchema.parse('a'), toolCallId, answer: { decision: 'approve' } },
  ];
  const { worked: _worked, ...rest } = project(...RUN, ...unknown);
  expect(before).toMatchObject(rest);
});

test('records are applied without changing the state before', () => {
  const before = project(...RUN, CALL);
  const frozen = structuredClone(before);
  applyRecord(before, { event: { type: 'tool-call-failed', toolCallId, code: 'failed', message: 'x' }, at: 9 });
  expect(before).toEqual(frozen);
});

test.each([
  ['completed', true],
  ['stopped', false],
  ['error', false],
  ['iteration-limit', false],
  ['waiting_for_user', false],
] as const)('after a run that ended as %s, the next one makes its plan an old one: %s', (outcome, isPlanOld) => {
  const subgoal = { id: 'a', objective: 'A', status: 'in_progress' as const };
  const planned: JournalEvent = {
    type: 'tool-call-succeeded',
    toolCallId,
    output: null,
    durationMs: 1,
    effects: [{ type: 'plan-updated', plan: [subgoal] }],
  };
  const ended: JournalEvent[] = [...RUN, CALL, { type: 'tool-call-started', toolCallId }, planned, { type: 'run-ended', outcome }];
  expect(project(...ended).isPlanOld).toBe(false);
  const next: JournalEvent[] = [...ended, user('u2'), { type: 'run-started', maxIterations: 25 }];
  expect(project(...next)).toMatchObject({ isPlanOld, plan: [subgoal] });
  const edited: JournalEvent[] = [
    ...next,
    { type: 'run-ended', outcome: 'completed' },
    { type: 'conversation-rewound', versionId: 'v', messageId: 'u2' },
    user('u3'),
    { type: 'run-started', maxIterations: 25 },
  ];
  expect(project(...edited), 'also after u2 was edited').toMatchObject({ isPlanOld, plan: [subgoal] });
  const s2 = stepIdSchema.parse('s2');
  const again = toolCallIdSchema.parse('c2');
  const updated = project(
    ...next,
    { type: 'step-started', stepId: s2, modelId: 'm' },
    { ...CALL, stepId: s2, parts: [{ type: 'dynamic-tool', toolCallId: again, toolName: 'x', state: 'input-available', input: {} }] },
    { type: 'tool-call-started', toolCallId: again },
    { ...planned, toolCallId: again },
  );
  expect(updated.isPlanOld).toBe(false);
});
