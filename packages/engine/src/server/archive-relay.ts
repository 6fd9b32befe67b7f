/**
 * Serves archives of public code hosts, which no page may read directly: `/registry/-/archive?address=https://…`. Allows only archives of
 * these hosts, and sends no data of the user; none of the patterns matches a name that could lead into this server's network.
 */
const archiveAddresses: readonly RegExp[] = [
  /^https:\/\/codeload\.github\.com\/[\w.-]+\/[\w.-]+\/(?:legacy\.)?tar\.gz\/[\w./%+~-]+$/,
  /^https:\/\/github\.com\/[\w.-]+\/[\w.-]+\/(?:archive|releases\/download)\/[\w./%+~-]+\.(?:tar\.gz|tgz)$/,
  /^https:\/\/(?:objects|release-assets)\.githubusercontent\.com\/[^#]+$/,
  /^https:\/\/gitlab\.com\/[\w./-]+\/-\/archive\/[\w./%+~-]+\.tar\.gz$/,
  /^https:\/\/bitbucket\.org\/[\w.-]+\/[\w.-]+\/get\/[\w./%+~-]+\.tar\.gz$/,
  /^https:\/\/codeberg\.org\/[\w.-]+\/[\w.-]+\/archive\/[\w./%+~-]+\.tar\.gz$/,
  /^https:\/\/pkg\.pr\.new\/[\w./@%+~-]+$/,
];
/** In bytes. */
const archiveCap = 100_000_000;
const maximumRedirects = 4;
/** How long the host may take to start its response, in milliseconds. */
const answerTimeout = 30_000;

export const ARCHIVE_PATH = '/registry/-/archive';

function isServed(address: string): boolean {
  // Parts that a URL parser would change (dots, user names, ports) are rejected, because the unparsed address is checked.
  if (!/^https:\/\//.test(address) || !URL.canParse(address)) return false;
  const parsed = new URL(address);
  return (
    parsed.href === address &&
    !/\/\.\.?(?:\/|$)|%2f|%2e|%5c/i.test(parsed.pathname) &&
    archiveAddresses.some((known) => known.test(address))
  );
}

/** Answers one request for an archive. Never throws. */
export async function handleArchiveRequest(request: Request, fetch: typeof globalThis.fetch): Promise<Response> {
  if (request.method !== 'GET') return failure(405, 'Archives are only read: use GET.');
  const parameters = new URL(request.url).searchParams;
  const address = parameters.get('address') ?? '';
  if ([...parameters.keys()].length !== 1 || !isServed(address)) {
    return failure(404, 'Only archives of GitHub, GitLab, Bitbucket, Codeberg and pkg.pr.new are passed on.');
  }
  try {
    return await passOn(await follow(address, request.signal, fetch));
  } catch {
    return failure(502, 'The host of the archive cannot be reached, or sends elsewhere.');
  }
}

async function follow(start: string, signal: AbortSignal, fetch: typeof globalThis.fetch): Promise<Response> {
  let address = start;
  for (let step = 0; step <= maximumRedirects; step += 1) {
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), answerTimeout);
    let response: Response;
    try {
      response = await fetch(address, {
        headers: { accept: 'application/gzip, application/octet-stream, */*' },
        redirect: 'manual',
        signal: AbortSignal.any([signal, timeout.signal]),
      });
    } finally {
      clearTimeout(timer);
    }
    const location = response.headers.get('location');
    if (![301, 302, 303, 307, 308].includes(response.status) || location === null) return response;
    await response.body?.cancel();
    address = new URL(location, address).href;
    if (!isServed(address)) throw new Error('It redirects to a place that is not passed on.');
  }
  throw new Error('It redirects in a circle.');
}

async function passOn(answer: Response): Promise<Response> {
  if (answer.status !== 200) {
    await answer.body?.cancel();
    return failure(
      answer.status === 404 ? 404 : 502,
      answer.status === 404 ? 'There is no such archive.' : `The host answered ${answer.status}.`,
    );
  }
  if (Number(answer.headers.get('content-length') ?? 0) > archiveCap) {
    await answer.body?.cancel();
    return failure(502, `The archive is over the limit of ${archiveCap / 1_000_000} MB.`);
  }
  const headers = ownHeaders();
  headers.set('content-type', 'application/octet-stream');
  headers.set('cache-control', 'no-store');
  return new Response(answer.body?.pipeThrough(limited()) ?? null, { status: 200, headers });
}

function limited(): TransformStream<Uint8Array, Uint8Array> {
  let size = 0;
  return new TransformStream({
    transform(chunk, controller) {
      size += chunk.byteLength;
      if (size > archiveCap) controller.error(new Error('The archive is over the limit.'));
      else controller.enqueue(chunk);
    },
  });
}

/** Embedding pages are cross-origin isolated: without CORP they could not read the response. */
function ownHeaders(): Headers {
  return new Headers({ 'cross-origin-resource-policy': 'same-site', 'x-content-type-options': 'nosniff' });
}

function failure(status: number, message: string): Response {
  const headers = ownHeaders();
  headers.set('content-type', 'application/json');
  headers.set('cache-control', 'no-store');
  return new Response(JSON.stringify({ error: message }), { status, headers });
}
