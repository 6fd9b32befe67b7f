import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** The bridge's own tests, which start programs, servers and shells: a deep part of `npm test` (scripts/testing/deep-parts.mjs). */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('.', import.meta.url)),
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
    setupFiles: ['../../tests/setup/vitest-setup.ts'],
    environment: 'node',
    testTimeout: 180_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    maxWorkers: 2,
  },
});
