import { hashOf } from 'devonz-engine-protocol/offline/offline-copies';
import { NotWholeError } from 'devonz-engine-protocol/offline/offline-worker';
import { MemoryCaches } from 'devonz-engine-protocol/offline/testing/memory-caches';
import { expect, test } from 'vitest';
import { ENGINE_HEADERS } from '../server/engine-headers.ts';
import { addEnginePage, createEngineAnswer } from './engine-answer.ts';

const ORIGIN = 'http://run.ide.test';
const CLIENTS = ['http://ide.test'];
const PAGE = '<html><head><title>Engine</title>';
const SERVED = '<html><head><meta name="devonz-parent-origins" content="http://ide.test"><title>Engine</title>';
const FILE = '/engine/kernel-worker.js?v=1';

async function worker(server: () => Promise<Response>) {
  const cache = await new MemoryCaches().open('a');
  const bytes = (text: string) => new TextEncoder().encode(text).buffer;
  const build = {
    id: '1',
    version: '1',
    pageHash: await hashOf(bytes(PAGE)),
    files: [{ path: FILE, bytes: 6, sha256: await hashOf(bytes('kernel')) }],
  };
  const parts = { origin: ORIGIN, build, clients: CLIENTS, copies: { find: async (path: string) => cache.match(path) }, fetch: server };
  const answer = createEngineAnswer(parts);
  const ask = (path: string, isNavigation = false) => {
    const request = new Request(ORIGIN + path);
    // Scripts cannot create a navigation request.
    if (isNavigation) Object.defineProperty(request, 'mode', { value: 'navigate' });
    return answer({ request, waitUntil: () => undefined, respondWith: () => undefined });
  };
  return { cache, ask, addPage: () => addEnginePage(cache, parts) };
}

const away = () => Promise.reject(new TypeError('Failed to fetch'));

test('without the server the engine’s page and files are there, with the headers of the table', async () => {
  let server: () => Promise<Response> = async () => new Response(SERVED);
  const { cache, ask, addPage } = await worker(() => server());
  await addPage();
  await cache.put(FILE, new Response('kernel', { headers: { 'content-security-policy': 'none of ours' } }));
  server = away;
  for (const [answer, body] of [
    [ask('/headless', true), SERVED],
    [ask(FILE), 'kernel'],
  ] as const) {
    const response = await answer;
    expect(await response?.text()).toBe(body);
    expect(Object.fromEntries(response?.headers ?? [])).toMatchObject(
      ENGINE_HEADERS.sandbox({ sandboxOrigin: ORIGIN, clientOrigins: CLIENTS }),
    );
  }
});

test('what a program has written into the cache is never the engine', async () => {
  const { cache, ask } = await worker(away);
  await cache.put(FILE, new Response('hostile'));
  await expect(ask(FILE)).rejects.toThrow('Failed to fetch');
  for (const page of [SERVED.replace('ide.test', 'evil.test'), SERVED.replace('Engine', '<script>'), PAGE]) {
    await cache.put('/headless', new Response(page));
    await expect(ask('/headless', true)).rejects.toThrow('Failed to fetch');
  }
});

test('a page that is not the build’s own is not kept', async () => {
  for (const page of ['<form>Sign in', SERVED.replace('Engine', 'Newer engine'), PAGE]) {
    const { addPage } = await worker(async () => new Response(page));
    await expect(addPage()).rejects.toThrow(NotWholeError);
  }
});

test('everything else is left to the browser', async () => {
  const { ask } = await worker(away);
  expect([ask('/registry/a'), ask('/engine/kernel-worker.js'), ask('/offline-copy', true), ask('/engine/other.js')]).toEqual([
    null,
    null,
    null,
    null,
  ]);
});
