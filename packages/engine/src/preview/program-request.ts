import type { HttpHeaders } from '../http/http-message.ts';
import { FROM_EMULATED_WORKER } from './emulated-workers.ts';
import type { PreviewRequest } from './request-messages.ts';

/** The bridge's own environment, which makes the request look like one from a browser on the program's machine. */
export interface PreviewSurroundings {
  /** The preview's own port: that of the program whose page sends the request. */
  port: number;
  /** Such as `http://p3000-….run.ide.localhost:8788`. */
  origin: string;
  /** Returns the cookies for a path and query; fewer for a form submitted by another site's page. */
  cookies(target: string, isForeignForm: boolean): string;
  userAgent: string;
  languages: readonly string[];
}

/**
 * Returns the headers that the program receives. The program assumes that it runs at `localhost:<port>`: Vite rejects other hosts, and
 * frameworks compare `Origin` with `Host` to detect forged forms. The service worker does not see the headers that a browser adds itself.
 */
export function programRequestHeaders(request: PreviewRequest, surroundings: PreviewSurroundings): HttpHeaders {
  // Any page on the internet can submit a form here. The browser does not report the origin to the worker, but a page of the
  // program's own is its referrer (with `no-referrer` a browser also sends `Origin: null`).
  const isOwn = request.referrer.startsWith(`${surroundings.origin}/`);
  const isForeignForm = request.mode === 'navigate' && !isReading(request.method) && !isOwn;
  const localOrigin = `http://localhost:${surroundings.port}`;
  const isElsewhere = request.port !== surroundings.port;
  const headers: (readonly [string, string])[] = [['host', `localhost:${request.port}`]];
  const set = (name: string, value: string) => {
    if (value !== '' && !headers.some(([other]) => other === name)) headers.push([name, value]);
  };
  for (const [name, value] of request.headers) {
    const lower = name.toLowerCase();
    // Requests no content encoding, because the browser does not decode a response created by a service worker.
    if (!DROPPED.has(lower)) set(lower, lower === 'origin' && !isForeignForm ? localOrigin : value);
  }
  set('accept', '*/*');
  set('accept-language', surroundings.languages.join(','));
  set('user-agent', surroundings.userAgent);
  if (sendsCookies(request, surroundings)) set('cookie', surroundings.cookies(request.target, isForeignForm));
  // Another origin receives no path, as in a browser's default policy.
  if (isOwn) set('referer', localOrigin + (isElsewhere ? '/' : request.referrer.slice(surroundings.origin.length)));
  if (!isReading(request.method) || (isElsewhere && request.mode === 'cors')) set('origin', isForeignForm ? 'null' : localOrigin);
  for (const [name, value] of CACHE_WISHES.get(request.cache) ?? []) set(name, value);
  set('sec-fetch-dest', request.destination || 'empty');
  set('sec-fetch-mode', request.mode);
  set('sec-fetch-site', isElsewhere ? 'same-site' : siteOf(request, isOwn, isForeignForm));
  return headers;
}

/** Cookies on localhost ignore ports: those for another program are sent if the page requests it (`credentials: 'include'`). */
export function sendsCookies(request: PreviewRequest, surroundings: { port: number }): boolean {
  return request.port === surroundings.port ? request.credentials !== 'omit' : request.credentials === 'include';
}

/** The headers that a browser adds for `fetch(…, { cache })`, and on a reload. */
const CACHE_WISHES = new Map<string, readonly (readonly [string, string])[]>([
  ['no-cache', [['cache-control', 'max-age=0']]],
  [
    'no-store',
    [
      ['pragma', 'no-cache'],
      ['cache-control', 'no-cache'],
    ],
  ],
  [
    'reload',
    [
      ['pragma', 'no-cache'],
      ['cache-control', 'no-cache'],
    ],
  ],
]);

function isReading(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

function siteOf(request: PreviewRequest, isOwn: boolean, isForeignForm: boolean): string {
  if (request.mode !== 'navigate' || isOwn) return 'same-origin';
  return isForeignForm || request.referrer !== '' ? 'cross-site' : 'none';
}

const DROPPED = new Set([
  'host',
  'connection',
  'keep-alive',
  'content-length',
  'transfer-encoding',
  'accept-encoding',
  'upgrade',
  'te',
  'referer',
  'cookie',
  FROM_EMULATED_WORKER,
]);
