import { classifyHost, type HostNames } from 'devonz-engine-protocol/hosts';
import { OWN_REQUEST_HEADER } from '../../lib/protocol/own-request.ts';
import { refusalResponse } from '../../lib/step/refusal.ts';

/**
 * What no request to the app's host may be, whatever it asks for: a change of state, a picture, a script or a frame on behalf of another
 * page. The sandbox is same-site with the app, so cookies and `SameSite` tell the two apart in no way. Answers null when the
 * request may continue, else the refusal to send. Paths are not looked at: how an address can be spelled, only the router knows. What
 * must prove more is checked where the router has arrived (`api-route.server.ts`).
 */
export function rejectCrossOrigin(request: Request, hostNames: HostNames): Response | null {
  if (request.headers.has('upgrade')) return crossOriginRefusal();
  if (request.method === 'GET' || request.method === 'HEAD') return isForeignRead(request, hostNames) ? crossOriginRefusal() : null;
  // A browser sends `Origin` with every method but GET and HEAD.
  return isAppOrigin(request, hostNames) && isOwnOrUnknownSite(request) ? null : crossOriginRefusal();
}

/**
 * Whether a page of the app, or the user at the address bar, sent this. Nothing that the request tells may speak against it, and one
 * thing must speak for it: a handshake of a WebSocket has no `Sec-Fetch-Site`, and neither has any request over plain http to a
 * host that is not this machine.
 */
export function isOwnRequest(request: Request, hostNames: HostNames): boolean {
  const { headers } = request;
  const fetchSite = headers.get('sec-fetch-site');
  if (headers.has('upgrade') || (headers.has('origin') && !isAppOrigin(request, hostNames))) return false;
  if (fetchSite !== null) return fetchSite === 'same-origin' || fetchSite === 'none';
  return headers.has('origin') || headers.get(OWN_REQUEST_HEADER) === '1';
}

/** Other pages may link here. Everything else that they could ask for is nothing of theirs. */
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
  // The scheme cannot be compared with the request's: behind a proxy that ends TLS it is always http.
  return (protocol === 'https:' || protocol === 'http:') && originHost === host.toLowerCase();
}
