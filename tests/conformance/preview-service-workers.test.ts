import type { Frame } from '@playwright/test';
import { beforeAll, expect, it } from 'vitest';
import { describeEngineOnly } from './harness/engine-only.ts';
import { openPreview, untilServed } from './harness/open-preview.ts';
import { useClient } from './harness/use-client.ts';

/** Asks the page for each response over a port, as mocking libraries do, and keeps others in a cache. */
const WORKER = `
let asked = 0;
self.addEventListener('install', (event) => {
  event.waitUntil(caches.open('kept').then((cache) => cache.addAll(['/kept.txt'])));
  self.skipWaiting();
});
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.onmessage = (event) => {
  if (event.data === 'who') event.source.postMessage({ id: event.source.id, url: event.source.url, scope: registration.scope, asked,
    isScope: self instanceof ServiceWorkerGlobalScope, place: self.location.pathname });
};
self.addEventListener('fetch', (event) => {
  asked++;
  const { pathname } = new URL(event.request.url);
  if (pathname === '/kept.txt') return event.respondWith(caches.match(event.request));
  if (pathname === '/through') return event.respondWith(fetch(event.request).then(async (r) => new Response('through ' + await r.text())));
  if (pathname === '/broken') return event.respondWith(Response.error());
  if (pathname.startsWith('/mock') || event.request.url.startsWith('https://api.example.com/')) event.respondWith((async () => {
    const client = await self.clients.get(event.clientId);
    const channel = new MessageChannel();
    const body = await event.request.text();
    const answer = new Promise((resolve) => { channel.port1.onmessage = ({ data }) => resolve(data); });
    const stream = new Blob(["streamed"]).stream();
    client.postMessage({ url: event.request.url, method: event.request.method, body, stream }, [channel.port2, stream]);
    const { status, text } = await answer;
    return new Response(text, { status, headers: { 'x-mocked': 'yes' } });
  })());
});
// VERSION`;

const SERVER = `
import { createServer } from 'node:http';
let version = 1;
const script = ${JSON.stringify(WORKER)};
createServer((q, s) => {
  const type = (name) => s.setHeader('content-type', name);
  if (q.url === '/next') { version++; s.end(); }
  else if (q.url === '/sw.js') { type('text/javascript'); s.end(script.replace('VERSION', version)); }
  else if (q.url === '/throws.js') { type('text/javascript'); s.end('throw new Error("not today")'); }
  else if (q.url === '/page.js') { type('text/html'); s.end(''); }
  else if (q.url === '/gone.js') { s.statusCode = 404; s.end(); }
  else if (q.url === '/kept.txt' || q.url === '/through' || q.url === '/plain') { type('text/plain'); s.end(q.url + ' of the program ' + Object.keys(q.headers).some((name) => name.includes('devonz'))); }
  else { type('text/html'); s.end('<!doctype html><html data-served><title>app</title><h1>It works</h1>'); }
}).listen(4530);
`;

