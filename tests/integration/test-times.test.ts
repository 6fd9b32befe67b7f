import { expect, it } from 'vitest';
import { slower, slowest, timesOfPlaywright, timesOfVitest } from '../../scripts/testing/test-times.mjs';

const file = (name: string, seconds: number) => ({ check: 'unit', file: name, seconds });

it('reads what each file took from a report of Vitest', () => {
  const report = { testResults: [{ name: `${process.cwd()}/app/a.test.ts`, startTime: 1_000, endTime: 3_500 }] };
  expect(timesOfVitest('unit', report)).toEqual([{ check: 'unit', file: 'app/a.test.ts', seconds: 2.5 }]);
});

it('adds up all tries of all tests of a file of Playwright', () => {
  const spec = (...durations: number[]) => ({ tests: [{ results: durations.map((duration) => ({ duration })) }] });
  const report = { suites: [{ file: 'a.spec.ts', specs: [spec(1_000, 2_000)], suites: [{ file: 'a.spec.ts', specs: [spec(500)] }] }] };
  expect(timesOfPlaywright('e2e', report)).toEqual([{ check: 'e2e', file: 'a.spec.ts', seconds: 3.5 }]);
});

it('names the slowest first', () => {
  expect(slowest([file('a', 1), file('b', 3), file('c', 2)], 2).map((time) => time.file)).toEqual(['b', 'c']);
});

it('names what became slower than the others did, and nothing on a machine that is slower throughout', () => {
  const kept = [file('a', 4), file('b', 6), file('c', 8)];
  const slowMachine = kept.map((time) => ({ ...time, seconds: time.seconds * 3 }));
  expect(slower(slowMachine, kept)).toEqual([]);
  const grown = slowMachine.map((time) => (time.file === 'c' ? { ...time, seconds: 60 } : time));
  expect(slower(grown, kept).map(({ file: name, seconds, was }) => ({ name, seconds, was }))).toEqual([{ name: 'c', seconds: 20, was: 8 }]);
});
