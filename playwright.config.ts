import { defineConfig } from '@playwright/test';
import { findChromium } from './tests/setup/find-chromium.ts';

const browser = await findChromium();

/** What measures the page's time, or the server's: beside another browser on two cores it would measure that one. */
const MEASURED = [
  '**/budget.spec.ts',
  '**/fast-stream.spec.ts',
  '**/preview-floods.spec.ts',
  '**/hostile-programs.spec.ts',
  '**/hostile-answers.spec.ts',
];

/** Each worker serves the built app itself (tests/e2e/support/test.ts): its models and its port are its own. */
export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/setup/build-once.ts',
  // A test that passes only the second time counts as failed (scripts/test.mjs). CI tries once more only for its recording.
  retries: process.env.CI ? 1 : 0,
  // Most of a test is waiting: two at a time, on two cores. `npm test` runs the measured ones afterwards, for themselves.
  workers: 2,
  projects: [
    { name: 'side-by-side', testIgnore: MEASURED },
    { name: 'measured', testMatch: MEASURED, workers: 1 },
  ],
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    launchOptions: {
      executablePath: browser.executablePath,
      args: browser.arguments,
      env: { ...process.env, ...browser.environment },
    },
    // A recording of every test costs a quarter of the whole run's time; a second try is recorded.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
});
