import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * A request of `node:http` as the web's: without its body, which nothing on these hosts reads. Throws where the web has no such request
 * (`TRACE`). `signal` aborts when the browser hangs up.
 */
export function toFetchRequest(incoming: IncomingMessage & { originalUrl?: string | undefined }, signal?: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    for (const item of Array.isArray(value) ? value : [value ?? '']) headers.append(name, item);
  }
  const path = incoming.originalUrl ?? incoming.url ?? '/';
  // Not as a path relative to the host: `//` would be taken for a host of its own.
  const address = new URL(`http://${incoming.headers.host ?? 'localhost'}${path}`);
  return new Request(address, { method: incoming.method ?? 'GET', headers, ...(signal === undefined ? {} : { signal }) });
}

/** Writes the whole response; a body that breaks off cuts the connection, since an end would look like a whole answer. */
export async function sendResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.statusCode = response.status;
  for (const [name, value] of response.headers) outgoing.setHeader(name, value);
  if (response.body === null || outgoing.req.method === 'HEAD') {
    await response.body?.cancel();
    outgoing.end();
    return;
  }
  // Node's and the DOM's streams are one thing with two types.
  const body = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
  // It fails when either side hangs up; both are closed then, and nobody is left who could be answered.
  await pipeline(body, outgoing).catch(() => undefined);
}
