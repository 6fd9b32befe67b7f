import { ARCHIVE_PATH, handleArchiveRequest } from './archive-relay.ts';
import { rewriteTarballAddresses } from './rewrite-tarball-addresses.ts';

/**
 * The package registry as the sandbox sees it: `<sandbox origin>/registry/…`. Read-only, and limited to packages and their archives; sends
 * no data of the user (no cookies, no authorization), and returns nothing of the upstream except the content. Runs in both workerd and
 * Node.
 */
export interface RegistryProxyOptions {
  /** The base address of the upstream registry, with or without a trailing slash. */
  upstream: string;
  fetch: typeof globalThis.fetch;
}

/**
 * Limits in bytes. A document in the short form has at most some 10 MB, but mirrors always send the full one (drizzle-orm: 51 MB, November
 * 2026); the largest archives that users install have about 100 MB.
 */
const sizeCaps = { metadata: 200_000_000, tarball: 200_000_000 } as const;
/** A registry may redirect to the file; more redirects than this are a loop. */
const maximumRedirects = 3;
/** How long the upstream may take to start its response, in milliseconds. */
const answerTimeout = 30_000;
const abbreviatedType = 'application/vnd.npm.install-v1+json';

const namePart = "[A-Za-z0-9~!'()*_-][A-Za-z0-9._~!'()*-]*";
const packagePattern = new RegExp(`^(?:(@${namePart})(?:/|%2f))?(${namePart})$`, 'i');
const tarballPattern = new RegExp(`^(?:(@${namePart})(?:/|%2f))?(${namePart})/-/([A-Za-z0-9@._~+-]+\\.(?:tgz|tar\\.gz))$`, 'i');

const versionPattern = new RegExp(`^(?:(@${namePart})(?:/|%2f))?(${namePart})/(\\d+\\.\\d+\\.\\d+[A-Za-z0-9.+-]*)$`, 'i');

type Target = { type: 'metadata'; path: string } | { type: 'tarball'; path: string };

/** Answers one request below `/registry/`. Never throws. */
export async function handleRegistryRequest(request: Request, options: RegistryProxyOptions): Promise<Response> {
  if (new URL(request.url).pathname === ARCHIVE_PATH) return handleArchiveRequest(request, options.fetch);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return failure(405, 'The registry proxy only reads: use GET or HEAD.', { allow: 'GET, HEAD' });
  }
  const url = new URL(request.url);
  const target = readTarget(url);
  if (!target) return failure(404, 'The registry proxy serves package documents and archives only.');
  let answer: Response;
  try {
    answer = await askUpstream(request, target, options);
  } catch (error) {
    return failure(502, `The package registry cannot be reached${error instanceof UpstreamRefusal ? `: ${error.message}` : '.'}`);
  }
  try {
    return await passOn(request, url, target, answer);
  } catch (error) {
    if (error instanceof OverLimit) return failure(413, error.message);
    return failure(502, error instanceof UpstreamRefusal ? error.message : 'The package registry broke off in the middle of its answer.');
  }
}

/** A refusal with a message that may be shown: it contains no host name. */
class UpstreamRefusal extends Error {}

/** Retrying would give the same result. */
class OverLimit extends UpstreamRefusal {}

function readTarget(url: URL): Target | null {
  const prefix = '/registry/';
  if (!url.pathname.startsWith(prefix) || url.search !== '') return null;
  const path = url.pathname.slice(prefix.length);
  const tarball = tarballPattern.exec(path);
  if (tarball) {
    const [, scope, name, file] = tarball;
    return { type: 'tarball', path: `${scope === undefined ? '' : `${scope}/`}${name}/-/${file}` };
  }
  const version = versionPattern.exec(path);
  if (version) {
    const [, scope, name, number] = version;
    return { type: 'metadata', path: `${scope === undefined ? '' : `${scope}%2f`}${name}/${number}` };
  }
  const metadata = packagePattern.exec(path);
  if (!metadata) return null;
  const [, scope, name] = metadata;
  return { type: 'metadata', path: scope === undefined ? `${name}` : `${scope}%2f${name}` };
}

