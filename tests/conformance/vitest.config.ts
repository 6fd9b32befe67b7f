import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** `npm run conformance`: the behaviour required of any host of `@webcontainer/api`, tested on one of them (CONFORMANCE_HOST). */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('.', import.meta.url)),
    include: ['**/*.test.ts'],
    globalSetup: ['harness/global-setup.ts'],
    environment: 'node',
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Each file opens a page with its own engine; two cores handle one at a time.
    fileParallelism: false,
  },
});
