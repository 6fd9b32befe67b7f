import { defineConfig } from 'vitest/config';

/** What `npm run mutation` runs against each mutant: the policy's own tests, without the properties, which are slow and random. */
export default defineConfig({
  test: {
    include: ['app/lib/agent/policy/**/*.test.ts'],
    exclude: ['**/policy-{properties,time}.test.ts', 'node_modules/**'],
    setupFiles: ['tests/setup/vitest-setup.ts'],
    environment: 'node',
    testTimeout: 20_000,
  },
});
