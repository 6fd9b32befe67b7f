import { expect, test } from 'vitest';
import { OfflineCopies } from './offline-copies.ts';
import type { FromOfflineWorker } from './offline-messages.ts';
import { fetchBuildFile, NotWholeError, runOfflineWorker } from './offline-worker.ts';
import type { LongEvent, OfflineClient, OfflineWorkerScope } from './offline-worker-scope.ts';
import { MemoryCaches } from './testing/memory-caches.ts';

const FILE = { path: '/assets/a-AAAAAAAA.js', bytes: 1, sha256: 'ypeBEsobvcr6wjGzmiPcTaeG7/gUfE5yuYB3ha/uSLs=' };

/** A worker in a browser that has these pages open; `fire` resolves once the event's `waitUntil` work has ended. */
function startWorker(pages: OfflineClient[], options: { addPages?: () => Promise<void>; hasOldPages?: boolean } = {}) {
  const listeners = new Map<string, (event: never) => void>();
  const scope: OfflineWorkerScope = {
    location: { origin: 'http://ide.test' },
    clients: { claim: async () => undefined, matchAll: async () => pages },
    skipWaiting: async () => undefined,
    addEventListener: (type: string, listener: (event: never) => void) => void listeners.set(type, listener),
  };
  const caches = new MemoryCaches();
  const build = { id: '1', version: 'new', files: [FILE] };
  const copies = new OfflineCopies({ caches, build, fetchFile: async () => new Response('a') });
  runOfflineWorker({
    scope,
    build,
    copies,
    addPages: options.addPages ?? (async () => undefined),
    hasOldPages: options.hasOldPages ?? true,
    answer: () => null,
  });
  const fire = async (type: string, event: object = {}) => {
    const works: Promise<unknown>[] = [];
    const long: LongEvent = { waitUntil: (work) => void works.push(work) };
    listeners.get(type)?.({ ...event, ...long } as never); // The event of this listener's type.
    await Promise.all(works);
  };
  return { fire, caches };
}

/** A page of this build, and the messages that it receives. */
function pageOf(version: string) {
  const heard: FromOfflineWorker[] = [];
  const page: OfflineClient = {
    postMessage(message, [port]) {
      heard.push(message as FromOfflineWorker); // The worker's own type.
      (port as MessagePort | undefined)?.postMessage(version);
    },
  };
  return { page, heard };
}

test('a worker whose copy is not whole is not installed, and pages hear why', async () => {
  const { page, heard } = pageOf('old');
  const { fire, caches } = startWorker([page], { addPages: () => Promise.reject(new NotWholeError('/')) });
  await expect(fire('install')).rejects.toThrow(NotWholeError);
  expect(heard).toEqual([{ type: 'not-made', reason: 'not-whole' }]);
  expect(await caches.keys()).toEqual([]);
});

test('a worker that takes over deletes the copies that no open page runs', async () => {
  const { page } = pageOf('old');
  const { fire, caches } = startWorker([page]);
  for (const name of ['devonz-offline older 1', 'devonz-offline old 1']) await caches.open(name);
  await fire('install');
  await fire('activate');
  expect(await caches.keys()).toEqual(['devonz-offline old 1', 'devonz-offline new 1']);
});

test('an origin whose worker waits for its last page has no older copies to keep', async () => {
  const { fire, caches } = startWorker([pageOf('old').page], { hasOldPages: false });
  await caches.open('devonz-offline old 1');
  await fire('install');
  await fire('activate');
  expect(await caches.keys()).toEqual(['devonz-offline new 1']);
});

test('pages of other origins are not heard', async () => {
  const { fire } = startWorker([]);
  const { port1, port2 } = new MessageChannel();
  const answers: unknown[] = [];
  port1.onmessage = ({ data }) => answers.push(data);
  await fire('message', { origin: 'http://evil.test', data: { type: 'describe' }, ports: [port2] });
  await fire('message', { origin: 'http://ide.test', data: { type: 'describe' }, ports: [port2] });
  await expect.poll(() => answers).toEqual([{ version: 'new', bytes: 1 }]);
  port1.close();
});

test.each([
  ['a missing file', async () => new Response('no', { status: 404 })],
  [
    'a redirect to a sign-in, or content with another hash, which the browser refuses',
    () => Promise.reject(new TypeError('Failed to fetch')),
  ],
])('%s is none of the build’s', async (_name, fetch) => {
  await expect(fetchBuildFile(FILE, fetch)).rejects.toThrow(NotWholeError);
});

test('each file is asked for with its hash, and never past a redirect', async () => {
  const asked: RequestInit[] = [];
  await fetchBuildFile(FILE, async (_path, init) => {
    asked.push(init ?? {});
    return new Response('a');
  });
  expect(asked).toEqual([{ integrity: `sha256-${FILE.sha256}`, redirect: 'error', cache: 'default' }]);
});
