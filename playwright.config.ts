import { defineConfig } from '@playwright/test';
import { type FoundChromium, findChromium } from './tests/setup/find-chromium.ts';
import { patience } from './tests/setup/patience.ts';
import { HAS_PINNED_CHROMIUM, pinnedChromium } from './tests/setup/pinned-chromium.ts';

const browser = await findChromium();
/** Pictures are compared with those that one browser made, everywhere. */
const pinned = HAS_PINNED_CHROMIUM ? await pinnedChromium() : null;
const LOOKS = '**/looks/*.spec.ts';

const launchOf = ({ executablePath, arguments: args, environment }: FoundChromium) => ({
  executablePath,
  args,
  env: { ...process.env, ...environment },
});

/** Tests that measure the time of the page or the server. Beside another browser on two cores they would measure that one. */
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
    { name: 'side-by-side', testIgnore: [...MEASURED, LOOKS] },
    { name: 'measured', testMatch: MEASURED, workers: 1 },
    ...(pinned === null
      ? []
      : [{ name: 'looks', testMatch: LOOKS, use: { viewport: { width: 1440, height: 900 }, launchOptions: launchOf(pinned) } }]),
  ],
  // Ends what hangs, and judges nothing, like that of an expectation: a busy machine takes several times as long.
  timeout: patience(180_000),
  snapshotPathTemplate: '{testDir}/looks/pictures/{arg}{ext}',
  expect: {
    timeout: patience(60_000),
    // A line of text that is other words is more than this; the edge of a curve is less.
    toHaveScreenshot: { maxDiffPixels: 150, threshold: 0.15, animations: 'disabled', caret: 'hide' },
  },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    // A press on what never comes fails with its name, before the whole test's limit.
    actionTimeout: patience(60_000),
    launchOptions: launchOf(browser),
    // A recording of every test costs a quarter of the whole run's time; a second try is recorded.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
});
