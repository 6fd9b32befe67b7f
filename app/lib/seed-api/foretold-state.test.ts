import { expect, test } from 'vitest';
import { INITIAL_CONVERSATION } from '../agent/contract/conversation-state.ts';
import { applyRecord } from '../agent/conversation/projection.ts';
import type { JournalEvent } from '../protocol/journal-event.ts';
import { ForetoldState } from './foretold-state.ts';

const started: JournalEvent = { type: 'run-started', maxIterations: 5, by: 'program' };
const counted: JournalEvent = { type: 'step-counted' };
const nothing = () => undefined;

test('what is asked for is shown at once, and once only when the journal has it', async () => {
  const foretold = new ForetoldState();
  let state = INITIAL_CONVERSATION;
  const shown = () => foretold.after(state);
  const ends: number[] = [];
  const record = async (event: JournalEvent) => {
    state = applyRecord(state, { event, at: 1 });
    foretold.note(event);
    ends.push(shown().iteration);
  };
  foretold.add([started], () => record(started), nothing);
  foretold.add([counted], () => record(counted), nothing);
  foretold.add([counted], () => record(counted), nothing);
  expect(shown()).toMatchObject({ status: 'thinking', runBy: 'program', iteration: 2 });
  expect(state).toBe(INITIAL_CONVERSATION);
  await foretold.settled();
  expect(ends).toEqual([2, 2, 2]);
  expect(shown()).toBe(state);
});

test('what did not come of it is shown no longer, and what was asked for next is done all the same', async () => {
  const foretold = new ForetoldState();
  const done: string[] = [];
  foretold.add(
    [started],
    () => Promise.reject(new Error('The disk is full.')),
    () => done.push('failed'),
  );
  foretold.add([], async () => done.push('next'), nothing);
  expect(foretold.after(INITIAL_CONVERSATION).status).toBe('thinking');
  await foretold.settled();
  expect(done).toEqual(['failed', 'next']);
  expect(foretold.after(INITIAL_CONVERSATION)).toBe(INITIAL_CONVERSATION);
});

test('what others put into the journal is not taken for it, and what cannot be any more is passed over', () => {
  const foretold = new ForetoldState();
  foretold.add([{ type: 'run-ended', outcome: 'completed' }], () => new Promise(nothing), nothing);
  foretold.note(counted);
  expect(foretold.after(INITIAL_CONVERSATION)).toMatchObject({ status: 'idle' });
  const thinking = applyRecord(INITIAL_CONVERSATION, { event: started, at: 1 });
  expect(foretold.after(thinking).status).toBe('completed');
});
