/// <reference lib="webworker" />
import { expose } from 'comlink';
import { SpareWorkers } from '../kernel/spare-workers.ts';
import { createInstance, type Instance, type InstanceOptions } from './create-instance.ts';
import type { KernelToPage, PageToKernel } from './page-messages.ts';

// Entry of the kernel's worker. The client's channel ends here: the page, which may share a thread with the app, relays nothing.
declare const self: DedicatedWorkerGlobalScope;

type BuildRequest = Pick<InstanceOptions, 'workdirName' | 'forwardPreviewErrors'>;

// Of the same build as this one (`?v=…`).
const processScript = new URL(`./process-worker.js${self.location.search}`, self.location.href);
const workers = new SpareWorkers(() => new Worker(processScript, { type: 'module', name: 'process' }));
let instance: Instance | null = null;

self.onmessage = ({ data: message }: MessageEvent<PageToKernel>) => {
  switch (message.type) {
    case 'start':
      // The client's first request is still on its way.
      workers.prepare();
      for (const client of message.clients) expose({ build: (request: BuildRequest) => build(message.origin, request) }, client);
      break;
    case 'preview-bridge':
      instance?.connectBridge(message.channel);
      break;
    case 'preview-message':
      instance?.reportPreviewMessage(message.message);
      break;
  }
};

function build(origin: string, { workdirName, forwardPreviewErrors }: BuildRequest): object {
  if (instance !== null) throw new Error('Only a single instance can be booted; tear the first one down.');
  instance = createInstance(
    {
      origin,
      workdirName,
      forwardPreviewErrors,
      workers,
      tellPage: (message: KernelToPage) => self.postMessage(message),
    },
    () => {
      instance = null;
    },
  );
  return instance.remote;
}
