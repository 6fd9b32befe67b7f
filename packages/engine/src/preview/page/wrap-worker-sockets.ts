import { PREVIEW_PATHS } from 'devonz-engine-protocol/preview-paths';
import type { PageToWorker } from '../request-messages.ts';
import type { PostToWorker } from './open-socket-connection.ts';

/** First message to each worker: carries the port on which its sockets are asked for, for a worker reaches no service worker itself. */
export const WORKER_RELAY = 'devonz-worker-relay';

/**
 * Wraps `Worker` so that WebSockets work in the page's workers too. A worker from a `blob:` or `data:` address is started from a
 * blob that runs our script first; one from the program's own address gets it from the service worker (service-worker/worker-prelude).
 */
export function wrapWorkerSockets(page: Window & typeof globalThis, post: PostToWorker): void {
  const script = page.location.origin + PREVIEW_PATHS.workerScript;
  page.Worker = new Proxy(page.Worker, {
    construct(Native, [address, options]: [string | URL, WorkerOptions?]) {
      const url = new URL(address, page.location.href);
      const isInline = url.protocol === 'blob:' || url.protocol === 'data:';
      const worker = new Native(isInline ? wrapped(script, url.href, options) : address, options);
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data, ports }: MessageEvent<PageToWorker>) => post(data, [...ports]);
      worker.postMessage(WORKER_RELAY, [port2]);
      return worker;
    },
  });
}

function wrapped(script: string, address: string, options: WorkerOptions | undefined): string {
  const [first, second] = [JSON.stringify(script), JSON.stringify(address)];
  const source = options?.type === 'module' ? `import ${first}; import ${second};` : `importScripts(${first}, ${second});`;
  return URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
}
