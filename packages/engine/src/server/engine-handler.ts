import { FORGET_ENGINE_PATH } from 'devonz-engine-protocol/forget/forget-messages';
import { parsePreviewHost } from 'devonz-engine-protocol/hosts';
import { OFFLINE_ENGINE_PATHS } from 'devonz-engine-protocol/offline/offline-engine-paths';
import { ELSEWHERE_HEADERS } from './elsewhere-headers.mjs';
import { ENGINE_HEADERS } from './engine-headers.ts';
import { type EngineOrigins, isWholeOrigin, originOfName } from './engine-origins.ts';
import type { FileSource } from './file-source.ts';
import { cureOfCookies } from './many-cookies.mjs';
import { forgetPage, offlinePage, offlineWorker } from './offline/offline-copy.ts';
import { parentsTag } from './offline/parents-tag.ts';
import { previewPage } from './preview-pages.ts';
import { refusalPage, unlistedParent } from './refusal-page.ts';
import { handleRegistryRequest } from './registry-proxy.ts';
import { textResponse } from './text-response.ts';
import { isWellFormedHost } from './well-formed-host.mjs';
import { withHeaders } from './with-headers.ts';

export interface EngineHandlerOptions {
  /**
   * The engine's host name, without a port: `run.example.com`. Previews are at `pPORT-LABEL.run.example.com`, so both this name and
   * `*.run.example.com` must lead here. A name below `localhost` is served with the request's protocol; any other is assumed to use https.
   */
  host: string;
  /** Complete origins (`https://app.example.com`) of the pages that may boot the engine and show its previews. */
  allowedOrigins: readonly string[];
  /** The base address of the npm registry that `/registry/…` reads from; `null` serves none. */
  registry: string | null;
  files: FileSource;
  /** `ended` makes browsers delete the copies of the engine that they keep for offline use. Default `kept`. */
  offlineCopies?: 'kept' | 'ended';
  /** The deployer's names for `allowedOrigins` and `registry`, used in messages about incomplete settings. */
  settingNames?: { allowedOrigins: string; registry: string };
}

/** Answers every request to the hosts of the engine and its previews; any other host gets 421. */
export type EngineHandler = (request: Request) => Promise<Response>;

/**
 * Creates one function for all hosts of the engine, based only on web standards. The `Host` header selects the host, and no foreign name
 * is served (DNS rebinding can reach a local server under any name).
 */
export function createEngineHandler(options: EngineHandlerOptions): EngineHandler {
  checkOptions(options);
  return async (request) => withHeaders(await answer(request, options), cureOfCookies(request.headers.get('cookie')));
}

function checkOptions({ host, allowedOrigins }: EngineHandlerOptions): void {
  if (!isWellFormedHost(host) || host.includes(':') || host !== host.toLowerCase())
    throw new TypeError(`${JSON.stringify(host)} is not a host name in lower case without a port, such as run.example.com.`);
  const wrong = allowedOrigins.find((origin) => !isWholeOrigin(origin));
  if (wrong !== undefined) throw new TypeError(`${JSON.stringify(wrong)} is not a whole origin such as https://app.example.com.`);
}

/** Returns whether a request with this `Host` header is meant for the handler of the engine at `engineHost`. */
export function isEngineHost(header: string | null | undefined, engineHost: string): boolean {
  return header !== null && header !== undefined && isWellFormedHost(header) && surfaceOf(header, engineHost) !== null;
}

function surfaceOf(header: string, engineHost: string): 'sandbox' | 'preview' | null {
  const name = header.replace(/:\d+$/, '').toLowerCase();
  if (name === engineHost) return 'sandbox';
  return parsePreviewHost(name)?.sandboxHost === engineHost ? 'preview' : null;
}

async function answer(request: Request, options: EngineHandlerOptions): Promise<Response> {
  const header = request.headers.get('host');
  // No URL can be created from a malformed name.
  if (header !== null && !isWellFormedHost(header)) return misdirected(options.host);
  const url = new URL(request.url);
  const origins: EngineOrigins = { sandboxOrigin: originOfName(options.host, request), clientOrigins: options.allowedOrigins };
  switch (surfaceOf(header ?? url.host, options.host)) {
    case 'sandbox': {
      const stranger = url.pathname === '/headless' ? unlistedParent(request, origins) : null;
      if (stranger === null) return withHeaders(await answerSandbox(request, url, options), ENGINE_HEADERS.sandbox(origins));
      const page = refusalPage(stranger, origins.clientOrigins, options.settingNames?.allowedOrigins);
      return withHeaders(htmlResponse(page), ENGINE_HEADERS.refusal(origins));
    }
    case 'preview':
      return withHeaders(await answerPreview(request, url, origins, options.files), ENGINE_HEADERS.preview(origins));
    case null:
      return misdirected(options.host);
  }
}

