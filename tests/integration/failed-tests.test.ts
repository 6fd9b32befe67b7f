import { expect, it } from 'vitest';
import { failedOfPlaywright, failedOfVitest } from '../../scripts/failed-tests.mjs';

it('names the failed tests of a Vitest report, and the file that could not be loaded', () => {
  const report = {
    testResults: [
      {
        name: 'a.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'adds', failureMessages: [] },
          {
            status: 'failed',
            fullName: 'subtracts',
            failureMessages: ['\u001b[31mAssertionError\u001b[39m: expected 1 to be 2\n\n    at a.test.ts:3'],
          },
        ],
      },
      { name: 'b.test.ts', status: 'failed', message: 'Cannot find module', assertionResults: [] },
    ],
  };
  expect(failedOfVitest(report)).toEqual([
    'subtracts: AssertionError: expected 1 to be 2 |     at a.test.ts:3',
    'b.test.ts: Cannot find module',
  ]);
});

it('names the failed and the flaky tests of a Playwright report, in nested suites too', () => {
  const failing = (status: string, message: string) => ({ status, results: [{ error: { message } }] });
  const report = {
    suites: [
      {
        title: 'x.spec.ts',
        specs: [{ title: 'opens', tests: [{ status: 'expected', results: [{}] }] }],
        suites: [
          {
            title: 'dialogs',
            specs: [
              { title: 'closes', tests: [failing('unexpected', 'Error: timed out')] },
              { title: 'moves', tests: [failing('flaky', 'Error: late')] },
            ],
          },
        ],
      },
    ],
  };
  expect(failedOfPlaywright(report)).toEqual([
    'dialogs › closes: Error: timed out',
    'dialogs › moves (passed the second time): Error: late',
  ]);
});
