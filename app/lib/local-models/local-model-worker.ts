import type { WorkerRequest } from '../worker-fetch/worker-fetch-messages.ts';

/**
 * Asks models on the user's computer. The page itself may reach nothing but its own server; this worker reaches the origins that its own
 * address names, by the policy that it is served with (`security-headers`).
 *
 * Everything is imported when it is needed: what the chunks of this worker share would otherwise be put into this file, and they would
 * import it by an address without those names, which is another module: this one, run twice.
 */
addEventListener('message', async ({ data, ports: [port] }: MessageEvent<WorkerRequest>) => {
  const { serveLocalRequest } = await import('./serve-local-request.ts');
  if (port !== undefined) serveLocalRequest(data, port);
});
