import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { aboutBuild } from './config/about-build.mjs';

/** Tests of code that keeps nothing between two uses: a file after the other in one worker, which loads each module once. */
const STATELESS = [
  'app/lib/{agent,tools,search,protocol,step,persistence,models,session-file}/**/*.test.ts',
  'tests/integration/agent/!(seed)/**/*.test.ts',
  // Not the programs of Node: they take the place of what the worker itself has.
  'packages/*/src/!(programs)/**/*.test.ts',
  'packages/*/src/programs/!(node)/**/*.test.ts',
];
/** A file after the other in one worker as well, each with modules of our own that are loaded for it: a worker for each takes three times as long. */
const FRESH = ['app/**/*.test.{ts,tsx}', 'tests/integration/**/*.test.{ts,tsx}'];
const TESTS = [
  'packages/*/{src,scripts}/**/*.test.ts',
  'tests/node-suite/*.test.ts',
  'tests/strangers/**/*.test.ts',
  'tests/package-loads/*.test.ts',
];

/**
 * In CI property tests draw from a seed that is the tree's: a tree that has passed passes again, and each change tries other values.
 * Elsewhere, and where there is no repository, each run tries others.
 */
function propertySeed(): Record<string, string> {
  if (process.env.CI === undefined) return {};
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD^{tree}'], { encoding: 'utf8' });
  return status === 0 ? { PROPERTY_SEED: String(Number.parseInt(stdout.slice(0, 7), 16)) } : {};
}

export default defineConfig({
  plugins: [aboutBuild(fileURLToPath(new URL('.', import.meta.url)))],
  resolve: {
    alias: [{ find: /^fast-check$/, replacement: fileURLToPath(new URL('tests/setup/seeded-fast-check.ts', import.meta.url)) }],
  },
  test: {
    env: propertySeed(),
    projects: [
      { extends: true, test: { name: 'stateless', include: STATELESS, isolate: false } },
      {
        extends: true,
        test: {
          name: 'fresh',
          include: FRESH,
          exclude: ['**/node_modules/**', ...STATELESS],
          isolate: false,
          setupFiles: ['tests/setup/fresh-modules.ts'],
        },
      },
      { extends: true, test: { name: 'isolated', include: TESTS, exclude: ['**/node_modules/**', ...FRESH, ...STATELESS] } },
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
