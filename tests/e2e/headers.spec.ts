import { readdir } from 'node:fs/promises';
import { request as ask, type IncomingHttpHeaders } from 'node:http';
import { fileURLToPath } from 'node:url';
import { PREVIEW_PATHS } from 'devonz-engine-protocol/preview-paths';
import { appSurface, HEADER_TABLE, type Surface } from '../../app/server/hosts/security-headers.server.ts';
import type { HeaderList } from '../../packages/engine/src/server/engine-headers.ts';
import type { AppServer } from './support/app-server.ts';
import { expect, test } from './support/test.ts';

/**
 * Crawls every response of the built app, under every host name, and compares it with the one table of headers. Headers missing in the
 * table's row must be absent: a response that allows other origins is as wrong as one that does not exclude them.
 */
const OPENING = [
  'access-control-allow-origin',
  'access-control-allow-credentials',
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-expose-headers',
  'timing-allow-origin',
  'set-cookie',
  'x-frame-options',
  'x-powered-by',
  'server',
  'clear-site-data',
  'report-to',
  'nel',
  'link',
];

interface Asked {
  surface: Surface;
  host: string;
  path: string;
  method?: string;
  headers?: Record<string, string>;
}

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

function answerOf(server: AppServer, { host, path, method = 'GET', headers = {} }: Asked): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = ask(
      { host: '127.0.0.1', port: server.port, path, method, setHost: false, agent: false, headers: { host, ...headers } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks).toString('utf8') }),
        );
      },
    );
    asked.once('error', reject);
    asked.end();
  });
}

/** Returns the URL path of every built file. */
async function builtFiles(): Promise<string[]> {
  const root = fileURLToPath(new URL('../../build/client/', import.meta.url));
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => `/${`${entry.parentPath}/${entry.name}`.slice(root.length).replace(/^\/+/, '')}`);
}

async function everyAddress(port: number): Promise<Asked[]> {
  const files = await builtFiles();
  const app = `ide.localhost:${port}`;
  const sandbox = `run.ide.localhost:${port}`;
  const preview = `p3000.run.ide.localhost:${port}`;
  const of = (surface: Surface, host: string, paths: readonly string[], more: Partial<Asked> = {}): Asked[] =>
    paths.map((path) => ({ surface, host, path, ...more }));
  const routes = [
    '/',
    '/chat/abc',
    '/unattended',
    '/no/such/page',
    '/no-such-file.js',
    '/api/models',
    '/api/chat',
    '/api/nothing',
    '/API/models',
    '/_root.data',
    '/chat/abc.data',
    '/api/models.data',
    '/assets/',
    '/assets/nothing.js',
    '/engine/',
    '/headless',
    '/offline-copy',
    '/registry/a',
    '/__devonz/bridge',
    '/%',
    '/%00',
    '//',
    '/cdn-cgi/',
    '/cdn-cgi/mf/reload',
    '/robots.txt',
    '/.dev.vars',
    '/wrangler.toml',
  ];
  const own = { origin: `http://${app}`, 'sec-fetch-site': 'same-origin' };
  const foreign = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' };
  return [
    ...of('app', app, routes),
    ...files.map((path): Asked => ({ surface: appSurface(path), host: app, path })),
    ...of('app', app, routes, { method: 'HEAD' }),
    ...of('app', app, routes, { headers: foreign }),
    ...['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'].flatMap((method) => [
      ...of('app', app, ['/', '/api/chat', '/api/models', '/favicon.svg'], { method }),
      ...of('app', app, ['/', '/api/chat', '/api/models', '/favicon.svg'], { method, headers: own }),
    ]),
    ...of('sandbox', sandbox, [...routes, ...files, '/registry/', '/registry/-/whoami', '/registry/a/-/..%2f..']),
    ...of('sandbox', sandbox, ['/headless', '/registry/a', '/engine/kernel-worker.js', '/x'], { method: 'POST' }),
    ...of('sandbox', sandbox, ['/headless', '/engine/kernel-worker.js'], { method: 'HEAD' }),
    ...of('refusal', sandbox, ['/headless'], { headers: { 'sec-fetch-dest': 'iframe', referer: 'https://other.example/' } }),
    ...of('preview', preview, [...routes, ...Object.values(PREVIEW_PATHS), '/__devonz/nothing', '/engine/headless.html']),
    ...of('preview', preview, ['/', '/a.js', PREVIEW_PATHS.serviceWorker], { method: 'POST' }),
    ...of('preview', preview, ['/worker.js'], { headers: { 'sec-fetch-dest': 'serviceworker' } }),
    ...['localhost', '127.0.0.1', 'evil.example', 'x.run.ide.localhost', 'p0.run.ide.localhost', 'a b', '[', 'x@y', ''].flatMap((host) =>
      of('elsewhere', host, ['/', '/api/models', '/headless', '/favicon.svg']),
    ),
  ];
}

test('every answer of every host has the headers of its row in the table, and none that opens it', async ({ demoServer }) => {
  const { port, appOrigin, sandboxOrigin } = demoServer;
  const context = { appOrigin, sandboxOrigin, clientOrigins: [appOrigin], isDevelopment: false };
  const statuses = new Map<Surface, Set<number>>();
  for (const asked of await everyAddress(port)) {
    const answer = await answerOf(demoServer, asked);
    const row = HEADER_TABLE[asked.surface](context);
    expect({ ...asked, status: answer.status, headers: seenHeaders(answer, row) }).toEqual({
      ...asked,
      status: answer.status,
      headers: row,
    });
    expect(answer.body, `${asked.host}${asked.path}`).not.toMatch(/^\s+at .+:\d+:\d+\)?$/m);
    const isError = answer.status >= 500 && answer.status !== 503;
    expect({ ...asked, isError }).toEqual({ ...asked, isError: false });
    statuses.set(asked.surface, (statuses.get(asked.surface) ?? new Set()).add(answer.status));
  }
  // The crawl saw pages, files, errors and redirects, not the same error a thousand times.
  expect([...(statuses.get('app') ?? [])]).toEqual(expect.arrayContaining([200, 403, 404, 405]));
  expect([...(statuses.get('sandbox') ?? [])]).toEqual(expect.arrayContaining([200, 404, 405]));
  expect([...(statuses.get('preview') ?? [])]).toEqual(expect.arrayContaining([200, 404, 503]));
  expect([...(statuses.get('elsewhere') ?? [])].sort()).toEqual([302, 421]);
});

/** Returns the response headers that the table lists or forbids, with a document's nonce removed. */
function seenHeaders({ headers }: Answer, row: HeaderList): Record<string, unknown> {
  const seen: Record<string, unknown> = {};
  for (const name of [...Object.keys(row), ...OPENING]) if (headers[name] !== undefined) seen[name] = headers[name];
  const policy = headers['content-security-policy'];
  if (typeof policy === 'string') seen['content-security-policy'] = policy.replace(/ 'nonce-[\w+/=]{20,}'/, '');
  return seen;
}

test('pages are HTML, and nothing else is: a browser is never left to guess', async ({ demoServer }) => {
  for (const asked of await everyAddress(demoServer.port)) {
    const { status, headers, body } = await answerOf(demoServer, asked);
    const type = headers['content-type'] ?? '';
    if (body !== '')
      expect([asked.host, asked.path, status, type]).toEqual([asked.host, asked.path, status, expect.stringMatching(/^[a-z]+\/[\w.+-]+/)]);
    if (/^\s*<!doctype|^\s*<html/i.test(body)) expect([asked.path, type]).toEqual([asked.path, expect.stringContaining('text/html')]);
  }
});
