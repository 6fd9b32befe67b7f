import { expect, it } from 'vitest';
import { failedOfPlaywright, failedOfVitest } from '../../scripts/testing/failed-tests.mjs';

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

it('says which step hung when a test ran out of time, what it waited for and where, without the log of the browser', () => {
  const errors = [
    { message: 'Test timeout of 90000ms exceeded.' },
    {
      message: [
        'Error: locator.click: Test timeout of 90000ms exceeded.',
        'Browser logs:',
        '<launching> chromium --headless',
        'Call log:',
        "  - waiting for getByRole('tab', { name: 'Agent' })",
        '    - attempting click action',
        '    - <h2>Agent</h2> intercepts pointer events',
      ].join('\n'),
      location: { file: 'hooks.spec.ts', line: 55 },
    },
  ];
  const results = [{ error: { message: 'Test timeout of 90000ms exceeded.' }, errors }];
  const test = { status: 'flaky', results };
  expect(failedOfPlaywright({ suites: [{ title: 'hooks.spec.ts', specs: [{ title: 'asks once', tests: [test] }] }] })).toEqual([
    "hooks.spec.ts › asks once (passed the second time): Test timeout of 90000ms exceeded. | Error: locator.click: Test timeout of 90000ms exceeded. | - waiting for getByRole('tab', { name: 'Agent' }) | - <h2>Agent</h2> intercepts pointer events (line 55)",
  ]);
});
