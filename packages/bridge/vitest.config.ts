import { defineConfig } from 'vitest/config';

/** The bridge’s own tests, without the rest of the repository; `npm test` at the root runs them with the app's. */
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