function misdirected(engineHost: string): Response {
  return textResponse(421, `This server answers to ${engineHost} and its previews only.`, ELSEWHERE_HEADERS);
}

/**
 * Matches scripts and data, but no pages: the static file server would also serve a page at its address without `.html`, or with escapes.
 */
const ENGINE_SCRIPT = /^\/engine\/[\w.-]+(?:\/[\w.-]+)*\.(?:js|json|map|wasm)$/;

/** Chunks and assets have a hash in their names; the engine's page requests its entries with that of the build. */
const NAMED_BY_CONTENT = /^\/engine\/(?:(?:chunks|assets)\/[\w.-]+-[A-Z0-9]{8}\.\w+|[\w.-]+\.js\?v=[\da-f]{12})$/;

async function answerSandbox(request: Request, url: URL, options: EngineHandlerOptions): Promise<Response> {
  if (url.pathname.startsWith('/registry/')) return answerRegistry(request, options);
  if (request.method !== 'GET' && request.method !== 'HEAD') return textResponse(405, 'Only GET and HEAD.', { allow: 'GET, HEAD' });
  if (url.pathname === '/headless') {
    const page = await options.files('/engine/headless.html', request);
    return page.ok ? withParents(page, options.allowedOrigins) : page;
  }
  if (url.pathname === OFFLINE_ENGINE_PATHS.page) return htmlResponse(offlinePage(options.allowedOrigins));
  if (url.pathname === FORGET_ENGINE_PATH) return htmlResponse(forgetPage(options.allowedOrigins));
  if (url.pathname === OFFLINE_ENGINE_PATHS.worker) return offlineWorker(await options.files(url.pathname, request), options);
  // The page itself is served only at /headless, where its allowed parents are inserted.
  if (ENGINE_SCRIPT.test(url.pathname)) {
    const file = await options.files(url.pathname, request);
    const isFound = file.ok || file.status === 304;
    return isFound && NAMED_BY_CONTENT.test(url.pathname + url.search) ? kept(file) : revalidated(file);
  }
  return textResponse(404, 'Not found.');
}

async function answerPreview(request: Request, url: URL, origins: EngineOrigins, files: FileSource): Promise<Response> {
  const page = previewPage(url.pathname, origins);
  switch (page.kind) {
    case 'file': {
      const file = revalidated(await files(page.path, request));
      return page.isServiceWorker ? withHeaders(file, { 'service-worker-allowed': '/' }) : file;
    }
    case 'bridge':
    case 'boot': {
      // A script or style sheet requested before the service worker is ready must not get a page instead. The bridge's address belongs to
      // no program, and the service worker fetches it, which browsers do not report as a document.
      const isWanted = page.kind === 'bridge' || isForDocument(request);
      if (!isWanted || request.method !== 'GET') return textResponse(503, 'The preview of this port is not connected yet.');
      return htmlResponse(page.html);
    }
    case 'missing':
      return textResponse(404, 'Not found.');
  }
}

function isForDocument({ headers }: Request): boolean {
  const destination = headers.get('sec-fetch-dest');
  return destination === null || destination === 'document' || destination === 'iframe' || destination === 'frame';
}

async function answerRegistry(request: Request, { registry, settingNames }: EngineHandlerOptions): Promise<Response> {
  if (!registry) return textResponse(503, `This server knows no package registry (${settingNames?.registry ?? 'registry'}).`);
  // Wrapped in a function, because workerd's fetch throws when called as a method of another object.
  return handleRegistryRequest(request, { upstream: registry, fetch: (input, init) => fetch(input, init) });
}

/** The engine's page accepts only messages of these origins. */
async function withParents(page: Response, clientOrigins: readonly string[]): Promise<Response> {
  const source = await page.text();
  return htmlResponse(source.replace(/<head>/i, (head) => head + parentsTag(clientOrigins)));
}

function kept(response: Response): Response {
  return withHeaders(response, { 'cache-control': 'public, max-age=31536000, immutable' });
}

// The engine's entries keep their names between builds, and a stale worker with a new page would be hard to diagnose.
function revalidated(response: Response): Response {
  return withHeaders(response, { 'cache-control': 'no-cache' });
}

function htmlResponse(source: string): Response {
  return new Response(source, { headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' } });
}
