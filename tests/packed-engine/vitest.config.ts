import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** The engine as users get it: packed, installed in an empty folder, and driven from there. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('.', import.meta.url)),
    include: ['**/*.test.ts'],
    environment: 'node',
    testTimeout: 180_000,
    hookTimeout: 120_000,
    fileParallelism: false,
  },
});
