import { mocha, mochaRuns, nodeTest, tapLines } from '../count-results.ts';
import type { Suite } from '../suite.ts';

const MOCHA = 'node_modules/.bin/mocha --reporter dot';

/** Suites first run after the engine passed all others, as a sample of unknown code. */
export const unseenSuites: readonly Suite[] = [
  {
    name: 'enhanced-resolve',
    repository: 'webpack/enhanced-resolve',
    at: 'v5.24.0',
    runner: 'node --test',
    install: ['memfs', 'webpack', 'typescript'],
    command: 'node scripts/test.js',
    count: nodeTest,
  },
  {
    name: 'cors',
    repository: 'expressjs/cors',
    at: 'v2.8.6',
    runner: 'mocha',
    command: `${MOCHA} --require test/support/env`,
    count: mocha,
  },
  {
    name: 'light-my-request',
    repository: 'fastify/light-my-request',
    at: 'v6.6.0',
    runner: 'node --test',
    command: 'node --test',
    count: nodeTest,
  },
  {
    name: 'nodemon',
    repository: 'remy/nodemon',
    at: 'v3.1.14',
    runner: 'mocha 2',
    command: 'for FILE in test/*.test.js test/*/*.test.js; do TEST=1 node_modules/.bin/mocha --timeout 30000 --reporter dot $FILE; done',
    count: mochaRuns,
  },
  {
    name: 'passport',
    repository: 'jaredhanson/passport',
    at: 'v0.7.0',
    runner: 'mocha 2',
    command: `${MOCHA} --require test/bootstrap/node 'test/*.test.js' 'test/**/*.test.js'`,
    count: mocha,
  },
  {
    name: 'thread-stream',
    repository: 'pinojs/thread-stream',
    at: 'v3.2.0',
    runner: 'tap 16',
    command: 'node_modules/.bin/tap --no-coverage --reporter=tap --timeout=120 test/*.test.js',
    count: tapLines,
  },
];
