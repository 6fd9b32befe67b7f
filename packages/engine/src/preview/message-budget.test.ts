import { expect, test } from 'vitest';
import { MessageBudget } from './message-budget.ts';

test('lets so many through in a second, and again in the next', () => {
  let now = 0;
  const budget = new MessageBudget(3, () => now);
  const taken = () => [1, 2, 3, 4, 5].map(() => budget.take());
  expect(taken()).toEqual([true, true, true, false, false]);
  now = 999;
  expect(budget.take()).toBe(false);
  now = 1_000;
  expect(taken()).toEqual([true, true, true, false, false]);
});