describeEngineOnly('it emulates service workers; a bridge’s previews have the browser’s')('a service worker of a previewed program', () => {
  const client = useClient();
  let frame: Frame;
  beforeAll(async () => {
    frame = await openPreview(client, SERVER, 4530);
  });

  it('is not there at first: the one that serves the preview does not show', async () => {
    const seen = await frame.evaluate(async () => {
      const { serviceWorker } = navigator;
      return [serviceWorker.controller, await serviceWorker.getRegistrations(), (await serviceWorker.getRegistration()) ?? 'none'];
    });
    expect(seen).toEqual([null, [], 'none']);
  });

  it('installs, is activated, and claims its page', async () => {
    const seen = await frame.evaluate(async () => {
      const { serviceWorker } = navigator;
      const changed = new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
      const registration = await serviceWorker.register('/sw.js');
      // As in workbox-window, which detects the first installation this way.
      const found = new Promise<string | undefined>((resolve) =>
        registration.addEventListener('updatefound', () => resolve(registration.installing?.state), { once: true }),
      );
      const worker = registration.installing ?? registration.waiting ?? registration.active;
      const states = [worker?.state];
      worker?.addEventListener('statechange', () => states.push(worker.state));
      const ready = await serviceWorker.ready;
      await changed;
      while (states.at(-1) !== 'activated')
        await new Promise((resolve) => worker?.addEventListener('statechange', resolve, { once: true }));
      return {
        found: await found,
        states,
        isReady: ready === registration && ready.active === worker,
        isController: serviceWorker.controller === worker,
        scope: registration.scope.endsWith('/'),
        isInstance: [worker instanceof ServiceWorker, registration instanceof ServiceWorkerRegistration],
      };
    });
    expect(seen).toEqual({
      found: 'installing',
      states: ['installing', 'installed', 'activating', 'activated'],
      isReady: true,
      isController: true,
      scope: true,
      isInstance: [true, true],
    });
  });

  it('mocks requests of its page, of its program and of other machines, with what the page answers over a port', async () => {
    const seen = await frame.evaluate(async () => {
      navigator.serviceWorker.addEventListener('message', async (event) => {
        if (event.source !== navigator.serviceWorker.controller || !event.data.url) return;
        const { url, method, body, stream } = event.data;
        const streamed = await new Response(stream).text();
        event.ports[0]?.postMessage({ status: 203, text: `${method} ${new URL(url).pathname} ${body} ${streamed}` });
      });
      const own = await fetch('/mock/users', { method: 'POST', body: 'Ada' });
      const other = await fetch('https://api.example.com/users');
      return {
        own: [own.status, await own.text(), own.headers.get('x-mocked')],
        other: [other.status, await other.text()],
      };
    });
    expect(seen).toEqual({ own: [203, 'POST /mock/users Ada streamed', 'yes'], other: [203, 'GET /users  streamed'] });
  });

  it('answers from its cache and from the program, lets the rest pass, and may fail', async () => {
    const seen = await frame.evaluate(async () => {
      const text = async (path: string) => (await fetch(path)).text();
      return [
        await text('/kept.txt'),
        await text('/through'),
        await text('/plain'),
        await text('/broken').catch(({ name }: Error) => name),
      ];
    });
    expect(seen).toEqual([
      '/kept.txt of the program false',
      'through /through of the program false',
      '/plain of the program false',
      'TypeError',
    ]);
  });

  it('has its page from the beginning after a reload, and speaks with it', async () => {
    const reload = (): void => {
      // The old page must not be mistaken for the new one.
      delete document.documentElement.dataset.served;
      location.reload();
    };
    await frame.evaluate(reload).catch(() => {});
    await untilServed(frame);
    const seen = await frame.evaluate(async () => {
      const { controller } = navigator.serviceWorker;
      const answer = new Promise<Record<string, unknown>>((resolve) => {
        navigator.serviceWorker.onmessage = ({ data }) => resolve(data);
      });
      controller?.postMessage('who');
      const { url, scope, isScope, place } = await answer;
      return { state: controller?.state, url: url === location.href, scope: scope === `${location.origin}/`, isScope, place };
    });
    expect(seen).toEqual({ state: 'activated', url: true, scope: true, isScope: true, place: '/sw.js' });
  });

  it('is replaced by a new version of its script', async () => {
    const seen = await frame.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      const before = registration.active;
      await registration.update();
      const isSame = registration.active === before && registration.installing === null;
      await fetch('/next');
      const found = new Promise((resolve) => registration.addEventListener('updatefound', resolve, { once: true }));
      const changed = new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
      await registration.update();
      await found;
      await changed;
      return [isSame, before?.state, registration.active === navigator.serviceWorker.controller, registration.active === before];
    });
    expect(seen).toEqual([true, 'redundant', true, false]);
  });

  it('is refused in a browser’s words when its script cannot be one', async () => {
    const seen = await frame.evaluate(async () => {
      const reason = (work: Promise<unknown>) => work.then(() => 'registered').catch(({ name, message }: Error) => `${name}: ${message}`);
      const { serviceWorker } = navigator;
      return [
        await reason(serviceWorker.register('/gone.js')),
        await reason(serviceWorker.register('/page.js')),
        await reason(serviceWorker.register('/throws.js')),
        await reason(serviceWorker.register('https://example.com/sw.js')),
        await reason((await serviceWorker.ready).pushManager.subscribe()),
      ];
    });
    expect(seen).toEqual([
      expect.stringMatching(/^TypeError: .*bad HTTP response code \(404\)/),
      expect.stringMatching(/^SecurityError: .*unsupported MIME type \('text\/html'\)/),
      expect.stringMatching(/^TypeError: [\s\S]*script evaluation failed[\s\S]*not today/),
      expect.stringMatching(/^SecurityError: .*origin/),
      expect.stringMatching(/^NotSupportedError: Push messages need/),
    ]);
  });

  it('is gone when it is unregistered, and the preview stays', async () => {
    const seen = await frame.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      const isGone = await registration.unregister();
      return [
        isGone,
        await navigator.serviceWorker.getRegistrations(),
        navigator.serviceWorker.controller,
        await (await fetch('/plain')).text(),
      ];
    });
    expect(seen).toEqual([true, [], null, '/plain of the program false']);
    await frame.evaluate(() => location.reload()).catch(() => {});
    await frame.getByRole('heading', { name: 'It works' }).waitFor();
  });
});
