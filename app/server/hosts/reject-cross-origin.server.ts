import { classifyHost, type HostNames } from 'devonz-engine-protocol/hosts';
import { OWN_REQUEST_HEADER } from '../../lib/protocol/own-request.ts';
import { refusalResponse } from '../../lib/step/refusal.ts';

/**
 * Rejects requests to the app's host that another page caused: state changes, images, scripts, frames. The sandbox is same-site with the
 * app, so cookies and `SameSite` cannot distinguish them. Returns null if the request may continue, otherwise the response to send. Paths
 * are not checked here, because only the router knows all spellings of an address. Stricter checks run where the router has already matched
 * (`api-route.server.ts`).
 */
export function rejectCrossOrigin(request: Request, hostNames: HostNames): Response | null {
  if (request.headers.has('upgrade')) return crossOriginRefusal();
  if (request.method === 'GET' || request.method === 'HEAD') return isForeignRead(request, hostNames) ? crossOriginRefusal() : null;
  // A browser sends `Origin` with every method except GET and HEAD.
  return isAppOrigin(request, hostNames) && isOwnOrUnknownSite(request) ? null : crossOriginRefusal();
}

/**
 * Returns whether a page of the app, or the user at the address bar, sent this request. No header may contradict that,
 * and at least one must confirm it: WebSocket handshakes have no `Sec-Fetch-Site`, and neither has a plain http request
 * to another machine.
 */
export function isOwnRequest(request: Request, hostNames: HostNames): boolean {
  const { headers } = request;
  const fetchSite = headers.get('sec-fetch-site');
  if (headers.has('upgrade') || (headers.has('origin') && !isAppOrigin(request, hostNames))) return false;
  if (fetchSite !== null) return fetchSite === 'same-origin' || fetchSite === 'none';
  return headers.has('origin') || headers.get(OWN_REQUEST_HEADER) === '1';
}

/** Returns whether another page caused a request that is not an ordinary link to the app. */
function isForeignRead(request: Request, hostNames: HostNames): boolean {
  const { headers } = request;
  if (headers.has('origin') && !isAppOrigin(request, hostNames)) return true;
  const fetchSite = headers.get('sec-fetch-site');
  if (fetchSite === null || fetchSite === 'same-origin' || fetchSite === 'none') return false;
  return headers.get('sec-fetch-mode') !== 'navigate' || headers.get('sec-fetch-dest') !== 'document';
}

export function crossOriginRefusal(): Response {
  return refusalResponse({ status: 403, code: 'cross_origin', message: 'This request did not come from the app itself.' });
}

function isOwnOrUnknownSite(request: Request): boolean {
  const fetchSite = request.headers.get('sec-fetch-site');
  return fetchSite === null || fetchSite === 'same-origin';
}

function isAppOrigin(request: Request, hostNames: HostNames): boolean {
  const origin = request.headers.get('origin');
  const host = request.headers.get('host') ?? new URL(request.url).host;
  if (origin === null || !URL.canParse(origin) || classifyHost(host, hostNames).kind !== 'app') return false;
  const { protocol, host: originHost } = new URL(origin);
  // The scheme cannot be compared with the request's: behind a proxy that terminates TLS it is always http.
  return (protocol === 'https:' || protocol === 'http:') && originHost === host.toLowerCase();
}
