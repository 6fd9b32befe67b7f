import { PREVIEW_PATHS } from 'devonz-engine-protocol/preview-paths';
import { EMULATED_WORKER_NAME } from '../emulated-workers.ts';
import type { PostToWorker } from './open-socket-connection.ts';
import { installPreviewWebSocket } from './preview-websocket.ts';
import { WORKER_RELAY } from './wrap-worker-sockets.ts';

// First script of every worker of a previewed page: provides WebSockets, which a service worker cannot carry.

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

// A blob worker's `location` is that of the blob, but its origin is the page's.
installPreviewWebSocket(globalThis, new URL(location.protocol === 'blob:' ? location.origin : location.href), post);

if (Reflect.get(globalThis, 'name') === EMULATED_WORKER_NAME) {
  const request = new XMLHttpRequest();
  request.open('GET', PREVIEW_PATHS.serviceWorkerHost, false);
  request.send();
  // Run by an indirect call like this script itself (worker-prelude.ts): before the program's own script, whatever its kind.
  // biome-ignore lint/security/noGlobalEval: our own file
  const run = eval;
  run(request.responseText);
}
