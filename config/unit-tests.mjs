/** The files that `npm test` always runs as unit and integration tests: vitest.config.ts runs them, scripts/testing/tiers.ts names their tier. */

/** Tests of code that keeps no state between two uses: they run one after the other in one worker, which loads each module once. */
export const STATELESS = [
  'app/lib/{agent,tools,search,protocol,step,persistence,models,session-file}/**/*.test.ts',
  'tests/integration/agent/!(seed)/**/*.test.ts',
  // Not the programs of Node: they replace globals of the worker itself.
  'packages/*/src/!(programs)/**/*.test.ts',
  'packages/*/src/programs/!(node)/**/*.test.ts',
];
/** Also run one after the other in one worker, but each file loads our modules again: a worker for each file takes three times as long. */
export const FRESH = ['app/**/*.test.{ts,tsx}', 'tests/integration/**/*.test.{ts,tsx}'];
export const ISOLATED = [
  'packages/*/{src,scripts}/**/*.test.ts',
  'tests/node-suite/*.test.ts',
  'tests/strangers/**/*.test.ts',
  'tests/package-loads/*.test.ts',
];
