import type { OfflineFile } from 'devonz-engine-protocol/offline/offline-build';
import { hashOf } from 'devonz-engine-protocol/offline/offline-copies';
import type { OfflineFetchEvent } from 'devonz-engine-protocol/offline/offline-worker-scope';
import { MemoryCaches } from 'devonz-engine-protocol/offline/testing/memory-caches';
import { expect, test } from 'vitest';
import { VERSION_HEADER } from '../lib/offline/offline-address.ts';
import { createAnswer } from './answer-request.ts';

const ORIGIN = 'http://ide.test';
const away = () => Promise.reject(new TypeError('Failed to fetch'));

/** A worker that has stored a page and two files, in front of this server. */
async function worker(
  server: () => Promise<Response>,
  kept: Record<string, string> = { '/': 'kept page', '/assets/a-AAAAAAAA.js': 'kept a' },
  built: readonly OfflineFile[] = [],
) {
  const cache = await new MemoryCaches().open('a');
  for (const [path, content] of Object.entries(kept)) await cache.put(path, new Response(content));
  const asked: string[] = [];
  const answer = createAnswer({
    origin: ORIGIN,
    build: { id: '1', version: 'v1', files: [{ path: '/favicon.svg', bytes: 1, sha256: '' }, ...built] },
    copies: { find: async (path) => (await cache.match(path)) ?? undefined, own: async () => cache },
    fetch: (input) => {
      asked.push(input instanceof Request ? input.url : String(input));
      return server();
    },
    createNonce: () => 'n',
    tooLate: () => new Promise(() => undefined),
  });
  const ask = (path: string, init: RequestInit & { isNavigation?: boolean } = {}) => {
    const { isNavigation = false, ...rest } = init;
    const request = new Request(new URL(path, ORIGIN), rest);
    // A script cannot create a navigation request.
    if (isNavigation) Object.defineProperty(request, 'mode', { value: 'navigate' });
    return answer({ request, waitUntil: () => undefined, respondWith: () => undefined } satisfies OfflineFetchEvent);
  };
  const navigate = async (path: string) => (await ask(path, { isNavigation: true }))?.text();
  return { ask, navigate, asked, cache };
}

test.each([
  ['the API', '/api/models', {}],
  ['a write', '/', { method: 'POST' }],
  ['another origin', 'http://run.ide.test/headless', {}],
  ['who asks past every cache', '/favicon.svg', { cache: 'no-store' as const }],
  ['data of a route', '/_root.data', {}],
  ['what is no file of the build', '/other.svg', {}],
])('%s is left to the browser', async (_name, path, init) => {
  expect((await worker(away)).ask(path, init)).toBeNull();
});

test('a page comes from the server while it is there, whatever it says', async () => {
  for (const answer of [
    new Response('own', { headers: { [VERSION_HEADER]: 'v2' } }),
    new Response('sign in'),
    new Response('', { status: 403 }),
  ]) {
    const text = await answer.clone().text();
    expect(await (await worker(async () => answer)).navigate('/')).toBe(text);
  }
});

test('without it, and where only what is in front of it answers, the kept page opens', async () => {
  expect(await (await worker(away)).navigate('/')).toBe('kept page');
  expect(await (await worker(async () => new Response('Bad gateway', { status: 502 }))).navigate('/')).toBe('kept page');
  const own = new Response('our own fault', { status: 503, headers: { [VERSION_HEADER]: 'v1' } });
  expect(await (await worker(async () => own)).navigate('/')).toBe('our own fault');
});

test('a page that is not kept fails as it does without a worker', async () => {
  const { ask } = await worker(away, {});
  await expect(ask('/', { isNavigation: true })).rejects.toThrow('Failed to fetch');
  expect((await worker(away)).ask('/replay', { isNavigation: true })).toBeNull();
});

test('a file with a hash in its name is not asked for again; one without is, while the server is there', async () => {
  const { ask, asked } = await worker(async () => new Response('fresh'));
  expect(await (await ask('/assets/a-AAAAAAAA.js'))?.text()).toBe('kept a');
  expect(asked).toEqual([]);
  expect(await (await ask('/favicon.svg'))?.text()).toBe('fresh');
});

test('the worker of local models is kept by its whole address, and only as a script', async () => {
  const script = () => new Response('script', { headers: { 'content-type': 'text/javascript' } });
  const path = '/assets/local-model-worker-AAAAAAAA.js?reach=http%3A%2F%2Flocalhost%3A11434';
  let server = async () => script();
  const { ask } = await worker(() => server(), {});
  expect(await (await ask(path))?.text()).toBe('script');
  server = away;
  expect(await (await ask(path))?.text()).toBe('script');
  await expect(ask(`${path}&strict=`)).rejects.toThrow('Failed to fetch');
  server = async () => new Response('sign in', { headers: { 'content-type': 'text/html' } });
  await ask(`${path}&strict=`);
  server = away;
  await expect(ask(`${path}&strict=`)).rejects.toThrow('Failed to fetch');
});

test.each([
  ['cut off', 'whol'],
  ['empty', ''],
  ['somebody else’s', 'alert(1)'],
])('a file of this build that is kept %s comes from the server, and is whole from then on', async (_name, damaged) => {
  const path = '/assets/b-BBBBBBBB.js';
  const sha256 = await hashOf(new TextEncoder().encode('whole').buffer);
  const { ask, asked, cache } = await worker(async () => new Response('whole'), { [path]: damaged }, [{ path, bytes: 5, sha256 }]);
  expect(await (await ask(path))?.text()).toBe('whole');
  expect(await (await cache.match(path))?.text()).toBe('whole');
  expect(await (await ask(path))?.text()).toBe('whole');
  expect(asked).toHaveLength(1);
});

test('a damaged file is never kept in place of a damaged one', async () => {
  const path = '/assets/b-BBBBBBBB.js';
  const sha256 = await hashOf(new TextEncoder().encode('whole').buffer);
  const { ask, cache } = await worker(async () => new Response('sign in'), { [path]: 'whol' }, [{ path, bytes: 5, sha256 }]);
  await ask(path);
  expect(await (await cache.match(path))?.text()).toBe('whol');
});
