/** Which files `npm test` runs as unit and integration tests, always: vitest.config.ts runs them, scripts/testing/tiers.ts names their tier. */

/** Tests of code that keeps nothing between two uses: a file after the other in one worker, which loads each module once. */
export const STATELESS = [
  'app/lib/{agent,tools,search,protocol,step,persistence,models,session-file}/**/*.test.ts',
  'tests/integration/agent/!(seed)/**/*.test.ts',
  // Not the programs of Node: they take the place of what the worker itself has.
  'packages/*/src/!(programs)/**/*.test.ts',
  'packages/*/src/programs/!(node)/**/*.test.ts',
];
/** A file after the other in one worker as well, each with modules of our own that are loaded for it: a worker for each takes three times as long. */
export const FRESH = ['app/**/*.test.{ts,tsx}', 'tests/integration/**/*.test.{ts,tsx}'];
export const ISOLATED = [
  'packages/*/{src,scripts}/**/*.test.ts',
  'tests/node-suite/*.test.ts',
  'tests/strangers/**/*.test.ts',
  'tests/package-loads/*.test.ts',
];
