/** Creates the worker that may reach other hosts and this computer, with the policy of its own file. */
export function createNetworkWorker(): Worker {
  return new Worker(new URL('./network-worker.ts', import.meta.url), { type: 'module', name: 'network' });
}
