import { expect, test } from 'vitest';
import type { StepTransport } from '../../agent/contract/ports.ts';
import { withinDay } from './within-day.ts';

const REQUEST = { modelId: 'demo:scripted', mode: 'chat', system: '', messages: [], toolNames: [] } as const;

function asking(today: { input: number; output: number; dollars: number }, budget: { tokens: number | null; money: number | null }) {
  let asked = 0;
  const transport: StepTransport = {
    async open() {
      asked += 1;
      return new ReadableStream();
    },
  };
  const limited = withinDay(transport, { today: () => today }, () => budget);
  const ask = () => limited.open({ ...REQUEST, messages: [], toolNames: [] }, new AbortController().signal);
  return { ask, asked: () => asked };
}

test('a question outside the chats is asked while something is left of the day', async () => {
  const { ask, asked } = asking({ input: 60, output: 39, dollars: 1 }, { tokens: 100, money: null });
  await ask();
  expect(asked()).toBe(1);
});

test.each([
  ['tokens', { tokens: 100, money: null }, 'tokens: 100 of 100'],
  ['money', { tokens: null, money: 1 }, 'money: 1 of 1'],
])('with the day’s %s used up it is not asked, and says so', async (_name, budget, words) => {
  const { ask, asked } = asking({ input: 60, output: 40, dollars: 1 }, budget);
  await expect(ask()).rejects.toThrow(words);
  expect(asked()).toBe(0);
});
