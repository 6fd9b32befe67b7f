// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { messagePartSchema } from '../../../lib/protocol/message.ts';
import { journalRows } from './conversation-rows.ts';
import { ReasoningFold } from './reasoning-fold.tsx';

afterEach(cleanup);

test.each([
  [12_400, 'Thought for 12 s'],
  [125_000, 'Thought for 2 min 05 s'],
  [300, 'Thought'],
  [null, 'Thought'],
])('a thought of %s ms says "%s"', (thoughtMs, words) => {
  render(<ReasoningFold text="" isLive={false} thoughtMs={thoughtMs} />);
  expect(screen.getByRole('button').textContent).toBe(words);
});

test('a thought of a journal keeps its time, and one of a journal of before has none', () => {
  const parts = [
    { type: 'reasoning', text: 'Long.', thoughtMs: 12_000 },
    { type: 'reasoning', text: 'Before.' },
    { type: 'reasoning', text: 'Odd.', thoughtMs: -1 },
  ].map((part) => messagePartSchema.parse(part));
  const rows = journalRows([{ id: 'a', role: 'assistant', parts }], new Map());
  expect(rows).toMatchObject([{ thoughtMs: 12_000 }, { thoughtMs: null }, { thoughtMs: null }]);
});
