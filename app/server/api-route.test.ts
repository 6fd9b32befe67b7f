import { createRequestHandler, type ServerBuild } from '@remix-run/cloudflare';
import * as fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { OWN_REQUEST_HEADER } from '../lib/protocol/own-request.ts';
import { apiRoute } from './api-route.server.ts';

const APP = 'http://ide.localhost:8788';

/** How often a handler ran: each time would have cost the provider a call. */
let calls = 0;
beforeEach(() => {
  calls = 0;
});

async function answer(): Promise<Response> {
  calls += 1;
  return new Response('answered');
}

const route = (id: string, path: string, method: 'GET' | 'POST') => ({
  id,
  path,
  parentId: 'root',
  module: { loader: apiRoute(method, answer), action: apiRoute(method, answer) },
});

/** Remix's own router and its own handling of methods and data requests, over two routes like the app's. */
const build = {
  entry: { module: { default: async () => new Response('a page'), handleError: () => {} } },
  routes: {
    root: { id: 'root', path: '', module: { default: () => null } },
    'routes/api.models': route('routes/api.models', 'api/models', 'GET'),
    'routes/api.chat': route('routes/api.chat', 'api/chat', 'POST'),
  },
  assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '1' },
  future: { v3_singleFetch: true, v3_throwAbortReason: true, v3_relativeSplatPath: true, v3_fetcherPersist: true },
  basename: '/',
  publicPath: '/',
  assetsBuildDirectory: '',
  isSpaMode: false,
};
// What Remix's compiler would write; nothing of the client's half is looked at.
const handle = createRequestHandler(build as unknown as ServerBuild, 'production');

async function ask(path: string, method: string, headers: Record<string, string>): Promise<Response> {
  const request = new Request(`${APP}${path}`, { method, headers: { host: 'ide.localhost:8788', ...headers } });
  return handle(request, { cloudflare: { env: {}, ctx: {} } } as never); // no route of this test reads the context beyond the environment
}

/** One of the spellings of a path that some part of a server may take for it. */
const spelling = fc
  .record({
    base: fc.constantFrom('/api/models', '/api/chat'),
    escaped: fc.array(fc.nat(11), { maxLength: 4 }),
    upper: fc.array(fc.nat(11), { maxLength: 4 }),
    before: fc.constantFrom('', '/', '//', '/.', '/x/..', '/%2e', '/%2F'),
    after: fc.constantFrom('', '/', '//', '.data', '/.data', '.DATA', '%2edata', '/_root.data', '?', ';x', '/%2e'),
    query: fc.constantFrom('', '?_data=routes%2Fapi.models', '?_data=routes/api.chat', '?_routes=routes%2Fapi.models', '?index', '?_data'),
  })
  .map(({ base, escaped, upper, before, after, query }) => {
    const letters = [...base].map((letter, place) => {
      const cased = upper.includes(place) ? letter.toUpperCase() : letter;
      return escaped.includes(place) && place > 0 ? `%${cased.charCodeAt(0).toString(16)}` : cased;
    });
    return `${before}${letters.join('')}${after}${query}`;
  });

const method = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS');

const foreign = fc.constantFrom<Record<string, string>>(
  {},
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'cross-site', [OWN_REQUEST_HEADER]: '1' },
  { origin: 'http://run.ide.localhost:8788' },
  { origin: 'http://p3000.run.ide.localhost:8788', [OWN_REQUEST_HEADER]: '1' },
  { origin: 'null', 'sec-fetch-site': 'same-origin' },
  { origin: APP, 'sec-fetch-site': 'cross-site' },
  { origin: APP, upgrade: 'websocket' },
  { upgrade: 'websocket', [OWN_REQUEST_HEADER]: '1' },
  { [OWN_REQUEST_HEADER]: '' },
);

test('without proof that the app itself asks, no handler runs, however its address is spelled', async () => {
  await fc.assert(
    fc.asyncProperty(spelling, method, foreign, async (path, verb, headers) => {
      if (!URL.canParse(`${APP}${path}`)) return;
      await ask(path, verb, headers);
      expect(calls).toBe(0);
    }),
    { numRuns: 1_500 },
  );
});

test.each([
  '/api/models',
  '/API/Models',
  '/%61pi/models',
  '/api/models/',
  '/api/models.data',
  '/Api/models.data',
  '/api/models?_data=routes%2Fapi.models',
])('the router does find a route under the spelling %s', async (path) => {
  await ask(path, 'GET', { [OWN_REQUEST_HEADER]: '1' });
  expect(calls).toBe(1);
});

test.each<[string, Record<string, string>]>([
  ['the page itself, as browsers say it', { 'sec-fetch-site': 'same-origin' }],
  ['the user at the address bar', { 'sec-fetch-site': 'none' }],
  ['the page itself, where the browser says nothing', { [OWN_REQUEST_HEADER]: '1' }],
  ['the page itself, by its origin', { origin: APP }],
])('%s is answered', async (_who, headers) => {
  expect(await (await ask('/api/models', 'GET', headers)).text()).toBe('answered');
  expect((await ask('/api/chat', 'POST', { ...headers, origin: APP })).status).toBe(200);
  expect(calls).toBe(2);
});

test('any other method gets 405, and the handler does not run', async () => {
  for (const [path, verb] of [
    ['/api/models', 'HEAD'],
    ['/api/models', 'POST'],
    ['/api/models', 'OPTIONS'],
    ['/api/chat', 'GET'],
    ['/api/chat', 'HEAD'],
    ['/api/chat', 'PUT'],
  ] as const)
    expect([path, verb, (await ask(path, verb, { origin: APP })).status]).toEqual([path, verb, 405]);
  expect(calls).toBe(0);
});
