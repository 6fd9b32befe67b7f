import { lines, mocha, nodeTest, tape } from '../count-results.ts';
import type { Suite } from '../suite.ts';

const MOCHA = 'node_modules/.bin/mocha --reporter dot';

/** Servers, their plugins, and clients. */
export const serverSuites: readonly Suite[] = [
  {
    name: 'express',
    repository: 'expressjs/express',
    at: 'v5.2.1',
    runner: 'mocha',
    command: `${MOCHA} --require test/support/env --check-leaks test/ test/acceptance/`,
    count: mocha,
  },
  {
    name: 'body-parser',
    repository: 'expressjs/body-parser',
    at: 'v2.3.0',
    runner: 'mocha',
    command: `${MOCHA} --check-leaks test/`,
    count: mocha,
  },
  {
    name: 'compression',
    repository: 'expressjs/compression',
    at: 'v1.8.1',
    runner: 'mocha',
    command: `${MOCHA} --check-leaks`,
    count: mocha,
  },
  { name: 'morgan', repository: 'expressjs/morgan', at: '1.10.0', runner: 'mocha', command: `${MOCHA} --check-leaks`, count: mocha },
  {
    name: 'multer',
    repository: 'expressjs/multer',
    at: 'v2.1.1',
    runner: 'mocha',
    command: `${MOCHA} --exit --check-leaks test/`,
    count: mocha,
  },
  {
    name: 'serve-static',
    repository: 'expressjs/serve-static',
    at: 'v2.2.1',
    runner: 'mocha',
    command: `${MOCHA} --check-leaks test/`,
    count: mocha,
  },
  { name: 'send', repository: 'pillarjs/send', at: '1.2.1', runner: 'mocha', command: `${MOCHA} --check-leaks`, count: mocha },
  { name: 'mime-types', repository: 'jshttp/mime-types', at: 'v3.0.2', runner: 'mocha', command: `${MOCHA} test/test.js`, count: mocha },
  {
    name: 'on-finished',
    repository: 'jshttp/on-finished',
    at: 'v2.4.1',
    runner: 'mocha',
    command: `${MOCHA} --check-leaks test/`,
    count: mocha,
  },
  { name: 'koa', repository: 'koajs/koa', at: 'v3.2.0', runner: 'node --test', command: 'node --test', count: nodeTest },
  {
    name: 'ws',
    repository: 'websockets/ws',
    at: '8.21.0',
    runner: 'mocha',
    command: `${MOCHA} --throw-deprecation test/*.test.js`,
    count: mocha,
  },
  {
    name: 'supertest',
    repository: 'ladjs/supertest',
    at: 'v6.3.4',
    runner: 'mocha',
    command: `${MOCHA} --exit --require should --check-leaks`,
    count: mocha,
  },
  { name: 'nock', repository: 'nock/nock', at: 'v14.0.13', runner: 'mocha', command: `${MOCHA} --recursive tests`, count: mocha },
  { name: 'node-fetch', repository: 'node-fetch/node-fetch', at: 'v3.3.2', runner: 'mocha', command: MOCHA, count: mocha },
  {
    name: 'busboy',
    repository: 'mscdex/busboy',
    at: 'v1.6.0',
    runner: 'its own',
    command: 'for FILE in test/test-*.js; do node $FILE > /dev/null 2>&1 && echo "ok $FILE" || echo "not ok $FILE"; done',
    count: lines(/^ok /gm, /^not ok /gm),
  },
  { name: 'form-data', repository: 'form-data/form-data', at: 'v4.0.4', runner: 'its own', command: 'node test/run.js', count: tape },
  { name: 'jsonwebtoken', repository: 'auth0/node-jsonwebtoken', at: 'v9.0.2', runner: 'mocha', command: MOCHA, count: mocha },
];
