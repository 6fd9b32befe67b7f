/** In an offline worker's place where copies have been ended: it takes the other's place at once, deletes what was kept, and goes. */
export const REMOVAL_WORKER = `addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith('devonz-offline ')) await caches.delete(name);
  await registration.unregister();
})()));
`;

export function removalWorker(): Response {
  return new Response(REMOVAL_WORKER, { headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' } });
}
