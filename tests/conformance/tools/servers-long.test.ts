import { beforeAll, describe, expect, it } from 'vitest';
import { mountFixture } from '../harness/mount-fixture.ts';
import { useClient } from '../harness/use-client.ts';

const TIME_OUT = 120_000;

/** The output of each fixture program on native Node 20. */
const printed = {
  express: [
    'GET /hello/world?n=1 200 text/html; charset=utf-8 hello world 1',
    'POST /sum 201 application/json; charset=utf-8 {"sum":3}',
    'GET /files/note.txt 200 text/plain; charset=utf-8 a note',
    'GET /fail 500 application/json; charset=utf-8 {"error":"on purpose"}',
  ],
  hono: [
    'GET /hello/world 200 text/plain; charset=UTF-8 hello world',
    'POST /sum 201 application/json {"sum":3}',
    'GET /stream 200 text/plain; charset=UTF-8 one two three',
    'GET /files/note.txt 200 text/plain; charset=utf-8 a note',
    'GET /missing 404 text/plain; charset=UTF-8 404 Not Found',
  ],
  fastify: [
    'GET /hello/world 200 text/plain; charset=utf-8 hello world',
    'POST /sum 201 application/json; charset=utf-8 {"sum":3}',
    'POST /sum 400 application/json; charset=utf-8 {"statusCode":400,"code":"FST_ERR_VALIDATION","error":"Bad Request","message":"body must have required property \'b\'"}',
    'GET /files/note.txt 200 text/plain; charset=utf-8 a note',
    'hello inject',
  ],
  koa: [
    'GET /hello/world 200 text/plain; charset=utf-8 hello world',
    'POST /sum 201 application/json; charset=utf-8 {"sum":3}',
    'GET /fail 418 text/plain; charset=utf-8 on purpose',
    'GET /missing 404 text/plain; charset=utf-8 Not Found',
  ],
  'socket-io': ['websocket websocket 3 3,2,1 room', 'polling polling 3 3,2,1 room', 'polling,websocket websocket 3 3,2,1 room'],
  ws: ['/chat text permessage-deflate', '200000 7', 'pong x', '4001 done'],
  sqlite: ['sql.js [[2,"Grace"],[1,"Ada"]]', 'sql.js 2', 'sqlite-wasm [{"a":1,"b":"one"}]'],
};

/** Installs two hundred packages, so only with --long. */
describe.runIf(process.env.CONFORMANCE_LONG === '1')('servers and databases of the registry as they are', () => {
  const client = useClient();
  const run = (command: string) => client.inPage((command) => runToEnd('jsh', ['-c', command]), command);

  beforeAll(async () => {
    await mountFixture(client, 'servers');
    const { exitCode, output } = await run('npm install');
    expect({ exitCode, output: exitCode === 0 ? '' : output }).toEqual({ exitCode: 0, output: '' });
  }, TIME_OUT);

  it.each(Object.entries(printed))(
    '%s answers as on native Node, and ends',
    async (name, lines) => {
      const { exitCode, output } = await run(`node ${name}.mjs`);
      expect({ exitCode, lines: output.trim().split('\n') }).toEqual({ exitCode: 0, lines });
    },
    TIME_OUT,
  );
});
