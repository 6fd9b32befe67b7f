// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { $proposalChoices, $readProposals } from '../../lib/stores/proposals.ts';
import { waitingChange } from '../testing/chat-fixtures.ts';
import { chosenAnswer, useHunkChoice } from './use-hunk-choice.ts';

const call = waitingChange('1', 'a.txt', 'new');
const approval = call.status === 'awaiting_approval' ? call.approval : expect.unreachable();
const id = approval.approvalId;
beforeEach(() => $readProposals.set(new Set([id])));
afterEach(() => {
  cleanup();
  $proposalChoices.set(new Map());
  $readProposals.set(new Set());
});

test('what the user has left out stays so, whichever earlier drawing of the card says something afterwards', () => {
  const { result } = renderHook(() => useHunkChoice(id));
  const first = result.current;
  act(() => first.setCount(3));
  const second = result.current;
  act(() => second.toggle(2));
  // Late effects of earlier renders.
  act(() => first.setCount(4));
  act(() => first.explain(0, 'It is right.'));
  act(() => second.toggle(1));
  expect(chosenAnswer(approval)).toEqual({ decision: 'hunks', accepted: [3], reasons: [{ hunk: 0, reason: 'It is right.' }] });
});

test('a second press takes a hunk again', () => {
  const { result } = renderHook(() => useHunkChoice(id));
  act(() => result.current.setCount(2));
  act(() => result.current.toggle(1));
  act(() => result.current.toggle(1));
  expect(chosenAnswer(approval)).toEqual({ decision: 'approve' });
});
