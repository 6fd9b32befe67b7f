import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['app/**/*.test.{ts,tsx}', 'tests/integration/**/*.test.{ts,tsx}'],
    setupFiles: ['tests/setup/vitest-setup.ts'],
    // Most tests are pure; a component test asks for happy-dom in its first line.
    environment: 'node',
    testTimeout: 20_000,
    restoreMocks: true,
    maxWorkers: 2,
  },
});
