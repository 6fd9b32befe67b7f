import { defineConfig } from 'vitest/config';

/** The tests that `npm run mutation` runs against each mutant: the policy's own tests, without the slow and random properties. */
export default defineConfig({
  test: {
    include: ['app/lib/agent/policy/**/*.test.ts'],
    exclude: ['**/policy-{properties,time}.test.ts', 'node_modules/**'],
    setupFiles: ['tests/setup/vitest-setup.ts'],
    environment: 'node',
    testTimeout: 20_000,
  },
});
