import { PREVIEW_PATHS } from 'devonz-engine-protocol/preview-paths';
import type { PageToWorker } from '../request-messages.ts';
import type { PostToWorker } from './open-socket-connection.ts';

/**
 * First message to each worker: carries the port on which it requests sockets, because workers cannot reach the service
 * worker themselves.
 */
export const WORKER_RELAY = 'devonz-worker-relay';

/**
 * Wraps `Worker` so that WebSockets also work in the page's workers. A worker from a `blob:` or `data:` URL is started
 * from a blob that runs the engine's script first; for one from the program's own URL, the service worker inserts it
 * (service-worker/worker-prelude).
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
