import { PREVIEW_PATHS, PREVIEW_RESERVED_PREFIX } from 'devonz-engine-protocol/preview-paths';
import { programPort } from '../local-port.ts';
import type { PageToWorker, WorkerToBridge } from '../request-messages.ts';
import { BridgeFinder } from './bridge-finder.ts';
import { crossOriginResponse } from './cross-origin-response.ts';
import { explanationPage, type PreviewFault } from './explanation-page.ts';
import { describeRequest, forwardRequest } from './forward-request.ts';
import { Interception } from './interception.ts';
import { OwnFiles } from './own-files.ts';
import type { FetchEventLike, ServiceWorkerScope, WorkerMessageEvent } from './service-worker-scope.ts';

// The worker's entry: the last line of this file starts it.

function startServiceWorker(scope: ServiceWorkerScope): void {
  const finder = new BridgeFinder(scope);
  const interception = new Interception(finder);
  const ownFiles = new OwnFiles({ caches, fetch: (...request) => fetch(...request) });
  scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));
  scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()));
  scope.addEventListener('fetch', (event) => {
    const path = ownPath(event.request, scope);
    if (path !== null && ownFiles.has(path)) event.respondWith(ownFiles.answer(event.request, path));
    else handleFetch(event, scope, finder, interception);
  });
  scope.addEventListener('message', (event) => {
    handleMessage(event, scope, finder, interception);
    // Caches the files each time the engine opens this port; without a network there is nothing to cache.
    if (isBridgeReady(event, scope)) event.waitUntil(ownFiles.keep().catch(() => undefined));
  });
}

/** Returns the path of a GET request to this origin, or `null` for all others. */
function ownPath({ method, url }: Request, scope: ServiceWorkerScope): string | null {
  const { origin, pathname } = new URL(url);
  return method === 'GET' && origin === scope.location.origin ? pathname : null;
}

function isBridgeReady({ origin, data }: WorkerMessageEvent, scope: ServiceWorkerScope): boolean {
  return origin === scope.location.origin && (data as PageToWorker)?.type === 'bridge-ready';
}

function handleFetch(event: FetchEventLike, scope: ServiceWorkerScope, finder: BridgeFinder, interception: Interception): void {
  const { request, clientId } = event;
  const url = new URL(request.url);
  const own = new URL(scope.location.origin);
  if (url.origin === own.origin && url.pathname === PREVIEW_PATHS.status) event.respondWith(status(finder));
  if (url.pathname.startsWith(PREVIEW_RESERVED_PREFIX)) return;
  const respond = responder(request, url, own, finder);
  // Of the requests to other machines, only those that scripts make explicitly: the browser loads the rest under the page's own policy.
  const isWanted =
    interception.isWanted(request, clientId) && (respond !== null || (request.mode === 'cors' && request.destination === ''));
  if (isWanted)
    event.respondWith(interception.answer(request, clientId).then((answer) => answer ?? (respond ? respond() : fetch(request))));
  else if (respond) event.respondWith(respond());
}

/** Returns `null` for requests to other machines. */
function responder(request: Request, url: URL, own: URL, finder: BridgeFinder): (() => Promise<Response>) | null {
  // A page that expects its server at localhost:<port> reaches it here.
  const port = programPort(url, own);
  const ownPort = programPort(own, own);
  if (port === null || ownPort === null) return null;
  if (port === ownPort) return () => answer(request, url, port, finder);
  const other = { port, target: url.pathname + url.search, ownPort, ownOrigin: own.origin };
  return () => crossOriginResponse(request, other, finder);
}

async function answer(request: Request, url: URL, port: number, finder: BridgeFinder): Promise<Response> {
  const bridge = await finder.wait();
  if (!bridge) return failure(request, { kind: 'no-bridge' }, port);
  const result = await forwardRequest(bridge, describeRequest(request, port, url.pathname + url.search), request);
  if (result.kind === 'response') return result.response;
  return failure(request, result.reason === 'refused' ? { kind: 'refused' } : { kind: 'broken', message: result.message }, port);
}

function failure(request: Request, fault: PreviewFault, port: number): Response {
  // A script or image that is unavailable is a network error for the page, as without the preview.
  return request.mode === 'navigate' ? explanationPage(fault, port) : Response.error();
}

async function status(finder: BridgeFinder): Promise<Response> {
  const bridge = await finder.find();
  if (!bridge) return new Response(null, { status: 503 });
  const { port1, port2 } = new MessageChannel();
  const message: WorkerToBridge = { type: 'probe' };
  const isListening = await new Promise<boolean>((resolve) => {
    port1.onmessage = (event: MessageEvent<{ isListening: boolean }>) => resolve(event.data.isListening);
    bridge.postMessage(message, [port2]);
  });
  port1.close();
  return new Response(null, { status: isListening ? 204 : 503 });
}

function handleMessage(event: WorkerMessageEvent, scope: ServiceWorkerScope, finder: BridgeFinder, interception: Interception): void {
  if (event.origin !== scope.location.origin) return;
  const message = event.data as PageToWorker; // From this origin: the engine's scripts, or the previewed page, which can only fool itself.
  if (message?.type === 'bridge-ready') finder.announce();
  if (message?.type === 'interception') interception.isActive = message.isActive;
  if (message?.type !== 'socket' && message?.type !== 'preview-message' && message?.type !== 'emulation') return;
  const passed: WorkerToBridge = message.type === 'emulation' ? { type: 'emulation', client: event.source?.id ?? '' } : message;
  event.waitUntil(
    finder.wait().then((bridge) => {
      const ports = [...event.ports];
      if (bridge) bridge.postMessage(passed, ports);
      else for (const port of ports) port.postMessage({ type: 'refused' });
    }),
  );
}

startServiceWorker(globalThis as unknown as ServiceWorkerScope); // A service worker's global scope; see the narrow type for its reason.
