import type { Page } from '@playwright/test';
import { openHostilePreview } from '../support/hostile-preview.ts';
import { expect, test } from '../support/test.ts';

/** The program's own worker for its whole origin: responds while it runs, and keeps itself busy. */
const WORKER = `const alive = new BroadcastChannel('alive');
alive.onmessage = ({ data }) => data === 'ping' && alive.postMessage('pong of the worker');
setInterval(() => caches.open('busy').then((cache) => cache.put('/busy', new Response(String(Date.now())))), 50);
addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', () => {});
`;

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Workers</title></head><body><h1>It runs</h1><script>
const alive = new BroadcastChannel('alive');
alive.onmessage = ({ data }) => data === 'ping' && alive.postMessage('pong of the page');
navigator.serviceWorker.register('/worker.js', { scope: '/' });
new SharedWorker('data:text/javascript,' + encodeURIComponent("const alive = new BroadcastChannel('alive'); alive.onmessage = ({ data }) => data === 'ping' && alive.postMessage('pong of the shared worker');"));
</script></body></html>`;

/** Returns what responds within this page's origin after a number of turns of its event loop. */
const whoAnswers = (page: Page) =>
  page.evaluate(async () => {
    const heard = new Set<string>();
    const channel = new BroadcastChannel('alive');
    channel.onmessage = ({ data }) => data !== 'ping' && heard.add(String(data));
    for (let turn = 0; turn < 40; turn += 1) {
      channel.postMessage('ping');
      // A fetch from its own host leaves this process and returns, which gives others time to respond.
      await fetch('/__devonz/forget', { cache: 'no-store' });
    }
    channel.close();
    return [...heard].sort();
  });

test('a program’s service worker reaches nothing of the app, and ends with its project’s preview', async ({
  page,
  context,
  mockedServer,
  models,
}) => {
  const { frame } = await openHostilePreview(page, mockedServer, models, { html: PAGE, files: { 'worker.js': WORKER } });
  const origin = new URL(frame().url()).origin;
  await expect.poll(() => frame().evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  const seen = await frame().evaluate(async (app) => {
    const browsers: ServiceWorkerContainer = Object.getOwnPropertyDescriptor(Navigator.prototype, 'serviceWorker')?.get?.call(navigator);
    const refused = (work: Promise<unknown>) =>
      work.then(
        () => 'done',
        (error: Error) => error.name,
      );
    return {
      ofTheBrowser: await refused(browsers.register('/worker.js', { scope: '/' })),
      ofTheApp: await refused(browsers.register(`${app}/offline-worker.js`)),
      scopes: (await browsers.getRegistrations()).map(({ active }) => new URL(active?.scriptURL ?? 'none:').pathname),
      databases: (await indexedDB.databases()).map(({ name }) => name),
      caches: (await caches.keys()).filter((name) => name.startsWith('devonz-offline')),
      settings: Object.keys(localStorage).filter((name) => name.startsWith('devonz')),
    };
  }, mockedServer.appOrigin);
  expect(seen).toEqual({
    ofTheBrowser: 'TypeError',
    ofTheApp: 'SecurityError',
    scopes: ['/__devonz/service-worker.js'],
    databases: [],
    caches: [],
    settings: [],
  });
  const looker = await context.newPage();
  await looker.goto(`${origin}/__devonz/forget`);
  await expect.poll(() => whoAnswers(looker)).toEqual(expect.arrayContaining(['pong of the page', 'pong of the worker']));

  await page.bringToFront();
  const chat = page.url();
  await page.getByRole('button', { name: 'New chat' }).click();
  await expect(page).not.toHaveURL(chat);
  await expect.poll(() => whoAnswers(looker)).toEqual([]);
});
