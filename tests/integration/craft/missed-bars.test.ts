import { expect, test } from 'vitest';
import { isFailedVitest } from '../../bench/craft/craft-row.ts';
import { missedBars } from '../../bench/craft/missed-bars.ts';

const run = (id: string, sent = 200_000, rest = {}) => ({
  id,
  problem: null,
  vitest: 900,
  fates: [],
  figures: { sent, keptMedian: 100, keptWorst: 100 },
  ...rest,
});
const four = (sent: number) => ['T1', 'T2', 'T3', 'T4'].map((id) => run(id, sent));
const slip = { name: 'a call as text', answer: 1 };

test('what four runs send together has a bar, and parts of them have none', () => {
  expect(missedBars(four(275_000))).toEqual([]);
  expect(missedBars(four(275_001))).toEqual(['1100004 bytes were sent, at most 1100000']);
  expect(missedBars([run('T3', 2_000_000)])).toEqual([]);
  const hostile = run('H1', 900_000, { fates: [{ ...slip, fate: 'told' }] });
  expect(missedBars([...four(275_000), hostile])).toEqual([]);
});

test('an end that is not reached, a beginning that is not kept, long test results and an ended run are named', () => {
  expect(missedBars([run('T2', 1, { problem: 'no tests' })])).toEqual(['T2 does not reach its end: no tests']);
  expect(missedBars([run('T1', 1, { vitest: 1_948 })])).toEqual(['T1: the failing tests took 1948 bytes, at most 1500']);
  expect(missedBars([run('T4', 1, { figures: { sent: 1, keptMedian: 100, keptWorst: 80 } })])).toEqual([
    'T4: the next request kept 100 %, at worst 80 %',
  ]);
  expect(missedBars([run('H1', 1, { fates: [{ ...slip, fate: 'ended' }] })])).toEqual(['H1: a slip ended the run: a call as text']);
});

test('a failing run of vitest is known by what it printed, whatever the command is called', () => {
  const failed =
    '> shop@0.0.0 test\n> vitest run\n\n RUN  v5.1.2 /home/project\n\n FAIL  a.test.ts > adds\n\n      Tests  1 failed | 2 passed (3)\n';
  expect(isFailedVitest({ text: failed })).toBe(true);
  expect(isFailedVitest({ text: failed.replace('1 failed | 2 passed', '3 passed') })).toBe(false);
  expect(isFailedVitest({ text: 'The Tests  of vitest have failed' })).toBe(false);
});
