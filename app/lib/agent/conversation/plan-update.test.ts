import { expect, test } from 'vitest';
import type { Subgoal } from '../../protocol/plan.ts';
import { planAfter } from './plan-update.ts';

const goal = (id: string, rest: Partial<Subgoal> = {}): Subgoal => ({ id, objective: `Do ${id}`, status: 'not_started', ...rest });

test('an update keeps what it does not name, in its order', () => {
  expect(
    planAfter([goal('a', { log: 'old' }), goal('b')], {
      update: [
        { id: 'a', status: 'completed' },
        { id: 'b', objective: 'Do B', log: 'new' },
      ],
    }),
  ).toEqual({
    plan: [goal('a', { status: 'completed', log: 'old' }), goal('b', { objective: 'Do B', log: 'new' })],
  });
});

test('how a subgoal is to be done is kept until an update says otherwise', () => {
  const before = [goal('a', { plan: 'By hand.' }), goal('b', { plan: 'With Vite.' })];
  expect(
    planAfter(before, { update: [{ id: 'a', status: 'in_progress' }, { id: 'b', plan: 'With esbuild.' }, goal('c', { plan: 'Last.' })] }),
  ).toEqual({
    plan: [goal('a', { plan: 'By hand.', status: 'in_progress' }), goal('b', { plan: 'With esbuild.' }), goal('c', { plan: 'Last.' })],
  });
});

test('a whole plan and an update in one call: the update changes that plan', () => {
  expect(planAfter([goal('x')], { subgoals: [goal('a')], update: [{ id: 'a', status: 'blocked' }] })).toEqual({
    plan: [goal('a', { status: 'blocked' })],
  });
});

test('what cannot be done is said and changes nothing', () => {
  expect(planAfter([], {})).toEqual({ problem: expect.stringContaining('Give "subgoals"') });
  expect(planAfter([], { update: [{ id: 'a', status: 'completed' }] })).toEqual({
    problem: expect.stringContaining('There is no plan yet'),
  });
  const full = Array.from({ length: 50 }, (_, index) => goal(`g${index}`));
  expect(planAfter(full, { update: [goal('more')] })).toEqual({ problem: 'A plan holds at most 50 subgoals.' });
});

test('ids of a model are never keys of an object', () => {
  expect(planAfter([], { update: [{ id: 'constructor', status: 'completed' }] })).toHaveProperty('problem');
  expect(planAfter([], { subgoals: [goal('__proto__')] })).toEqual({ plan: [goal('__proto__')] });
});
