import { defineConfig } from 'vitest/config';

/** The bridge’s own tests: while it is in the making, `npm test` at the root does not run them. */
export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
    setupFiles: ['../../tests/setup/vitest-setup.ts'],
    environment: 'node',
    testTimeout: 180_000,
    restoreMocks: true,
    maxWorkers: 2,
  },
});
