import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { aboutBuild } from './config/about-build.mjs';
import { FRESH, ISOLATED, STATELESS } from './config/unit-tests.mjs';
import { propertySeed } from './scripts/testing/property-seed.mjs';

/** `npm test` runs those of deep parts in jobs of their own, and leaves out proven ones; every other run has them among the others. */
const LEFT_OUT = (process.env.DEVONZ_LEFT_OUT_TESTS ?? '').split(' ').filter((file) => file !== '');
/** A deep part with a configuration of its own (packages/bridge/vitest.config.ts). */
const BRIDGE = 'packages/bridge/**';
const NEVER = ['**/node_modules/**', BRIDGE, ...LEFT_OUT];

export default defineConfig({
  plugins: [aboutBuild(fileURLToPath(new URL('.', import.meta.url)))],
  resolve: {
    alias: [{ find: /^fast-check$/, replacement: fileURLToPath(new URL('tests/setup/seeded-fast-check.ts', import.meta.url)) }],
  },
  test: {
    env: propertySeed(),
    projects: [
      { extends: true, test: { name: 'stateless', include: STATELESS, exclude: NEVER, isolate: false } },
      {
        extends: true,
        test: {
          name: 'fresh',
          include: FRESH,
          exclude: [...NEVER, ...STATELESS],
          isolate: false,
          setupFiles: ['tests/setup/fresh-modules.ts'],
        },
      },
      { extends: true, test: { name: 'isolated', include: ISOLATED, exclude: [...NEVER, ...FRESH, ...STATELESS] } },
    ],
    setupFiles: ['tests/setup/vitest-setup.ts'],
    // Most tests are pure; a component test asks for happy-dom in its first line.
    environment: 'node',
    // Ends what hangs, and judges nothing: the slowest test passes with four busy loops beside it.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    restoreMocks: true,
    maxWorkers: 2,
    // `npm run coverage`: the agent and its tools are held to branches, since what a branch does is what a guard is made of.
    coverage: {
      provider: 'v8',
      include: ['app/lib/agent/**/*.ts', 'app/lib/tools/**/*.ts', 'app/lib/search/**/*.ts'],
      exclude: ['**/*.test.ts', '**/testing/**'],
      reporter: [['text', { skipFull: true }], 'json-summary'],
      thresholds: { branches: 95 },
    },
  },
});
