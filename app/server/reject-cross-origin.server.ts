import { classifyHost, type HostNames } from '../lib/protocol/hosts.ts';

/**
 * The sandbox is same-site with the app, so cookies and `SameSite` tell the two apart in no way: every request that changes
 * state must say that it comes from a page of the app itself. Answers null when it does, else the refusal to send.
 * A request without `Origin` is refused too: a browser sends it with every method but GET and HEAD.
 */
export function rejectCrossOrigin(request: Request, hostNames: HostNames): Response | null {
  const fetchSite = request.headers.get('sec-fetch-site');
  if (request.method === 'GET' || request.method === 'HEAD') return isForeignApiRead(request, fetchSite) ? refusal() : null;
  if (isAppOrigin(request, hostNames) && (fetchSite === null || fetchSite === 'same-origin')) return null;
  return refusal();
}

/** Reading `/api/*` spends the provider's quota: a picture's address in any page must not be able to. `none` is the address bar. */
function isForeignApiRead(request: Request, fetchSite: string | null): boolean {
  return fetchSite !== null && fetchSite !== 'same-origin' && fetchSite !== 'none' && new URL(request.url).pathname.startsWith('/api/');
}

function refusal(): Response {
  return Response.json(
    { error: { code: 'cross_origin', message: 'This request did not come from the app itself.' } },
    { status: 403, headers: { 'cache-control': 'no-store' } },
  );
}

function isAppOrigin(request: Request, hostNames: HostNames): boolean {
  const origin = request.headers.get('origin');
  const host = request.headers.get('host') ?? new URL(request.url).host;
  if (origin === null || !URL.canParse(origin) || classifyHost(host, hostNames).kind !== 'app') return false;
  const { protocol, host: originHost } = new URL(origin);
  // The scheme cannot be compared with the request's: behind a proxy that ends TLS it is always http.
  return (protocol === 'https:' || protocol === 'http:') && originHost === host.toLowerCase();
}
