import { describe, expect, test } from 'vitest';
import { comparable, compareOutcomes } from './compare-outcomes.ts';
import { type Outcomes, outcomesOf } from './replay-outcomes.ts';

const nothing: Outcomes = outcomesOf([]);

describe('what a replay compares', () => {
  test.each([
    ['vite v5 ready in 312 ms', 'vite v5 ready in 1.2 s'],
    ['done at 2026-11-23T10:11:12.345Z', 'done at 2027-01-02T00:00:00Z'],
    ['started 10:11:12 AM', 'started 9:00:01 PM'],
    ['http://p3000-0123456789abcdef0123.run.ide.localhost:8788/a', 'https://p3000-ffffffffffffffffffff.run.example.org/a'],
    ['id 123e4567-e89b-12d3-a456-426614174000', 'id 00000000-0000-0000-0000-000000000000'],
  ])('does not count what no two runs have in common: %s', (was, is) => {
    expect(comparable(was)).toBe(comparable(is));
  });

  test.each([
    ['3 tests passed', '2 tests passed'],
    ['http://p3000-0123456789abcdef0123.run.ide.localhost:8788/a', 'http://p3001-0123456789abcdef0123.run.ide.localhost:8788/a'],
    ['exit 0', 'exit 1'],
  ])('counts everything else: %s', (was, is) => {
    expect(comparable(was)).not.toBe(comparable(is));
  });

  test('names what is there now and was not then: calls, runs, messages', () => {
    const more: Outcomes = {
      ...nothing,
      calls: new Map([['b', { toolName: 'tool', status: 'success', output: null, isAsked: false }]]),
      runs: ['completed'],
      messages: 1,
    };
    const kinds = (was: Outcomes, is: Outcomes) => compareOutcomes(was, is).map(({ kind, subject }) => `${kind}: ${subject}`);
    expect(kinds(nothing, more)).toEqual(['call-added: tool b', 'run: run 1', 'messages: messages of the user']);
    expect(kinds(more, nothing)).toEqual(['call-missing: tool b', 'run: run 1', 'messages: messages of the user']);
    expect(kinds(more, more)).toEqual([]);
  });

  test('shows of two long results the place where they part', () => {
    const call = (output: string): Outcomes => ({
      ...nothing,
      calls: new Map([['a', { toolName: 'tool', status: 'success', output, isAsked: false }]]),
    });
    const [difference] = compareOutcomes(call(`${'x'.repeat(5_000)}one`), call(`${'x'.repeat(5_000)}two`));
    expect(difference?.was).toMatch(/one"$/);
    expect(difference?.is).toMatch(/two"$/);
    expect(difference?.was.length).toBeLessThan(100);
  });
});