async function askUpstream(request: Request, target: Target, options: RegistryProxyOptions): Promise<Response> {
  const base = new URL(options.upstream.endsWith('/') ? options.upstream : `${options.upstream}/`);
  const headers = new Headers();
  if (target.type === 'metadata') {
    const accept = request.headers.get('accept') ?? '';
    headers.set('accept', accept.includes(abbreviatedType) ? `${abbreviatedType}; q=1.0, application/json; q=0.8` : 'application/json');
  }
  const condition = request.headers.get('if-none-match');
  if (condition !== null) headers.set('if-none-match', condition);
  let address = new URL(target.path, base);
  for (let step = 0; step <= maximumRedirects; step += 1) {
    const response = await fetchBegun(options.fetch, address.href, { method: request.method, headers, redirect: 'manual' }, request.signal);
    const location = response.headers.get('location');
    if (![301, 302, 303, 307, 308].includes(response.status) || location === null) return response;
    await response.body?.cancel();
    const next = new URL(location, address);
    // Any other host could be a machine inside this server's network.
    const isSameHost = next.host === base.host && (next.protocol === base.protocol || next.protocol === 'https:');
    if (!isSameHost) throw new UpstreamRefusal('it redirects to another host, which is not followed.');
    address = next;
  }
  throw new UpstreamRefusal('it redirects in a circle.');
}

/** Aborts if no response starts in time; the duration of the body depends on the network. */
async function fetchBegun(
  fetch: RegistryProxyOptions['fetch'],
  address: string,
  init: RequestInit,
  signal: AbortSignal,
): Promise<Response> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), answerTimeout);
  try {
    return await fetch(address, { ...init, signal: AbortSignal.any([signal, timeout.signal]) });
  } finally {
    clearTimeout(timer);
  }
}

async function passOn(request: Request, url: URL, target: Target, answer: Response): Promise<Response> {
  const headers = ownHeaders();
  for (const name of ['etag', 'last-modified', 'cache-control']) {
    const value = answer.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  if (target.type === 'metadata') headers.set('vary', 'accept');
  if (answer.status === 304) return new Response(null, { status: 304, headers });
  if (answer.status === 404) {
    await answer.body?.cancel();
    return failure(404, 'The package registry has no such package.');
  }
  if (answer.status !== 200) {
    await answer.body?.cancel();
    const retryAfter = answer.headers.get('retry-after');
    if (answer.status === 429)
      return failure(429, 'The package registry asks to slow down.', retryAfter === null ? {} : { 'retry-after': retryAfter });
    return failure(502, `The package registry answered ${answer.status}.`);
  }
  const cap = sizeCaps[target.type];
  // The length of a compressed response does not tell the uncompressed size.
  if (answer.headers.get('content-encoding') === null && Number(answer.headers.get('content-length') ?? 0) > cap) {
    await answer.body?.cancel();
    throw tooLarge(cap);
  }
  if (target.type === 'tarball') {
    headers.set('content-type', 'application/octet-stream');
    if (!headers.has('cache-control')) headers.set('cache-control', 'public, max-age=31536000, immutable');
    const body = request.method === 'HEAD' ? null : (answer.body?.pipeThrough(limitSize(cap)) ?? null);
    return new Response(body, { status: 200, headers });
  }
  const type = answer.headers.get('content-type') ?? '';
  headers.set('content-type', type.includes(abbreviatedType) ? abbreviatedType : 'application/json');
  if (request.method === 'HEAD') {
    await answer.body?.cancel();
    return new Response(null, { status: 200, headers });
  }
  const body = answer.body?.pipeThrough(limitSize(cap)).pipeThrough(rewriteTarballAddresses(`${url.origin}/registry/`)) ?? null;
  return new Response(body, { status: 200, headers });
}

function limitSize(cap: number): TransformStream<Uint8Array, Uint8Array> {
  let size = 0;
  return new TransformStream({
    transform(chunk, controller) {
      size += chunk.byteLength;
      if (size > cap) controller.error(tooLarge(cap));
      else controller.enqueue(chunk);
    },
  });
}

function tooLarge(cap: number): OverLimit {
  return new OverLimit(`The package registry's answer is over the limit of ${cap / 1_000_000} MB.`);
}

/** Embedding pages are cross-origin isolated: without CORP they could not read the response. */
function ownHeaders(): Headers {
  return new Headers({ 'cross-origin-resource-policy': 'same-site', 'x-content-type-options': 'nosniff' });
}

function failure(status: number, message: string, extra: Record<string, string> = {}): Response {
  const headers = ownHeaders();
  headers.set('content-type', 'application/json');
  headers.set('cache-control', 'no-store');
  for (const [name, value] of Object.entries(extra)) headers.set(name, value);
  return new Response(JSON.stringify({ error: message }), { status, headers });
}
