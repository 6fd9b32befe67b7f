/// <reference lib="webworker" />
import type { RegistryToHost } from '../emulated-workers.ts';
import { ServiceWorkerHost } from './service-workers/worker-host.ts';

// First script of a worker that emulates a program's service worker: gives its global the members that such a script expects.

addEventListener('message', function hearBegin(event: MessageEvent<RegistryToHost>) {
  const [port] = event.ports;
  if (event.data?.type !== 'begin' || !port) return;
  event.stopImmediatePropagation();
  removeEventListener('message', hearBegin);
  // The program's script has run, because the first message is received after it.
  host.begin(event.data, port);
});

const host = new ServiceWorkerHost(globalThis as unknown as WorkerGlobalScope & typeof globalThis); // A worker's global scope.
