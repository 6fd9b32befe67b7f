import type { WorkerRequest } from '../worker-fetch/worker-fetch-messages.ts';

/**
 * Asks models on the user's computer. The page itself may connect only to its own server; this worker may connect to the origins that its
 * own address names, by the policy that it is served with (`security-headers`).
 *
 * Everything is imported dynamically: otherwise the bundler would put the code that chunks of this worker share into this file, and they
 * would import it by an address without those names, which is another module, so that this file would run twice.
 */
addEventListener('message', async ({ data, ports: [port] }: MessageEvent<WorkerRequest>) => {
  const { serveLocalRequest } = await import('./serve-local-request.ts');
  if (port !== undefined) serveLocalRequest(data, port);
});
