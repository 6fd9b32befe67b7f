import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * Converts a request of `node:http` to a web one, without its body, which nothing on these hosts reads. Throws if the web has no such
 * request (`TRACE`). `signal` aborts when the browser disconnects.
 */
export function toFetchRequest(incoming: IncomingMessage & { originalUrl?: string | undefined }, signal?: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    for (const item of Array.isArray(value) ? value : [value ?? '']) headers.append(name, item);
  }
  const path = incoming.originalUrl ?? incoming.url ?? '/';
  // Concatenated and not resolved as a relative path, because `//` would be parsed as a host.
  const address = new URL(`http://${incoming.headers.host ?? 'localhost'}${path}`);
  return new Request(address, { method: incoming.method ?? 'GET', headers, ...(signal === undefined ? {} : { signal }) });
}

/** Writes the whole response; an incomplete body cuts the connection, because a normal end would look complete. */
export async function sendResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.statusCode = response.status;
  for (const [name, value] of response.headers) outgoing.setHeader(name, value);
  if (response.body === null || outgoing.req.method === 'HEAD') {
    await response.body?.cancel();
    outgoing.end();
    return;
  }
  // Node's and the DOM's streams are the same objects with different types.
  const body = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
  // Fails if either side disconnects; both are closed then, so no answer is possible.
  await pipeline(body, outgoing).catch(() => undefined);
}
