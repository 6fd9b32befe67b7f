import { MOVE_PAGE, WATCH_PAGE } from 'devonz-engine-protocol/page-activity';
import { LOOK_AT_PAGE } from 'devonz-engine-protocol/page-look';
import { PICK_ELEMENT } from 'devonz-engine-protocol/page-pick';
import type { WorkerFacts } from '../emulated-workers.ts';
import { embedFrames } from './embed-frames.ts';
import { forwardErrors } from './forward-errors.ts';
import { keepLinksInside } from './keep-links-inside.ts';
import { describePage } from './look/describe-page.ts';
import type { PostToWorker } from './open-socket-connection.ts';
import { offerPicking } from './picker/offer-picking.ts';
import { installPreviewWebSocket } from './preview-websocket.ts';
import { replaceDialogs } from './replace-dialogs.ts';
import { reportActivity } from './report-activity.ts';
import { sendWithPlaces } from './send-with-places.ts';
import { emulateServiceWorkers } from './service-workers/worker-container.ts';
import { stackResolver } from './stack-resolver.ts';
import { wrapWorkerSockets } from './wrap-worker-sockets.ts';

// First script of every previewed page: provides WebSockets, which a service worker cannot carry, and reports errors to the IDE.

// Vite's client pings its server from a SharedWorker, which lacks the shim; without the constructor it pings from the page.
Reflect.deleteProperty(window, 'SharedWorker');
const place = new URL(location.href);
// The browser's own object, which the page can no longer access after this script.
const { serviceWorker } = navigator;
const post: PostToWorker = (message, transfer) => serviceWorker?.controller?.postMessage(message, transfer);
installPreviewWebSocket(window, place, post);
wrapWorkerSockets(window, post);
keepLinksInside(window);
embedFrames(window);
const resolveStack = stackResolver(window);
const send = sendWithPlaces(window, post, resolveStack);
const picking = offerPicking(window, resolveStack);
forwardErrors(window, () => performance.now(), send);
const activity = reportActivity({ page: window, now: () => performance.now(), post, sendWithPlaces: send });
replaceDialogs(window);

// The engine's element contains the origins of clients that may request a reload; a page in its own tab has no parent.
const { clientOrigins: origins, controller } = document.currentScript?.dataset ?? {};
const clientOrigins = origins?.split(' ') ?? [];
if (serviceWorker)
  emulateServiceWorkers({
    page: window,
    // Written by the engine's own bridge.
    controller: controller === undefined ? null : (JSON.parse(controller) as WorkerFacts),
    connect: (port) => post({ type: 'emulation' }, [port]),
  });

addEventListener('message', (event: MessageEvent<{ type?: unknown; callback?: unknown; direction?: unknown } | null>) => {
  if (event.source !== parent || parent === window || !clientOrigins.includes(event.origin)) return;
  if (event.data?.type === LOOK_AT_PAGE) {
    event.stopImmediatePropagation();
    event.ports[0]?.postMessage(describePage(window));
    return;
  }
  if (event.data?.type === WATCH_PAGE) {
    event.stopImmediatePropagation();
    activity.watch();
    return;
  }
  if (event.data?.type === PICK_ELEMENT) {
    event.stopImmediatePropagation();
    const [port] = event.ports;
    if (port !== undefined) void picking.begin(port);
    return;
  }
  if (event.data?.type === MOVE_PAGE) {
    event.stopImmediatePropagation();
    activity.move(event.data.direction === 'forward' ? 'forward' : 'back');
    return;
  }
  if (event.data?.type !== 'LOCALSERVICE_RELOAD_WINDOW') return;
  event.stopImmediatePropagation();
  // Sent before the reload, because the port closes with the page.
  if (event.data.callback instanceof MessagePort) event.data.callback.postMessage({ type: 'LOCALSERVICE_WINDOW_RELOADED' });
  location.reload();
});
