import { ava, vitest } from '../count-results.ts';
import type { Suite } from '../suite.ts';

/** WebAssembly builds instead of native ones on both sides, so that the same code is compared. */
const wasmBuilds = { esbuild: 'npm:esbuild-wasm@^0.28.0', rollup: 'npm:@rollup/wasm-node@^4.43.0' };
const VITEST = ['vitest@3', 'vite@7.3', 'typescript@5.9'];
const RUN = 'node node_modules/vitest/vitest.mjs run --config vitest.suite.config.mjs';

/** Replaces the repository's own configuration, which often requires browsers, coverage and types. */
function config(include: string, more = ''): Record<string, string> {
  const text = `export default { ${more} test: { include: ['${include}'], watch: false, testTimeout: 30000, globals: true, server: { deps: { inline: [/zod/] } } } };\n`;
  return { 'vitest.suite.config.mjs': text };
}

const zodConditions = `resolve: { conditions: ['@zod/source', 'default'] }, ssr: { resolve: { conditions: ['@zod/source', 'default'], externalConditions: ['@zod/source', 'default'] } },`;

export const vitestAndAvaSuites: readonly Suite[] = [
  {
    name: 'zod',
    repository: 'colinhacks/zod',
    at: 'v4.4.3',
    runner: 'vitest 3',
    install: [...VITEST, '@standard-schema/spec', '@web-std/file'],
    overrides: wasmBuilds,
    files: config('packages/zod/src/**/*.test.ts', zodConditions),
    links: { 'node_modules/zod': '../packages/zod' },
    command: RUN,
    count: vitest,
  },
  {
    name: 'cookie',
    repository: 'jshttp/cookie',
    at: 'v2.0.1',
    runner: 'vitest 3',
    install: [...VITEST, '@borderless/ts-scripts'],
    overrides: wasmBuilds,
    files: config('src/**/*.spec.ts'),
    command: RUN,
    count: vitest,
  },
  {
    name: 'yup',
    repository: 'jquense/yup',
    at: 'v1.7.0',
    runner: 'vitest 3',
    install: [...VITEST, 'synchronous-promise', '@4c/tsconfig'],
    overrides: wasmBuilds,
    files: config('test/*.{js,ts,tsx}'),
    command: RUN,
    count: vitest,
  },
  {
    name: 'redux',
    repository: 'reduxjs/redux',
    at: 'v5.0.1',
    runner: 'vitest 3',
    install: [...VITEST, 'rxjs'],
    overrides: wasmBuilds,
    files: config(
      'test/**/*.(spec|test).[jt]s?(x)',
      "define: { __DEV__: true }, resolve: { alias: { redux: new URL('./src/index.ts', import.meta.url).pathname, '@internal': new URL('./src/', import.meta.url).pathname } },",
    ),
    command: RUN,
    count: vitest,
  },
  {
    name: 'immer',
    repository: 'immerjs/immer',
    at: 'v11.1.18',
    runner: 'vitest 3',
    install: [...VITEST, 'immutable', 'lodash', 'lodash.clonedeep', 'redux', 'rxjs', 'seamless-immutable', 'spec.ts', 'prop-types', 'pkg'],
    overrides: wasmBuilds,
    files: config(
      '__tests__/**/*.{js,ts,tsx}',
      "define: { __DEV__: true }, resolve: { alias: { immer: new URL('./src/immer.ts', import.meta.url).pathname } },",
    ),
    command: RUN,
    count: vitest,
  },
  {
    name: 'hono',
    repository: 'honojs/hono',
    at: 'v4.13.3',
    runner: 'vitest 3',
    install: [
      ...VITEST,
      '@hono/node-server',
      'zod',
      'jsdom',
      'msw',
      'undici',
      '@types/node',
      'arg',
      'form-data',
      '@types/jsdom',
      'pg',
      'supertest',
    ],
    overrides: wasmBuilds,
    files: config(
      'src/{utils,router,helper,middleware}/**/*.test.ts',
      "esbuild: { jsx: 'automatic', jsxImportSource: new URL('./src/jsx', import.meta.url).pathname },",
    ),
    command: RUN,
    count: vitest,
  },
  {
    name: 'date-fns',
    repository: 'date-fns/date-fns',
    at: 'v4.1.0',
    runner: 'vitest 3',
    install: [...VITEST, '@date-fns/tz', '@date-fns/utc', 'sinon', '@types/sinon'],
    overrides: wasmBuilds,
    files: config('src/{add,sub,is,format,parse}*/**/test.ts'),
    command: RUN,
    count: vitest,
  },
  {
    name: 'magic-string',
    repository: 'Rich-Harris/magic-string',
    at: 'v1.2.2',
    runner: 'vitest 3',
    install: [...VITEST, 'magic-string@1.2.2', 'source-map-js', 'source-map-support', '@jridgewell/trace-mapping'],
    overrides: wasmBuilds,
    published: { 'node_modules/magic-string/dist': 'dist' },
    files: config('test/**/*.test.{js,ts}', 'define: { DEBUG: true },'),
    command: RUN,
    count: vitest,
  },
  { name: 'p-limit', repository: 'sindresorhus/p-limit', at: 'v7.3.1', runner: 'ava', command: 'node_modules/.bin/ava', count: ava },
  {
    name: 'chalk',
    repository: 'chalk/chalk',
    at: 'v5.6.2',
    runner: 'ava',
    install: ['ava', 'color-convert', 'execa', 'yoctodelay', 'matcha', 'log-update'],
    command: 'node_modules/.bin/ava',
    count: ava,
  },
];
