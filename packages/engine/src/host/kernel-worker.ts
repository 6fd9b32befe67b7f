/// <reference lib="webworker" />
import { expose } from 'comlink';
import { parseEngineWorkdirName } from 'devonz-engine-protocol/engine-workdir-name';
import { ownProcessWorker, type ProcessWorkerHandle } from '../kernel/workers/process-worker-handle.ts';
import { SpareWorkers } from '../kernel/workers/spare-workers.ts';
import { createInstance, type Instance, type InstanceOptions } from './create-instance.ts';
import { FIRST_WORKER_NUMBER, type KernelToPage, type PageToKernel } from './page-messages.ts';

// Entry of the kernel's worker. The client's channel ends here; the page, which may share a thread with the app, relays nothing.
declare const self: DedicatedWorkerGlobalScope;

type BuildRequest = Pick<InstanceOptions, 'workdirName' | 'forwardPreviewErrors'>;

// From the same build as this script (`?v=…`).
const processScript = new URL(`./process-worker.js${self.location.search}`, self.location.href);
let lastNumber = FIRST_WORKER_NUMBER;
const workers = new SpareWorkers(() => {
  lastNumber += 1;
  return ownProcessWorker(new Worker(`${processScript}#${lastNumber}`, { type: 'module', name: 'process' }), lastNumber);
});
let instance: Instance | null = null;
let onFirstWorkerError = (_message: string): void => {};
const tellPage = (message: KernelToPage, transfer: Transferable[] = []): void => self.postMessage(message, transfer);

/** The page starts this worker next to the kernel's, which could start it only later: a boot's first command is 60 ms faster. */
const firstWorker: ProcessWorkerHandle = {
  number: FIRST_WORKER_NUMBER,
  post: (message, transfer = []) => tellPage({ type: 'first-worker-message', message, transfer }, transfer),
  terminate: () => tellPage({ type: 'first-worker-end' }),
  onError(listener) {
    onFirstWorkerError = listener;
  },
};

self.onmessage = ({ data: message }: MessageEvent<PageToKernel>) => {
  switch (message.type) {
    case 'start':
      workers.adopt(firstWorker);
      for (const client of message.clients) expose({ build: (request: BuildRequest) => build(message.origin, request) }, client);
      break;
    case 'preview-bridge':
      instance?.connectBridge(message.channel);
      break;
    case 'preview-message':
      instance?.reportPreviewMessage(message.message);
      break;
    case 'first-worker-error':
      onFirstWorkerError(message.message);
      break;
    case 'memory':
      instance?.reportMemory(message.sample);
      break;
  }
};

function build(origin: string, { workdirName: given = '', forwardPreviewErrors }: BuildRequest): object {
  if (instance !== null) throw new Error('Only a single instance can be booted; tear the first one down.');
  const { workdirName, project } = parseEngineWorkdirName(given);
  instance = createInstance(
    {
      origin,
      // Without a name, the previews' origins are shared with no other client, nor with earlier boots of this one.
      project: project ?? randomProject(),
      isNamed: project !== null,
      workdirName,
      forwardPreviewErrors,
      workers,
      tellPage,
    },
    () => {
      instance = null;
    },
  );
  return instance.remote;
}

function randomProject(): string {
  return [...crypto.getRandomValues(new Uint8Array(10))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
