import { forwardErrors } from './forward-errors.ts';
import { keepLinksInside } from './keep-links-inside.ts';
import type { PostToWorker } from './open-socket-connection.ts';
import { installPreviewWebSocket } from './preview-websocket.ts';
import { replaceDialogs } from './replace-dialogs.ts';
import { wrapWorkerSockets } from './wrap-worker-sockets.ts';

// First script of every previewed page: gives it the WebSockets a service worker cannot carry, and tells the IDE what goes wrong.

// Vite's client pings its server from a SharedWorker, where the shim is not: without the constructor it pings from the page.
Reflect.deleteProperty(window, 'SharedWorker');
const place = new URL(location.href);
const post: PostToWorker = (message, transfer) => navigator.serviceWorker?.controller?.postMessage(message, transfer);
installPreviewWebSocket(window, place, post);
wrapWorkerSockets(window, post);
keepLinksInside(window);
forwardErrors(window, () => performance.now());
replaceDialogs(window);

// Whose client may ask for a reload is written into our own element; a page in a tab of its own has no parent to obey.
const clientOrigins = document.currentScript?.dataset.clientOrigins?.split(' ') ?? [];

addEventListener('message', (event: MessageEvent<{ type?: unknown; callback?: unknown } | null>) => {
  if (event.source !== parent || parent === window || !clientOrigins.includes(event.origin)) return;
  if (event.data?.type !== 'LOCALSERVICE_RELOAD_WINDOW') return;
  event.stopImmediatePropagation();
  // Before the reload: the port dies with the page.
  if (event.data.callback instanceof MessagePort) event.data.callback.postMessage({ type: 'LOCALSERVICE_WINDOW_RELOADED' });
  location.reload();
});
