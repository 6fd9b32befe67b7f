/** Replaces an offline worker where copies have been ended: it activates immediately, deletes the cached files, and unregisters itself. */
export const REMOVAL_WORKER = `addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith('devonz-offline ')) await caches.delete(name);
  await registration.unregister();
})()));
`;

export function removalWorker(): Response {
  return new Response(REMOVAL_WORKER, { headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' } });
}
