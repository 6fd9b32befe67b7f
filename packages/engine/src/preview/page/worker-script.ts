import { PREVIEW_PATHS } from 'devonz-engine-protocol/preview-paths';
import { EMULATED_WORKER_NAME } from '../emulated-workers.ts';
import type { PostToWorker } from './open-socket-connection.ts';
import { installPreviewWebSocket } from './preview-websocket.ts';
import { WORKER_RELAY } from './wrap-worker-sockets.ts';

// First script of every worker of a previewed page: gives it the WebSockets a service worker cannot carry.

let relay: MessagePort | null = null;
const early: Parameters<PostToWorker>[] = [];
const post: PostToWorker = (message, transfer) => {
  if (relay) relay.postMessage(message, transfer);
  else early.push([message, transfer]);
};

addEventListener('message', function hearRelay(event: MessageEvent<unknown>) {
  if (event.data !== WORKER_RELAY || !event.ports[0]) return;
  event.stopImmediatePropagation();
  removeEventListener('message', hearRelay);
  relay = event.ports[0];
  for (const [message, transfer] of early.splice(0)) relay.postMessage(message, transfer);
});

// `location` of a worker from a blob is the blob's; its origin is the page's all the same.
installPreviewWebSocket(globalThis, new URL(location.protocol === 'blob:' ? location.origin : location.href), post);

if (Reflect.get(globalThis, 'name') === EMULATED_WORKER_NAME) {
  const request = new XMLHttpRequest();
  request.open('GET', PREVIEW_PATHS.serviceWorkerHost, false);
  request.send();
  // As this script itself was run (worker-prelude.ts), by an indirect call: before the program's own, whichever kind that is.
  // biome-ignore lint/security/noGlobalEval: our own file
  const run = eval;
  run(request.responseText);
}
