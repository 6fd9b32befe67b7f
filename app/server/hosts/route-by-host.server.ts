import { classifyHost, type HostNames } from '../../lib/protocol/hosts.ts';
import { ELSEWHERE_HEADERS } from './elsewhere-headers.mjs';
import { type HostEnvironment, hostNames } from './host-names.server.ts';
import { previewPage } from './preview-pages.server.ts';
import { refusalPage, unlistedParent } from './refusal-page.server.ts';
import { handleRegistryRequest } from './registry-proxy.server.ts';
import { rejectCrossOrigin } from './reject-cross-origin.server.ts';
import { HEADER_TABLE, type SecurityContext } from './security-headers.server.ts';
import { serverOrigins } from './server-origins.server.ts';
import { isWellFormedHost } from './well-formed-host.mjs';
import { withHeaders } from './with-headers.server.ts';

/** What differs between workerd and Vite's dev server. */
export interface HostServices {
  environment: HostEnvironment & { /** The package registry npm is configured for. */ NPM_REGISTRY_URL?: string };
  isDevelopment: boolean;
  /** A built file below the client build, by its path (`/engine/headless.html`); 404 when there is none. */
  serveFile(path: string, request: Request): Promise<Response>;
  /** The app itself: its files and its routes. */
  serveApp(request: Request): Promise<Response>;
}

/**
 * One server, three origins: who is asked is in the `Host` header, and nothing is served under a name that is not ours
 * (DNS rebinding reaches a local server by any name).
 */
export async function routeByHost(request: Request, services: HostServices): Promise<Response> {
  const response = await answer(request, services);
  // Nobody here reads a cookie: so many are a preview's, set for the whole domain until no request gets through.
  const hasMany = (request.headers.get('cookie')?.length ?? 0) > MANY_COOKIES;
  return hasMany ? withHeaders(response, { 'clear-site-data': '"cookies"' }) : response;
}

/** Characters; what guards a deployed app by cookies needs fewer. */
const MANY_COOKIES = 8 * 1024;

async function answer(request: Request, services: HostServices): Promise<Response> {
  const names = hostNames(services.environment);
  const header = request.headers.get('host');
  // Of a malformed name not even an address can be made.
  if (header !== null && !isWellFormedHost(header)) return misdirected(names);
  const url = new URL(request.url);
  const host = classifyHost(header ?? url.host, names);
  const origins = serverOrigins(request, services.environment);
  const context: SecurityContext = { ...origins, isDevelopment: services.isDevelopment };
  switch (host.kind) {
    case 'app': {
      const response = rejectCrossOrigin(request, names) ?? (await services.serveApp(request));
      return withAppHeaders(response, context);
    }
    case 'sandbox': {
      const stranger = url.pathname === '/headless' ? unlistedParent(request, context) : null;
      if (stranger !== null) return withHeaders(html(refusalPage(stranger, context.clientOrigins)), HEADER_TABLE.refusal(context));
      return withHeaders(await routeSandbox(request, url, context, services), HEADER_TABLE.sandbox(context));
    }
    case 'preview':
      return withHeaders(await routePreview(request, url, context, services), HEADER_TABLE.preview(context));
    case 'local-alias':
      return withHeaders(
        new Response(null, { status: 302, headers: { location: `${origins.appOrigin}${url.pathname}${url.search}` } }),
        HEADER_TABLE.elsewhere(context),
      );
    case 'unknown':
      return misdirected(names);
  }
}

/** For every name that is not one of this server's, well-formed or not; Vite's dev server says it too. */
export function misdirected(names: HostNames): Response {
  return text(421, `This server answers to ${names.appHost}, ${names.sandboxHost} and its previews only.`, ELSEWHERE_HEADERS);
}

/** A document brings its own policy, with the nonce of its scripts (entry.server.tsx); everything else gets the one without. */
export function withAppHeaders(response: Response, context: SecurityContext): Response {
  const { 'content-security-policy': policy = '', ...headers } = HEADER_TABLE.app(context);
  const own = response.headers.get('content-security-policy');
  return withHeaders(response, { ...headers, 'content-security-policy': own ?? policy });
}

/** Pages, which the static files' server would also give without `.html` or escaped, are not among them. */
const ENGINE_SCRIPT = /^\/engine\/[\w.-]+(?:\/[\w.-]+)*\.(?:js|json|map|wasm)$/;

/** Chunks and assets carry a hash in their names; the engine's page asks for its entries with the build's (scripts/build-engine.mjs). */
const NAMED_BY_CONTENT = /^\/engine\/(?:(?:chunks|assets)\/[\w.-]+-[A-Z0-9]{8}\.\w+|[\w.-]+\.js\?v=[\da-f]{12})$/;

async function routeSandbox(request: Request, url: URL, context: SecurityContext, services: HostServices): Promise<Response> {
  if (url.pathname.startsWith('/registry/')) return serveRegistry(request, services.environment.NPM_REGISTRY_URL);
  if (request.method !== 'GET' && request.method !== 'HEAD') return text(405, 'Only GET and HEAD.', { allow: 'GET, HEAD' });
  if (url.pathname === '/headless') {
    const page = await services.serveFile('/engine/headless.html', request);
    return page.ok ? tellParents(page, context.clientOrigins) : page;
  }
  // The page itself is served at /headless only, where it learns who may be its parent.
  if (ENGINE_SCRIPT.test(url.pathname)) {
    const file = await services.serveFile(url.pathname, request);
    return file.ok && NAMED_BY_CONTENT.test(url.pathname + url.search) ? kept(file) : revalidated(file);
  }
  return text(404, 'Not found.');
}

async function routePreview(request: Request, url: URL, context: SecurityContext, services: HostServices): Promise<Response> {
  const page = previewPage(url.pathname, context);
  switch (page.kind) {
    case 'file': {
      const file = revalidated(await services.serveFile(page.path, request));
      return page.isServiceWorker ? withHeaders(file, { 'service-worker-allowed': '/' }) : file;
    }
    case 'html': {
      // A script or a style sheet that asks before the service worker is there must not get a page in its place.
      const destination = request.headers.get('sec-fetch-dest');
      const isDocument = destination === null || destination === 'document' || destination === 'iframe' || destination === 'frame';
      if (!isDocument || request.method !== 'GET') return text(503, 'The preview of this port is not connected yet.');
      return html(page.html);
    }
    case 'missing':
      return text(404, 'Not found.');
  }
}

async function serveRegistry(request: Request, upstream: string | undefined): Promise<Response> {
  if (!upstream) return text(503, 'This server knows no package registry (NPM_REGISTRY_URL).');
  // As a function of its own: workerd's fetch refuses to be called as a method of something else.
  return handleRegistryRequest(request, { upstream, fetch: (input, init) => fetch(input, init) });
}

/** The engine's page answers only messages of these origins. */
async function tellParents(page: Response, clientOrigins: readonly string[]): Promise<Response> {
  const source = await page.text();
  const meta = `<meta name="devonz-parent-origins" content="${clientOrigins.join(' ')}">`;
  return html(source.replace(/<head>/i, (head) => head + meta));
}

function kept(response: Response): Response {
  return withHeaders(response, { 'cache-control': 'public, max-age=31536000, immutable' });
}

// The engine's entries keep their names between builds: a stale worker beside a fresh page would be a hard riddle.
function revalidated(response: Response): Response {
  return withHeaders(response, { 'cache-control': 'no-cache' });
}

function html(source: string): Response {
  return new Response(source, { headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' } });
}

function text(status: number, message: string, headers: Record<string, string> = {}): Response {
  return new Response(`${message}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers },
  });
}
